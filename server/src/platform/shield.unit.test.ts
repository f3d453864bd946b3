import { expect, it } from 'vitest'
import { neighbourhood, tokenBuckets } from './shield.ts'

it('lets a burst through, then one at a time as it refills, each key by itself', () => {
  let now = 0
  const buckets = tokenBuckets(3, () => now)
  expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 20])
  expect(buckets.take('b')).toBe(0)
  now = 10_000
  expect(buckets.take('a')).toBe(10)
  now = 20_000
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 20])
  now = 1_000_000
  expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 20])
})

it('counts an IPv6 /64 as one address', () => {
  expect(neighbourhood('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(neighbourhood('2001:db8:1:2::9')).toBe('2001:db8:1:2')
  expect(neighbourhood('2001:db8::9')).toBe('2001:db8:0:0')
  expect(neighbourhood('::1')).toBe('0:0:0:0')
  expect(neighbourhood('::ffff:10.0.0.7')).toBe('::ffff:10.0.0.7')
  expect(neighbourhood('10.0.0.7')).toBe('10.0.0.7')
})
