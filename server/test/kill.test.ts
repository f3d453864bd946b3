import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type KillablePortal, startKillable } from './kill/portal.ts'
import { makeSitters, type Sitter } from './kill/sitters.ts'
import { keepWriting, type Writer } from './kill/writers.ts'

/** Issue 2: 200 writers, PostgreSQL killed twice, nothing acknowledged is lost. */
const writers = 200
const secondsBetween = 2

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
  const saved = await readLogs()
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
  expect(await countBroken()).toBe(0)
  const total = acknowledged.reduce((sum, count) => sum + count, 0)
  console.log(`${total} answers acknowledged through two kills, ${lost} lost`)
})

it('loses no acknowledged beat', { timeout: 180_000 }, async () => {
  const pages = sitters.map((sitter) => ({ ...sitter, playSessionId: randomUUID() }))
  const acknowledged = await writeThroughKills(pages.map(watching))
  const stored = await countBeats()
  let lost = 0
  pages.forEach(({ playSessionId }, index) => {
    const count = acknowledged[index] ?? 0
    const kept = stored.get(playSessionId) ?? 0
    expect(count).toBeGreaterThan(0)
    lost += Math.max(0, count - kept)
    expect(kept - count).toBeLessThanOrEqual(1)
  })
  expect(lost).toBe(0)
  expect(await countDiffering()).toBe(0)
  const total = acknowledged.reduce((sum, count) => sum + count, 0)
  console.log(`${total} beats acknowledged through two kills, ${lost} lost`)
})

/** A page that watches a tenth of a second a beat, the lesson over and over. */
function watching(page: Sitter & { playSessionId: string }): Writer {
  const { token, signCourseId, lessonId, playSessionId } = page
  return {
    path: '/course/v1/learn_process',
    token,
    body: (n) => {
      const at = (n - 1) % 300
      const from = (at - 1) / 10
      return {
        id: signCourseId,
        lessonId,
        playSessionId,
        seq: n - 1,
        event: n === 1 ? 'start' : 'beat',
        position: at / 10,
        intervals: at === 0 ? [] : [[from, at / 10]],
      }
    },
  }
}

/** Beats from seq 0 without a gap, by play session. */
async function countBeats(): Promise<Map<string, number>> {
  const { rows } = await portal.deps.pool.query<{ id: string; kept: number }>(`
    select session.id, count(*) filter (where seq = place) as kept
    from (select *, row_number() over (partition by session_no order by seq) - 1 as place from study_beat) beat
    join play_session session on session.no = beat.session_no group by session.id`)
  return new Map(rows.map((row) => [row.id, row.kept]))
}

/** Students whose beats, progress and clock do not tell the same story. */
async function countDiffering(): Promise<number> {
  const { rows } = await portal.deps.pool.query(`
    select count(*) from study_clock clock
    join play_session session on session.no = clock.session_no
    join lesson_progress progress using (sign_course_id, lesson_id, round)
    where progress.credited_ds <> clock.credited_ds or clock.credited_ds <>
      (select sum(added_ds) from study_beat where session_no = session.no)`)
  return rows[0]?.count
}

function answering(sitter: Sitter): Writer {
  const { token, attemptId } = sitter
  return {
    path: '/exam/v1/save_answer',
    token,
    body: (seq) => ({ attemptId, seq, answers: answersOf(sitter, seq) }),
  }
}

function answersOf({ questionIds }: Sitter, seq: number): Record<string, string[]> {
  return { [questionIds[seq % 20] ?? '']: ['ABCD'[seq % 4] ?? 'A'] }
}

/** What the log holds, by attempt, in order. */
async function readLogs(): Promise<Map<string, object[]>> {
  const { rows } = await portal.deps.pool.query<{ id: string; saved: object[] }>(
    'select attempt_id as id, array_agg(answers order by seq) as saved from answer_log group by attempt_id',
  )
  return new Map(rows.map((row) => [row.id, row.saved]))
}

/** Attempts whose row, log and hash chain do not tell the same story. */
async function countBroken(): Promise<number> {
  const { rows } = await portal.deps.pool.query(`
    with link as (
      select attempt_id, seq, hash, sha256(coalesce(lag(hash) over (partition by attempt_id order by seq),
        sha256(attempt_id::text::bytea)) || content_hash) as expected from answer_log)
    select count(*) from attempt where saved_seq <> (select count(*) from link where attempt_id = attempt.id)
      or exists (select from link where attempt_id = attempt.id and hash <> expected)
      or log_hash <> (select hash from link where attempt_id = attempt.id order by seq desc limit 1)`)
  return rows[0]?.count
}
