import fc from 'fast-check'
import { expect, it } from 'vitest'
import { habits } from './exam-room/habits.ts'
import { run, seat } from './exam-room/room.ts'
import { listLost } from './exam-room/truth.ts'

/**
 * The pages' own code on the servers' own: candidates whose lines fail in every way, whose devices sleep, whose pages are killed, left and doubled, and who
 * go on on another device. The suite's few dozen are the same each time; EXAM_CANDIDATES=500 seats others, EXAM_SEED=… those of a run before.
 */
const many = process.env.EXAM_CANDIDATES
const candidates = Number(many ?? 30)
const seed = Number(process.env.EXAM_SEED ?? (many ? Date.now() % 1e9 : 20_261_126))

it(`of ${candidates} candidates each has graded what they chose last, or is told`, {
  timeout: 120_000 + candidates * 10_000,
}, async () => {
  const room = await seat(fc.sample(habits, { numRuns: candidates, seed }))
  await run(room)
  expect(await listLost(room.candidates), `EXAM_SEED=${seed}`).toEqual([])
  const sat = room.candidates.filter(({ chosen }) => chosen.size > 0)
  // whoever never reaches the portal proves nothing
  expect(sat.length).toBeGreaterThan(candidates * 0.8)
})
