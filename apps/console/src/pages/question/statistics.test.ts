import { expect, it } from 'vitest'
import { correctRateText, discriminationRating, discriminationText } from './statistics.ts'

const of = (correctRate: number | null, discrimination: number | null) => ({
  answered: 40,
  correctRate,
  discrimination,
})

it('question statistics are formatted, and show no figures for too few papers', () => {
  expect(correctRateText(of(0.625, 0))).toBe('62.5%')
  expect(correctRateText(of(0, 0))).toBe('0%')
  expect(correctRateText(of(null, null))).toBe('作答不足')
  expect(discriminationText(of(1, 0.318))).toBe('0.32')
  expect(discriminationText(of(1, null))).toBe('—')
  expect(discriminationText(of(null, null))).toBe('作答不足')
})

it('the discrimination of a question is rated', () => {
  expect(discriminationRating(of(0.5, -0.1))).toContain('核对答案')
  expect(discriminationRating(of(0.5, 0))).toContain('偏低')
  expect(discriminationRating(of(0.5, 0.2))).toBe('尚可')
  expect(discriminationRating(of(0.5, 0.39))).toBe('良好')
  expect(discriminationRating(of(0.5, 0.4))).toBe('很好')
  expect(discriminationRating(of(null, null))).toBe('')
})
