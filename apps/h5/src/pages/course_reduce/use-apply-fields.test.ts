import { expect, it } from 'vitest'
import { hoursProblem } from './use-apply-fields.ts'

it('says the limits of the hours as they were typed; a draft may do without any', () => {
  const limits = '申请学时应为 0.1–300，最多 1 位小数，请改正'
  expect(['350', '0', '6.25', '6 篇', '1e9'].map(hoursProblem)).toEqual(Array(5).fill(limits))
  expect(['', ' ', '6', ' 0.5', '300'].map(hoursProblem)).toEqual(Array(5).fill(null))
})
