import fc from 'fast-check'
import {
  type CommonActKind,
  commonBehaviour,
  type SimulatedBehaviour,
  sideActArbitrary,
} from '../rooms/page-behaviour.ts'

const kinds = ['leave', 'rest', 'rest', 'back', 'hide'] as const
export type LearnerActKind = (typeof kinds)[number]

export interface LearnerHabits extends SimulatedBehaviour<LearnerActKind | CommonActKind> {
  /** Seconds of the film that are loaded ahead; infinity means all. */
  ahead: number
  /** True for a phone, whose film stops when the page is hidden. */
  handheld: boolean
  /** Seconds of study between two presence checks; null for none. */
  asked: number | null
  /** Seconds from a presence check to the answer. */
  reaction: number
}

/** Random behaviour of a learner: watching, side actions and network. */
export const learnerHabits: fc.Arbitrary<LearnerHabits> = fc.noBias(
  fc.record({
    ...commonBehaviour,
    calmFor: fc.constantFrom(0, 60),
    acts: fc.array(sideActArbitrary(kinds), { maxLength: 24 }),
    ahead: fc.constantFrom(20, Number.POSITIVE_INFINITY),
    handheld: fc.boolean(),
    asked: fc.option(fc.integer({ min: 60, max: 300 }), { freq: 2 }),
    reaction: fc.integer({ min: 1, max: 20 }),
  }),
)
