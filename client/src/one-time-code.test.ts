import { expect, it } from 'vitest'
import { oneTimeCode, sixDigitRule } from './one-time-code.ts'
import { withoutSpaces } from './typed-text.ts'

function pasted(text: string): string {
  return withoutSpaces(text.slice(0, oneTimeCode.maxLength))
}

it('a pasted one-time code may contain spaces, but seven digits stay invalid', () => {
  const { pattern, msg } = sixDigitRule('验证码')
  for (const text of ['123456', '123 456', ' 123 456 ', '12 34 56']) expect(pasted(text)).toBe('123456')
  expect(pattern.test(pasted('123 456'))).toBe(true)
  expect(['1234567', '12345', '12345a'].map((text) => pattern.test(pasted(text)))).toEqual(Array(3).fill(false))
  expect(msg).toBe('验证码是 6 位数字')
})
