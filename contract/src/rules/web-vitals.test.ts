import { expect, it } from 'vitest'
import {
  countVitalRatings,
  vitalBucketBounds,
  vitalBucketOf,
  vitalNames,
  vitalPercentile75,
  vitalRatingLimits,
  vitalRatingOf,
} from './web-vitals.ts'

it.each(vitalNames)(
  'the rating limits of %s are bucket bounds, so that ratings can be counted from buckets',
  (name) => {
    const { good, poor } = vitalRatingLimits[name]
    expect(vitalBucketBounds[name]).toEqual(vitalBucketBounds[name].toSorted((one, other) => one - other))
    expect(vitalBucketBounds[name]).toEqual(expect.arrayContaining([good, poor]))
    for (const value of [0, good, good * 1.01, poor, poor * 1.01, 1e6]) {
      const buckets = vitalBucketBounds[name].map(() => 0).concat(0)
      buckets[vitalBucketOf(name, value)] = 1
      expect(countVitalRatings(name, buckets)[vitalRatingOf(name, value)]).toBe(1)
    }
  },
)

it('the 75th percentile is at least the value of three out of four visits', () => {
  expect(vitalPercentile75('LCP', [])).toBeNull()
  expect(vitalPercentile75('LCP', [4])).toBe(375)
  expect(vitalPercentile75('LCP', [1, 1, 1, 1])).toBe(1500)
  // Values above the last bound count as that bound.
  expect(vitalPercentile75('LCP', [...vitalBucketBounds.LCP.map(() => 0), 4])).toBe(12_000)
})
