import { numberProblem } from '@ce/contract/typed-number'
import { expect, it } from 'vitest'
import { numberRangeRule } from './number-rule.ts'

const price = { what: '价格', min: 0, max: 100_000, unit: ' 元', decimals: 2 }
const percent = { what: '比例', min: 0, max: 100, unit: '%' }

it('a number out of range is reported with the limits and not changed', () => {
  expect([0, 99.5, 19.99, 100_000].map((value) => numberProblem(price, value))).toEqual([null, null, null, null])
  for (const value of [-1, 120_000, 12.345])
    expect(numberProblem(price, value)).toBe('价格应为 0–100000 元，最多 2 位小数，请改正')
  expect(numberProblem(percent, 12.5)).toBe('比例应为 0–100%，不带小数，请改正')
})

it('an empty number field is reported only by the required rule', async () => {
  expect(numberProblem(price, null)).toBeNull()
  const rule = numberRangeRule(percent)
  if (typeof rule === 'function' || !rule.validator) throw new Error('no validator')
  await expect(rule.validator({}, 101, () => undefined)).rejects.toThrow('比例应为')
})
