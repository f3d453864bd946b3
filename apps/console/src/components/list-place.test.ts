import { expect, it } from 'vitest'
import { besides } from './list-place.ts'

it('leads to the rows before and behind, and no further than the ends of the list', () => {
  expect(besides(['a', 'b', 'c'], 'b')).toEqual({ previous: 'a', next: 'c' })
  expect(besides(['a', 'b'], 'b')).toEqual({ previous: 'a', next: null })
  expect(besides([], 'b')).toEqual({ previous: null, next: null })
})
