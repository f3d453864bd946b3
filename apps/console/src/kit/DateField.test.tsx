import { expect, it } from 'vitest'
import { dateTimeProblem } from './DateField.tsx'

it('a time field reports incomplete, invalid and out-of-range times', () => {
  const limits = { min: '2026-11-29T09:00', max: '2027-11-29T09:00' }
  expect(
    ['', '2026-12-01T8:30', '2026-12-01T0830', '2026-12-01T８：３０'].map((value) => dateTimeProblem(value, limits)),
  ).toEqual([null, null, null, null])
  expect(dateTimeProblem('T08:30')).toBe('请填写日期')
  expect(dateTimeProblem('2026-02-30T08:30')).toContain('没有 2026-02-30 这一天')
  expect(dateTimeProblem('2026-12-01T')).toBe('请填写时间，如 09:30')
  expect(dateTimeProblem('2026-12-01T24:00')).toBe('时间请按 09:30 的格式填写')
  expect(dateTimeProblem('2026-11-29T08:59', limits)).toBe('时间不能早于 2026-11-29 09:00')
  expect(dateTimeProblem('2028-01-01T00:00', limits)).toBe('时间不能晚于 2027-11-29 09:00')
})
