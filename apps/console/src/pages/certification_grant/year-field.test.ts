import { expect, it } from 'vitest'
import { yearField, yearProblem } from './year-field.ts'

/** What is said of a year that is pasted. */
function pasted(text: string): string | null {
  return yearProblem(text.slice(0, yearField.maxLength))
}

it('a year of five digits is refused and not cut to another; spaces around one are nothing', () => {
  expect(['20261', '202', '1999', '二〇二六'].map(pasted)).toEqual(
    Array(4).fill('年度应为四位数字，如 2026'),
  )
  expect(['2026', ' 2026', ' 2026 ', '', ' '].map(pasted)).toEqual(Array(5).fill(null))
})
