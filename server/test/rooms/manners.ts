import fc from 'fast-check'
import type { Weather } from './line.ts'

/** What anybody's browsers, lines and sessions do; more than once what is frequent. */
export const commonKinds = [
  'kill',
  'tab',
  'tab',
  'sleep',
  'offline',
  'offline',
  'setClock',
  'device',
  'device',
  'lapse',
  'full',
  'gone',
  'silent',
] as const
export type CommonKind = (typeof commonKinds)[number]

export interface Act<Kind extends string> {
  kind: Kind
  /** s since the act before */
  after: number
  /** s */
  takes: number
  /** where an act has two ways: a clock that stands or not, a new page or one that is open … */
  one: boolean
  other: boolean
}

/** @param kinds beside those of everybody */
export const actOf = <Kind extends string>(
  kinds: readonly Kind[],
): fc.Arbitrary<Act<Kind | CommonKind>> =>
  fc.record({
    kind: fc.constantFrom<Kind | CommonKind>(...commonKinds, ...kinds),
    after: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 3, max: 90 })),
    takes: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 40, max: 300 })),
    one: fc.boolean(),
    other: fc.boolean(),
  })

const weather: fc.Arbitrary<Weather> = fc.record({
  badPercent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
  slowMs: fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 15_000 })),
  dice: fc.nat(2 ** 30),
})

/** Of whoever comes into a room, beside what they do there. */
export interface Manners<Kind extends string> {
  /** s */
  begins: number
  dice: number
  /** on two devices */
  two: boolean
  /** s before the first act */
  calmFor: number
  acts: Act<Kind>[]
  weathers: [Weather, Weather]
}

export const everybody = {
  begins: fc.integer({ min: 0, max: 20 }),
  dice: fc.nat(2 ** 30),
  two: fc.boolean(),
  weathers: fc.tuple(weather, weather),
}
