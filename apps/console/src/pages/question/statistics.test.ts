import { expect, it } from 'vitest'
import { discriminationWords, judgement, rateWords } from './statistics.ts'

const of = (correctRate: number | null, discrimination: number | null) => ({
  answered: 40,
  correctRate,
  discrimination,
})

it('says figures as people read them, and nothing of too few papers', () => {
  expect(rateWords(of(0.625, 0))).toBe('62.5%')
  expect(rateWords(of(0, 0))).toBe('0%')
  expect(rateWords(of(null, null))).toBe('作答不足')
  expect(discriminationWords(of(1, 0.318))).toBe('0.32')
  // all did alike
  expect(discriminationWords(of(1, null))).toBe('—')
  expect(discriminationWords(of(null, null))).toBe('作答不足')
})

it('judges a question by its discrimination', () => {
  expect(judgement(of(0.5, -0.1))).toContain('核对答案')
  expect(judgement(of(0.5, 0))).toContain('偏低')
  expect(judgement(of(0.5, 0.2))).toBe('尚可')
  expect(judgement(of(0.5, 0.39))).toBe('良好')
  expect(judgement(of(0.5, 0.4))).toBe('很好')
  expect(judgement(of(null, null))).toBe('')
})
