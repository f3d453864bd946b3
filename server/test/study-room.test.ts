import fc from 'fast-check'
import { expect, it } from 'vitest'
import { learnerHabits } from './study-room/behaviours.ts'
import { listCreditFaults } from './study-room/find-faults.ts'
import { createLearners, runStudyRoom } from './study-room/run.ts'

/**
 * Runs the real study page with failing networks, devices and pages. STUDY_LEARNERS=500 creates other learners and
 * STUDY_SEED=… repeats a run.
 */
const many = process.env.STUDY_LEARNERS
const learners = Number(many ?? 10)
const seed = Number(process.env.STUDY_SEED ?? (many ? Date.now() % 1e9 : 20_261_127))
const duration = Number(process.env.STUDY_SECONDS ?? 300)

it(`each of ${learners} learners gets credit for exactly what they watched`, {
  timeout: 120_000 + learners * 10_000,
}, async () => {
  const room = await createLearners(duration, fc.sample(learnerHabits, { numRuns: learners, seed }))
  await runStudyRoom(room)
  expect(await listCreditFaults(room.learners), `STUDY_SEED=${seed}`).toEqual([])
  // The run must include learners with progress, because learners without any prove nothing.
  const whole = room.learners.filter(({ isWhole }) => isWhole)
  expect(whole.length).toBeGreaterThan(learners * 0.8)
})
