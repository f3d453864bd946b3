import fc from 'fast-check'
import { actOf, type CommonKind, everybody, type Manners } from '../rooms/manners.ts'

const kinds = ['leave', 'extend'] as const
export type Kind = (typeof kinds)[number]

export interface Habits extends Manners<Kind | CommonKind> {
  /** s from one answer to the next */
  paces: number[]
  /** they look at so many questions only, again and again */
  questions: number
  /** s after the beginning, by a click; or never */
  handsIn: number | null
  /** s after the bell, with all lines well again: they look into the portal once more */
  looksIn: number
}

/** How somebody sits an exam: when they begin and go on answering, what they do beside it, what their lines are like, and what becomes of the end. */
export const habits: fc.Arbitrary<Habits> = fc.noBias(
  fc.record({
    ...everybody,
    paces: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 5, maxLength: 10 }),
    questions: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(20)),
    /** all along, or round the bell */
    calmFor: fc.constantFrom(0, 530),
    acts: fc.array(actOf(kinds), { maxLength: 24 }),
    handsIn: fc.option(fc.integer({ min: 100, max: 700 }), { freq: 2 }),
    looksIn: fc.integer({ min: 0, max: 600 }),
  }),
)
