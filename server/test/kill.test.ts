import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ExamWriter, insertExamWriters } from './kill/candidates.ts'
import {
  answersForSeq,
  countGaplessHeartbeats,
  countInconsistentAttempts,
  countInconsistentStudents,
  createAnswerWriter,
  createHeartbeatWriter,
  readAnswerLogs,
} from './kill/compare-rows.ts'
import { type KillablePortal, startKillablePortal } from './kill/portal.ts'
import {
  countRegradedPapers,
  decideRegradeForAll,
  endAttemptsShortOfPass,
  groupAttemptsByResults,
  sharedQuestionIdOf,
} from './kill/regraded.ts'
import { type RepeatingWriter, writeUntilStopped } from './kill/writers.ts'

/** Clients that write while PostgreSQL is killed twice. No confirmed write may be lost. */
const writers = 80
const secondsBetween = 1

let portal: KillablePortal
let sitters: ExamWriter[]
beforeAll(async () => {
  portal = await startKillablePortal()
  sitters = await insertExamWriters(portal.deps, writers)
}, 120_000)
afterAll(() => portal?.close())

/** @returns the confirmed writes of each client over two kills */
async function writeThroughKills(all: RepeatingWriter[]): Promise<number[]> {
  let running = true
  const writing = Promise.all(all.map((one) => writeUntilStopped(portal.origin, one, () => running)))
  for (let kill = 0; kill < 2; kill += 1) {
    await setTimeout(secondsBetween * 1000)
    await portal.killPostgres()
  }
  await setTimeout(secondsBetween * 1000)
  running = false
  return writing
}

it('two kills of PostgreSQL lose no confirmed answer', { timeout: 180_000 }, async () => {
  const acknowledged = await writeThroughKills(sitters.map(createAnswerWriter))
  const saved = await readAnswerLogs(portal.deps.pool)
  let lost = 0
  sitters.forEach((sitter, index) => {
    const log = saved.get(sitter.attemptId) ?? []
    const count = acknowledged[index] ?? 0
    expect(count).toBeGreaterThan(0)
    for (let seq = 1; seq <= count; seq += 1)
      if (JSON.stringify(log[seq - 1]) !== JSON.stringify(answersForSeq(sitter, seq))) lost += 1
    // Only the one write without a response may exist beyond the confirmed ones.
    expect(log.length - count).toBeLessThanOrEqual(1)
  })
  expect(lost).toBe(0)
  expect(await countInconsistentAttempts(portal.deps.pool)).toBe(0)
  const total = acknowledged.reduce((sum, count) => sum + count, 0)
  console.log(`${total} answers acknowledged through two kills, ${lost} lost`)
})

it('two kills of PostgreSQL lose no confirmed heartbeat', { timeout: 180_000 }, async () => {
  const pages = sitters.map((sitter) => ({ ...sitter, playSessionId: randomUUID() }))
  const acknowledged = await writeThroughKills(pages.map(createHeartbeatWriter))
  const stored = await countGaplessHeartbeats(portal.deps.pool)
  let lost = 0
  pages.forEach(({ playSessionId }, index) => {
    const count = acknowledged[index] ?? 0
    const kept = stored.get(playSessionId) ?? 0
    expect(count).toBeGreaterThan(0)
    lost += Math.max(0, count - kept)
    expect(kept - count).toBeLessThanOrEqual(1)
  })
  expect(lost).toBe(0)
  expect(await countInconsistentStudents(portal.deps.pool)).toBe(0)
  const total = acknowledged.reduce((sum, count) => sum + count, 0)
  console.log(`${total} beats acknowledged through two kills, ${lost} lost`)
})

it('a regrade marks every paper exactly once although its server process is killed', {
  timeout: 60_000,
}, async () => {
  const { deps } = portal
  const questionId = sharedQuestionIdOf(sitters)
  await portal.killServer()
  await endAttemptsShortOfPass(deps, questionId)
  expect(await decideRegradeForAll(deps, questionId)).toBe(writers)
  const until = async (done: number) => {
    while ((await countRegradedPapers(deps.pool)) < done) await setTimeout(5)
    return countRegradedPapers(deps.pool)
  }
  await portal.startServer()
  const before = await until(40)
  await portal.killServer()
  expect(before).toBeLessThan(writers)
  await portal.startServer()
  await until(writers)
  expect(await groupAttemptsByResults(deps.pool)).toEqual([
    {
      ...{ sittings: writers, passed: true, score: 60 },
      ...{ entries: 1, proofs: 1, messages: 1, audits: 1 },
    },
  ])
})
