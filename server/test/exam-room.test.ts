import fc from 'fast-check'
import { expect, it } from 'vitest'
import { candidateHabits } from './exam-room/behaviours.ts'
import { listLostAnswers } from './exam-room/lost-answers.ts'
import { createCandidates, runExamRoom } from './exam-room/run.ts'

/**
 * Runs the real exam page with failing networks, devices and pages. EXAM_CANDIDATES=500 sets the number of candidates
 * and EXAM_SEED=… repeats a run.
 */
const many = process.env.EXAM_CANDIDATES
const candidates = Number(many ?? 12)
const seed = Number(process.env.EXAM_SEED ?? (many ? Date.now() % 1e9 : 20_261_126))

it(`for each of ${candidates} candidates, the last choices are graded or reported as lost`, {
  timeout: 120_000 + candidates * 10_000,
}, async () => {
  const room = await createCandidates(fc.sample(candidateHabits, { numRuns: candidates, seed }))
  await runExamRoom(room)
  expect(await listLostAnswers(room.candidates), `EXAM_SEED=${seed}`).toEqual([])
  const sat = room.candidates.filter(({ chosen }) => chosen.size > 0)
  expect(sat.length).toBeGreaterThan(candidates * 0.8)
})
