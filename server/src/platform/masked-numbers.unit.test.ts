import { expect, it } from 'vitest'
import { maskIdNo } from './masked-numbers.ts'

it('masking shows the ends of a number, and nothing of a very short one', () => {
  expect(maskIdNo('110105197811230032')).toBe('110105********0032')
  expect(maskIdNo('H12345678')).toBe('H1*****78')
  expect(maskIdNo('E12345')).toBe('E1***45')
  expect(maskIdNo('ABC')).toBe('***')
  expect(maskIdNo('')).toBe('')
})
