import fc from 'fast-check'
import type { Weather } from './line.ts'

const kinds = [
  'kill',
  'leave',
  'tab',
  'tab',
  'sleep',
  'offline',
  'offline',
  'setClock',
  'device',
  'device',
  'lapse',
  'extend',
  'full',
  'gone',
  'silent',
] as const

const act = fc.record({
  kind: fc.constantFrom(...kinds),
  /** s since the act before */
  after: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 3, max: 90 })),
  /** s */
  takes: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 40, max: 300 })),
  /** where an act has two ways: a clock that stands or not, a new page or one that is open … */
  one: fc.boolean(),
  other: fc.boolean(),
})
export type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never

const weather: fc.Arbitrary<Weather> = fc.record({
  badPercent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
  slowMs: fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 15_000 })),
  dice: fc.nat(2 ** 30),
})

/** How somebody sits an exam: when they begin and go on answering, what they do beside it, what their lines are like, and what becomes of the end. */
export const habits = fc.noBias(
  fc.record({
    begins: fc.integer({ min: 0, max: 20 }),
    /** s from one answer to the next */
    paces: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 5, maxLength: 10 }),
    dice: fc.nat(2 ** 30),
    /** they look at so many questions only, again and again */
    questions: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(20)),
    /** on two devices */
    two: fc.boolean(),
    /** s before the first act: all along, or round the bell */
    calmFor: fc.constantFrom(0, 530),
    acts: fc.array(act, { maxLength: 24 }),
    /** s after the beginning, by a click; or never */
    handsIn: fc.option(fc.integer({ min: 100, max: 700 }), { freq: 1 }),
    weathers: fc.tuple(weather, weather),
    /** s after the bell, with all lines well again: they look into the portal once more */
    looksIn: fc.integer({ min: 0, max: 600 }),
  }),
)
export type Habits = typeof habits extends fc.Arbitrary<infer Value> ? Value : never
