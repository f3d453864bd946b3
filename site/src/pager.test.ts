import { describe, expect, it } from 'vitest'
import { pagesAround } from './Pager.tsx'

describe('the numbers of a pager', () => {
  it('are the ends and what is around the open page, each once', () => {
    expect(pagesAround(1, 2)).toEqual([1, 2])
    expect(pagesAround(1, 9)).toEqual([1, 2, 9])
    expect(pagesAround(5, 9)).toEqual([1, 4, 5, 6, 9])
    expect(pagesAround(9, 9)).toEqual([1, 8, 9])
  })

  it('offer a way back from a page that is not there', () => {
    expect(pagesAround(70, 3)).toEqual([1, 3])
  })
})
