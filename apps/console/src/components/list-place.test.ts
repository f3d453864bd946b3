import { expect, it } from 'vitest'
import { besides, forgetListPlaces, keepPlace, listPlace } from './list-place.ts'

it('leads to the rows before and behind, and no further than the ends of the list', () => {
  expect(besides(['a', 'b', 'c'], 'b')).toEqual({ previous: 'a', next: 'c' })
  expect(besides(['a', 'b'], 'b')).toEqual({ previous: 'a', next: null })
  expect(besides([], 'b')).toEqual({ previous: null, next: null })
})

it('knows how a list was left, its rows also while others load, until somebody else signs in', () => {
  keepPlace('/x', { search: '?page=1', state: null }, ['a', 'b'])
  keepPlace('/x', { search: '?page=2', state: { words: { keyword: '王' } } })
  expect(listPlace('/x')).toMatchObject({ search: '?page=2', rows: ['a', 'b'] })
  keepPlace('/x', { search: '?page=2', state: null }, [])
  expect(listPlace('/x')?.rows).toEqual([])
  forgetListPlaces()
  expect(listPlace('/x')).toBeUndefined()
})
