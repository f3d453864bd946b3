import { expect, test } from 'vitest'
import { oneTimePassword } from '../../platform/auth/one-time-password.ts'
import { passwordIsWeak } from './password-strength.ts'

test.each([
  ['Abcdefg1', false],
  ['correct horse battery 1', false],
  ['中文的口令Ab1', false],
  ['abcdefgh', true],
  ['abcdefg1', true],
  ['Li.Na2026', true],
  ['Demo@2026', true],
  ['Abcdef1', true],
])('%s', (password, weak) => {
  expect(passwordIsWeak(password, 'li.na')).toBe(weak)
})

test('one-time passwords are readable and each is new', () => {
  const made = Array.from({ length: 50 }, oneTimePassword)
  for (const password of made)
    expect(password).toMatch(/^(?:[a-km-np-zA-HJ-NP-Z2-9]{4}-){3}[a-km-np-zA-HJ-NP-Z2-9]{4}$/)
  expect(new Set(made).size).toBe(50)
})
