import { expect, test } from 'vitest'
import { registerFields } from './register-fields.ts'

test('a number is judged by the kind of document chosen', () => {
  const { problem } = registerFields.idNo
  expect(problem?.('11010519491231002x', { idType: 'ID_CARD' })).toBeNull()
  expect(problem?.('E12345678', { idType: 'ID_CARD' })).toContain('身份证号')
  expect(problem?.('E12345678', { idType: 'PASSPORT' })).toBeNull()
})

test('what is typed with spaces around it is judged without them', () => {
  expect(registerFields.phone.problem?.(' 13800000001 ', {})).toBeNull()
  expect(registerFields.phone.problem?.('1380000000', {})).toBe('手机号应为 11 位数字')
})
