import type { StaffMe } from '@ce/client/staff-session.ts'
import { expect, it } from 'vitest'
import { loginPath, loginReturnPath, requiredStepPath } from './guard.ts'
import { consoleBasePath, withoutBasePath } from './paths.ts'

const origin = 'https://example.org'

it('the login address contains the return path and the reason', () => {
  expect(loginPath('/')).toBe('/login')
  expect(loginPath('/audit?action=staff.', 'expired')).toBe('/login?return=%2Faudit%3Faction%3Dstaff.&why=expired')
  expect(loginReturnPath('?return=%2Faudit%3Faction%3Dstaff.&why=idle', origin)).toBe('/audit?action=staff.')
})

it.each([
  '',
  '?return=',
  '?return=//evil.example/',
  '?return=https://evil.example/',
  '?return=/%5Cevil.example',
  '?return=/%09/evil.example',
  '?return=/a/..//evil.example',
  '?return=/login',
  '?return=/first-password',
])('the unsafe return path %s leads to the home page', (search) => {
  expect(loginReturnPath(search, origin)).toBe('/')
})

it('router paths do not contain the base path', () => {
  expect(withoutBasePath(consoleBasePath, '/console/staff')).toBe('/staff')
  expect(withoutBasePath(consoleBasePath, '/console')).toBe('/')
})

it('the first password change precedes two-factor setup, and both precede every desk', () => {
  const me: StaffMe = {
    id: '1',
    username: 'a',
    name: '甲',
    roles: [],
    permissions: [],
    totp: 'REQUIRED',
    mustChangePassword: true,
    idleSeconds: 1800,
  }
  expect(requiredStepPath(me)).toBe('/first-password')
  expect(requiredStepPath({ ...me, mustChangePassword: false })).toBe('/set-up-code')
  expect(requiredStepPath({ ...me, mustChangePassword: false, totp: 'OFF' })).toBeNull()
})
