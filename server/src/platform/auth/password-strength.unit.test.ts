import { expect, test } from 'vitest'
import { drawOneTimePassword, isWeakPassword } from './passwords.ts'

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
  expect(isWeakPassword(password, 'li.na')).toBe(weak)
})

test('one-time passwords are readable and never repeat', () => {
  const made = Array.from({ length: 50 }, drawOneTimePassword)
  for (const password of made)
    expect(password).toMatch(/^(?:[a-km-np-zA-HJ-NP-Z2-9]{4}-){3}[a-km-np-zA-HJ-NP-Z2-9]{4}$/)
  expect(new Set(made).size).toBe(50)
})
