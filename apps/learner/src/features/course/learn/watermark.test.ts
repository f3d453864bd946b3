import { expect, it } from 'vitest'
import { nextSpot, stayMs } from './Watermark.tsx'

const randoms = Array.from({ length: 200 }, (_, index) => index / 200)

it('goes anywhere but where it was, and in the end everywhere', () => {
  const seen = randoms.map((random) => nextSpot('e', random))
  expect(seen).not.toContain('e')
  expect(new Set(seen).size).toBe(8)
  expect(new Set(randoms.map((random) => nextSpot(undefined, random))).size).toBe(9)
})

it('stays 20 to 40 seconds', () => {
  expect(Math.min(...randoms.map(stayMs))).toBe(20_000)
  expect(Math.max(...randoms.map(stayMs))).toBeGreaterThan(39_000)
  expect(Math.max(...randoms.map(stayMs))).toBeLessThan(40_000)
})
