import { expect, it } from 'vitest'
import { daySpanProblem, searchProblem } from './search-limits.ts'

it('refuses search words that are too long or cannot be stored', () => {
  expect([searchProblem('药'.repeat(50), 50), searchProblem(` ${'药'.repeat(50)} `, 50)]).toEqual([null, null])
  expect(searchProblem('药'.repeat(51), 50)).toBe('不能超过 50 个字')
  expect(['a\u0000', '\ud800', '\u007f'].map((words) => searchProblem(words, 50))).toEqual(
    Array(3).fill('含有不允许的字符'),
  )
})

it('refuses a span of days that ends before it begins', () => {
  expect(daySpanProblem('2026-03-02', '2026-03-01')).toBe('不能早于开始日期')
  expect(daySpanProblem('2026-03-01', '2026-03-01')).toBeNull()
  expect([daySpanProblem(undefined, '2026-03-01'), daySpanProblem('2026-03-02', undefined)]).toEqual([null, null])
})
