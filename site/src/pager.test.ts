import { describe, expect, it } from 'vitest'
import { listPagerPages } from './Pager.tsx'

describe('page numbers of a pager', () => {
  it('a pager shows both ends and the pages around the open one, each once', () => {
    expect(listPagerPages(1, 2)).toEqual([1, 2])
    expect(listPagerPages(1, 9)).toEqual([1, 2, 9])
    expect(listPagerPages(5, 9)).toEqual([1, 4, 5, 6, 9])
    expect(listPagerPages(9, 9)).toEqual([1, 8, 9])
  })

  it('a pager offers a way back from a page that does not exist', () => {
    expect(listPagerPages(70, 3)).toEqual([1, 3])
  })
})
