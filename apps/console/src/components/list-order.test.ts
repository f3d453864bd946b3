import { expect, it } from 'vitest'
import { moveEntry, sortByIds } from './list-order.ts'

it('moveEntry moves an entry by one place within the list', () => {
  expect(moveEntry(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(moveEntry(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
  expect(moveEntry(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(moveEntry(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
  expect(moveEntry(['a'], 'x', 1)).toEqual(['a'])
})

it('sortByIds shows the order that is being saved, with new rows last', () => {
  const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(sortByIds(rows, ['b', 'a']).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
  expect(sortByIds(rows, undefined)).toEqual(rows)
})
