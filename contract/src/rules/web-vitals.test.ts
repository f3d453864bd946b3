import { expect, it } from 'vitest'
import {
  bucketOf,
  p75,
  ratingCounts,
  ratingOf,
  vitalBounds,
  vitalLimits,
  vitalNames,
} from './web-vitals.ts'

it.each(vitalNames)(
  'the limits of %s are ends of buckets, so that counts alone tell ratings',
  (name) => {
    const { good, poor } = vitalLimits[name]
    expect(vitalBounds[name]).toEqual(vitalBounds[name].toSorted((one, other) => one - other))
    expect(vitalBounds[name]).toEqual(expect.arrayContaining([good, poor]))
    for (const value of [0, good, good * 1.01, poor, poor * 1.01, 1e6]) {
      const buckets = vitalBounds[name].map(() => 0).concat(0)
      buckets[bucketOf(name, value)] = 1
      expect(ratingCounts(name, buckets)[ratingOf(name, value)]).toBe(1)
    }
  },
)

it('three of four visits are within the value that is shown', () => {
  expect(p75('LCP', [])).toBeNull()
  expect(p75('LCP', [4])).toBe(375)
  expect(p75('LCP', [1, 1, 1, 1])).toBe(1500)
  // what lies above the last bound is told as that bound
  expect(p75('LCP', [...vitalBounds.LCP.map(() => 0), 4])).toBe(12_000)
})
