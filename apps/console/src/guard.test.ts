import type { StaffMe } from '@ce/client/staff-session.ts'
import { expect, it } from 'vitest'
import { duty, loginPath, returnTarget } from './guard.ts'
import { consoleBase, withoutBase } from './paths.ts'

const origin = 'https://example.org'

it('the login keeps the way back and why', () => {
  expect(loginPath('/')).toBe('/login')
  expect(loginPath('/audit?action=staff.', 'expired')).toBe(
    '/login?return=%2Faudit%3Faction%3Dstaff.&why=expired',
  )
  expect(returnTarget('?return=%2Faudit%3Faction%3Dstaff.&why=idle', origin)).toBe(
    '/audit?action=staff.',
  )
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
])('%s ends on the home page', (search) => {
  expect(returnTarget(search, origin)).toBe('/')
})

it('paths of the router have no base', () => {
  expect(withoutBase(consoleBase, '/console/staff')).toBe('/staff')
  expect(withoutBase(consoleBase, '/console')).toBe('/')
})

it('the first password comes before the one-time code, and both before any desk', () => {
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
  expect(duty(me)).toBe('/first-password')
  expect(duty({ ...me, mustChangePassword: false })).toBe('/set-up-code')
  expect(duty({ ...me, mustChangePassword: false, totp: 'OFF' })).toBeNull()
})
