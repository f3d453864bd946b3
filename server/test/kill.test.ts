import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type KillablePortal, startKillable } from './kill/portal.ts'
import {
  countByTraces,
  countDone,
  decideForAll,
  endShortOfPass,
  sharedQuestion,
} from './kill/regraded.ts'
import { makeSitters, type Sitter } from './kill/sitters.ts'
import {
  answering,
  answersOf,
  countBeats,
  countBroken,
  countDiffering,
  readLogs,
  watching,
} from './kill/truth.ts'
import { keepWriting, type Writer } from './kill/writers.ts'

/** Issue 2: 200 writers, PostgreSQL killed twice, nothing acknowledged is lost. */
const writers = 200
const secondsBetween = 1

let portal: KillablePortal
let sitters: Sitter[]
beforeAll(async () => {
  portal = await startKillable()
  sitters = await makeSitters(portal.deps, writers)
}, 120_000)
afterAll(() => portal?.close())

/** @returns acknowledged writes of each writer, over two kills */
async function writeThroughKills(all: Writer[]): Promise<number[]> {
  let running = true
  const writing = Promise.all(all.map((one) => keepWriting(portal.origin, one, () => running)))
  for (let kill = 0; kill < 2; kill += 1) {
    await setTimeout(secondsBetween * 1000)
    await portal.killPostgres()
  }
  await setTimeout(secondsBetween * 1000)
  running = false
  return writing
}

it('loses no acknowledged answer', { timeout: 180_000 }, async () => {
  const acknowledged = await writeThroughKills(sitters.map(answering))
  const saved = await readLogs(portal.deps.pool)
  let lost = 0
  sitters.forEach((sitter, index) => {
    const log = saved.get(sitter.attemptId) ?? []
    const count = acknowledged[index] ?? 0
    expect(count).toBeGreaterThan(0)
    for (let seq = 1; seq <= count; seq += 1)
      if (JSON.stringify(log[seq - 1]) !== JSON.stringify(answersOf(sitter, seq))) lost += 1
    // at most the one write whose answer never arrived is there besides
    expect(log.length - count).toBeLessThanOrEqual(1)
  })
  expect(lost).toBe(0)
  expect(await countBroken(portal.deps.pool)).toBe(0)
  const total = acknowledged.reduce((sum, count) => sum + count, 0)
  console.log(`${total} answers acknowledged through two kills, ${lost} lost`)
})

it('loses no acknowledged beat', { timeout: 180_000 }, async () => {
  const pages = sitters.map((sitter) => ({ ...sitter, playSessionId: randomUUID() }))
  const acknowledged = await writeThroughKills(pages.map(watching))
  const stored = await countBeats(portal.deps.pool)
  let lost = 0
  pages.forEach(({ playSessionId }, index) => {
    const count = acknowledged[index] ?? 0
    const kept = stored.get(playSessionId) ?? 0
    expect(count).toBeGreaterThan(0)
    lost += Math.max(0, count - kept)
    expect(kept - count).toBeLessThanOrEqual(1)
  })
  expect(lost).toBe(0)
  expect(await countDiffering(portal.deps.pool)).toBe(0)
  const total = acknowledged.reduce((sum, count) => sum + count, 0)
  console.log(`${total} beats acknowledged through two kills, ${lost} lost`)
})

it('marks every paper of a regrade anew once, though the process that does it is killed in the middle', {
  timeout: 60_000,
}, async () => {
  const { deps } = portal
  const questionId = sharedQuestion(sitters)
  await portal.killServer()
  await endShortOfPass(deps, questionId)
  expect(await decideForAll(deps, questionId)).toBe(writers)
  const until = async (done: number) => {
    while ((await countDone(deps.pool)) < done) await setTimeout(5)
    return countDone(deps.pool)
  }
  await portal.startServer()
  const before = await until(40)
  await portal.killServer()
  expect(before).toBeLessThan(writers)
  await portal.startServer()
  await until(writers)
  expect(await countByTraces(deps.pool)).toEqual([
    {
      ...{ sittings: writers, passed: true, score: 60 },
      ...{ entries: 1, proofs: 1, messages: 1, audits: 1 },
    },
  ])
})
