import { expect, test } from 'vitest'
import { filterKnownPermissions, totpStateOf } from './view.ts'

test.each([
  [true, true, true, 'ON'],
  [true, false, false, 'ON'],
  [false, true, true, 'REQUIRED'],
  [false, true, false, 'OFF'],
  [false, false, true, 'OFF'],
])('code set up %s, required by role %s, enforced %s: state %s', (bound, totpRequired, insists, state) => {
  expect(totpStateOf(bound, [{ totpRequired: false }, { totpRequired }], insists)).toBe(state)
})

test('ignores a staff permission that only a later version knows', () => {
  expect(filterKnownPermissions(['poster.read', 'moon.land', 'toString'])).toEqual(['poster.read'])
})
