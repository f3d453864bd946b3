import { expect, it } from 'vitest'
import { isPasswordPromptDue } from './PasswordPrompt.tsx'

const session = (initPassword: boolean, isInitPassword: boolean) => ({
  initPassword,
  userInfo: {
    id: 'a',
    name: '王敏',
    avatarUrl: null,
    phoneMasked: '138****0001',
    titleCode: 0,
    isInitPassword,
  },
})

it('the password prompt appears only below /system, until the password is changed', () => {
  const initial = session(false, false)
  for (const path of ['/system', '/system/dashboard']) expect(isPasswordPromptDue(initial, path)).toBe(true)
  for (const path of ['/exam/1/2', '/grant/detail', '/systematic'])
    expect(isPasswordPromptDue(initial, path)).toBe(false)
  expect(isPasswordPromptDue(session(true, false), '/system')).toBe(false)
  expect(isPasswordPromptDue(session(false, true), '/system')).toBe(false)
})
