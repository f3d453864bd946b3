import { expect, it } from 'vitest'
import { nextWatermarkSpot, watermarkStayMs } from './Watermark.tsx'

const randoms = Array.from({ length: 200 }, (_, index) => index / 200)

it('the watermark never stays at one spot and reaches all spots', () => {
  const seen = randoms.map((random) => nextWatermarkSpot('e', random))
  expect(seen).not.toContain('e')
  expect(new Set(seen).size).toBe(8)
  expect(new Set(randoms.map((random) => nextWatermarkSpot(undefined, random))).size).toBe(9)
})

it('the watermark stays at a spot for 20 to 40 seconds', () => {
  expect(Math.min(...randoms.map(watermarkStayMs))).toBe(20_000)
  expect(Math.max(...randoms.map(watermarkStayMs))).toBeGreaterThan(39_000)
  expect(Math.max(...randoms.map(watermarkStayMs))).toBeLessThan(40_000)
})
