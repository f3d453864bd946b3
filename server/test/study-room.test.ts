import fc from 'fast-check'
import { expect, it } from 'vitest'
import { habits } from './study-room/habits.ts'
import { run, seat } from './study-room/room.ts'
import { listFaults } from './study-room/truth.ts'

/**
 * The pages' own code on the servers' own: learners whose lines fail in every way, whose devices sleep, whose pages are killed, left and doubled, and who
 * go on on another device. The suite's few dozen are the same each time; STUDY_LEARNERS=500 seats others, STUDY_SEED=… those of a run before.
 */
const many = process.env.STUDY_LEARNERS
const learners = Number(many ?? 20)
const seed = Number(process.env.STUDY_SEED ?? (many ? Date.now() % 1e9 : 20_261_127))
const duration = Number(process.env.STUDY_SECONDS ?? 300)

it(`of ${learners} learners each has credited what they watched, and nothing else`, {
  timeout: 120_000 + learners * 10_000,
}, async () => {
  const room = await seat(duration, fc.sample(habits, { numRuns: learners, seed }))
  await run(room)
  expect(await listFaults(room.learners), `STUDY_SEED=${seed}`).toEqual([])
  // whoever never gets on proves nothing
  const whole = room.learners.filter(({ isWhole }) => isWhole)
  expect(whole.length).toBeGreaterThan(learners * 0.8)
})
