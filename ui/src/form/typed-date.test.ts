import { expect, it } from 'vitest'
import { dateProblem, parseTypedDate } from './typed-date.ts'

it('reads every usual Chinese spelling of a date as YYYY-MM-DD', () => {
  const typed = [
    ...['2026-3-5', '2026-03-05', '2026/3/5', '2026.3.5', '20260305', '2026年3月5日', '2026年03月05'],
    ...['２０２６－０３－０５', '２０２６年３月５日', ' 2026 - 3 - 5 ', '2026。3。5', '2026—3—5', '2026·3·5'],
  ]
  for (const text of typed) expect(`${text}: ${parseTypedDate(text)}`).toBe(`${text}: 2026-03-05`)
  expect(parseTypedDate(' ')).toBe('')
})

it('a date field refuses invalid days and explains the format', () => {
  const none = ['2026-02-30', '2026-13-01', '2026-00-10', '2025-02-29', '20261301']
  for (const text of none) expect(dateProblem(text)).toMatch(/^没有 \d{4}-\d\d-\d\d 这一天/)
  const other = ['3/5/2026', '05-03-2026', '2026-3', '26-3-5', '昨天', '2026-3-5 8:00', '202603', '0x7ea']
  for (const text of other) expect(dateProblem(text)).toBe('日期请按 2026-03-05 的格式填写')
  for (const text of [...none, ...other]) expect(parseTypedDate(text)).toBeNull()
  expect(parseTypedDate('2024-2-29')).toBe('2024-02-29')
})

it('a date field names the first or last allowed day', () => {
  const limits = { min: '2026-01-01', max: '2026-12-31' }
  expect(dateProblem('2025-12-31', limits)).toBe('日期不能早于 2026-01-01')
  expect(dateProblem('2027/1/1', limits)).toBe('日期不能晚于 2026-12-31')
  expect(dateProblem('2026/12/31', limits)).toBeNull()
  expect(dateProblem('', limits)).toBeNull()
})
