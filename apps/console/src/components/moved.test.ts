import { expect, it } from 'vitest'
import { inOrder, moved } from './moved.ts'

it('moves one entry a place, and no further than the ends', () => {
  expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a'], 'x', 1)).toEqual(['a'])
})

it('shows rows in the order that is being saved, new ones last', () => {
  const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(inOrder(rows, ['b', 'a']).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
  expect(inOrder(rows, undefined)).toEqual(rows)
})
