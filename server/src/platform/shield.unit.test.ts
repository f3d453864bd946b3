import { expect, it } from 'vitest'
import { createTokenBuckets } from './shield.ts'

it('allows a burst, then one call per refilled token, for each key separately', () => {
  let now = 0
  const buckets = createTokenBuckets(3, () => now)
  expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 20])
  expect(buckets.take('b')).toBe(0)
  now = 10_000
  expect(buckets.take('a')).toBe(10)
  now = 20_000
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 20])
  now = 1_000_000
  expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 20])
})
