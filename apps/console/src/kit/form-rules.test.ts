import { expect, it } from 'vitest'
import { yearInputProps, yearProblem } from './form-rules.ts'

function pasted(text: string): string | null {
  return yearProblem(text.slice(0, yearInputProps.maxLength))
}

it('a five-digit year is refused instead of cut, and spaces around a year are ignored', () => {
  expect(['20261', '202', '1999', '二〇二六'].map(pasted)).toEqual(Array(4).fill('年度应为四位数字，如 2026'))
  expect(['2026', ' 2026', ' 2026 ', '２０２６', '', ' '].map(pasted)).toEqual(Array(6).fill(null))
})
