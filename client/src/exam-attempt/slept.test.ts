import { expect, it } from 'vitest'
import { slept } from './slept.ts'

const before = { shown: 1_000_000, steady: 500_000 }

it('knows a device that slept from one that only showed something else', () => {
  expect(slept(before, { shown: 1_300_000, steady: 501_000 })).toBe(true)
  expect(slept(before, { shown: 1_300_000, steady: 800_000 })).toBe(false)
})

it('takes no clock that was set back for sleep', () => {
  expect(slept(before, { shown: 0, steady: 560_000 })).toBe(false)
})
