import { expect, it } from 'vitest'
import { readingTimeProblem } from './use-reading-time.ts'

it('readingTimeProblem reports a missing or invalid reading time, and accepts the proposed reading time', () => {
  const limits = '要求的阅读时间应为 0.5–720 分钟，最多 1 位小数，请改正'
  expect([0.4, 721, 1.25].map(readingTimeProblem)).toEqual([limits, limits, limits])
  expect(readingTimeProblem(null)).toBe('请填写要求的阅读时间')
  expect([0.5, 3, 720, 'PROPOSED' as const].map(readingTimeProblem)).toEqual([null, null, null, null])
})
