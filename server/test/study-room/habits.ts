import fc from 'fast-check'
import { actOf, type CommonKind, everybody, type Manners } from '../rooms/manners.ts'

const kinds = ['leave', 'rest', 'rest', 'back', 'hide'] as const
export type Kind = (typeof kinds)[number]

export interface Habits extends Manners<Kind | CommonKind> {
  /** s of the film that are loaded ahead; infinity: all of it at once */
  ahead: number
  /** a phone, whose film does not run on unseen */
  handheld: boolean
  /** s of study from one question whether they are there to the next; none: never in so short a lesson */
  asked: number | null
  /** s from such a question to their answer */
  reaction: number
}

/** How somebody watches a lesson, what they do beside it, and what their lines are like. */
export const habits: fc.Arbitrary<Habits> = fc.noBias(
  fc.record({
    ...everybody,
    calmFor: fc.constantFrom(0, 60),
    acts: fc.array(actOf(kinds), { maxLength: 24 }),
    ahead: fc.constantFrom(20, Number.POSITIVE_INFINITY),
    handheld: fc.boolean(),
    asked: fc.option(fc.integer({ min: 60, max: 300 }), { freq: 2 }),
    reaction: fc.integer({ min: 1, max: 20 }),
  }),
)
