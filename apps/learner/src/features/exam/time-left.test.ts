import { expect, it } from 'vitest'
import { crossed, urgencyOf } from './PaperBar.tsx'

it('tells each threshold once, the lowest of several, and none on arrival below it', () => {
  expect(crossed(601, 600)).toBe(10)
  expect(crossed(600, 599)).toBeNull()
  expect(crossed(700, 50)).toBe(1)
  expect(crossed(40, 40)).toBeNull()
})

it('is quiet until five minutes are left', () => {
  expect([301, 300, 61, 60].map(urgencyOf)).toEqual(['quiet', 'soon', 'soon', 'last'])
})
