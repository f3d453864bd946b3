import fc from 'fast-check'
import {
  type CommonActKind,
  commonBehaviour,
  type SimulatedBehaviour,
  sideActArbitrary,
} from '../rooms/page-behaviour.ts'

const kinds = ['leave', 'extend'] as const
export type CandidateEventKind = (typeof kinds)[number]

export interface CandidateHabits extends SimulatedBehaviour<CandidateEventKind | CommonActKind> {
  paces: number[]
  questions: number
  /** Seconds after the start until the candidate clicks on submit; null means never. */
  handsIn: number | null
  looksIn: number
}

export const candidateHabits: fc.Arbitrary<CandidateHabits> = fc.noBias(
  fc.record({
    ...commonBehaviour,
    paces: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 5, maxLength: 10 }),
    questions: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(20)),
    calmFor: fc.constantFrom(0, 530),
    acts: fc.array(sideActArbitrary(kinds), { maxLength: 24 }),
    handsIn: fc.option(fc.integer({ min: 100, max: 700 }), { freq: 2 }),
    looksIn: fc.integer({ min: 0, max: 600 }),
  }),
)
