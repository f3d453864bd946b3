import fc from 'fast-check'
import type { NetworkConditions } from './network.ts'

/** Frequent acts are listed more than once. */
export const commonActKinds = [
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
export type CommonActKind = (typeof commonActKinds)[number]

export interface SideAct<Kind extends string> {
  kind: Kind
  after: number
  /** s */
  takes: number
  one: boolean
  other: boolean
}

/** @param kinds acts of this room, in addition to the common ones */
export const sideActArbitrary = <Kind extends string>(
  kinds: readonly Kind[],
): fc.Arbitrary<SideAct<Kind | CommonActKind>> =>
  fc.record({
    kind: fc.constantFrom<Kind | CommonActKind>(...commonActKinds, ...kinds),
    after: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 3, max: 90 })),
    takes: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 40, max: 300 })),
    one: fc.boolean(),
    other: fc.boolean(),
  })

const weather: fc.Arbitrary<NetworkConditions> = fc.record({
  badPercent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
  slowMs: fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 15_000 })),
  dice: fc.nat(2 ** 30),
})

/** Behaviour that simulated persons have in every room. */
export interface SimulatedBehaviour<Kind extends string> {
  /** s */
  begins: number
  dice: number
  two: boolean
  calmFor: number
  acts: SideAct<Kind>[]
  weathers: [NetworkConditions, NetworkConditions]
}

export const commonBehaviour = {
  begins: fc.integer({ min: 0, max: 20 }),
  dice: fc.nat(2 ** 30),
  two: fc.boolean(),
  weathers: fc.tuple(weather, weather),
}
