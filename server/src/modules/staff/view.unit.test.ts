import { expect, test } from 'vitest'
import { knownPermissions, totpState } from './view.ts'

test.each([
  [true, true, true, 'ON'],
  [true, false, false, 'ON'],
  [false, true, true, 'REQUIRED'],
  [false, true, false, 'OFF'],
  [false, false, true, 'OFF'],
])('bound %s, asked %s, insisted on %s: %s', (bound, totpRequired, insists, state) => {
  expect(totpState(bound, [{ totpRequired: false }, { totpRequired }], insists)).toBe(state)
})

test('a permission of a later version gives nothing', () => {
  expect(knownPermissions(['poster.read', 'moon.land', 'toString'])).toEqual(['poster.read'])
})
