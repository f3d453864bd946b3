import { expect, it } from 'vitest'
import { crossedTimeThreshold, timerUrgency } from './ExamStatusBar.tsx'

it('the timer announces only the lowest time threshold that was crossed, and nothing when the page opens', () => {
  expect(crossedTimeThreshold(601, 600)).toBe(10)
  expect(crossedTimeThreshold(600, 599)).toBeNull()
  expect(crossedTimeThreshold(700, 50)).toBe(1)
  expect(crossedTimeThreshold(40, 40)).toBeNull()
})

it('the timer stays quiet until five minutes are left', () => {
  expect([301, 300, 61, 60].map(timerUrgency)).toEqual(['quiet', 'soon', 'soon', 'last'])
})
