import { expect, it } from 'vitest'
import { forgetListPlaces, getListPlace, listNeighbours, rememberListPlace } from './list-place.ts'

it('the neighbours of a row stop at the ends of its list', () => {
  expect(listNeighbours(['a', 'b', 'c'], 'b')).toEqual({ previous: 'a', next: 'c' })
  expect(listNeighbours(['a', 'b'], 'b')).toEqual({ previous: 'a', next: null })
  expect(listNeighbours([], 'b')).toEqual({ previous: null, next: null })
})

it('the remembered place of a list keeps its rows while other rows load, until all places are forgotten', () => {
  rememberListPlace('/x', { search: '?page=1', state: null }, ['a', 'b'])
  rememberListPlace('/x', { search: '?page=2', state: { words: { keyword: '王' } } })
  expect(getListPlace('/x')).toMatchObject({ search: '?page=2', rows: ['a', 'b'] })
  rememberListPlace('/x', { search: '?page=2', state: null }, [])
  expect(getListPlace('/x')?.rows).toEqual([])
  forgetListPlaces()
  expect(getListPlace('/x')).toBeUndefined()
})
