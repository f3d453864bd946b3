import { expect, it } from 'vitest'
import { isPrompted } from './PasswordPrompt.tsx'

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

it('prompts below /system only, until the stored flag or the user says that it was changed', () => {
  const initial = session(false, false)
  for (const path of ['/system', '/system/dashboard']) expect(isPrompted(initial, path)).toBe(true)
  for (const path of ['/exam/1/2', '/grant/detail', '/systematic'])
    expect(isPrompted(initial, path)).toBe(false)
  expect(isPrompted(session(true, false), '/system')).toBe(false)
  expect(isPrompted(session(false, true), '/system')).toBe(false)
})
