import type { Location } from 'react-router'
import { expect, test } from 'vitest'
import { inPlace, isInPlace } from './ScrollToTop.tsx'

const list = { pathname: '/list', state: null } as Location
const open = { ...list, search: '?id=1', state: inPlace }
const other = { ...list, pathname: '/other' }

test('the page stays where it is when something on it is opened, or closed by Back', () => {
  expect(isInPlace(list, open, 'PUSH')).toBe(true)
  expect(isInPlace(open, list, 'POP')).toBe(true)
  // the next page of a list on which something was closed is another page
  expect(isInPlace(open, list, 'PUSH')).toBe(false)
  expect(isInPlace(list, { ...list, search: '?page=2' }, 'PUSH')).toBe(false)
})

test('from another page it begins at the top, whatever its entry says', () => {
  expect(isInPlace(other, open, 'POP')).toBe(false)
  expect(isInPlace(open, other, 'POP')).toBe(false)
})
