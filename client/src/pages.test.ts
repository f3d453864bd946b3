import { describe, expect, it } from 'vitest'
import { inPages, rowsOnce } from './pages.ts'

const page = (number: number, total: number) => ({ page: number, pageSize: 10, total, list: [] })

describe('a list that grows', () => {
  const options = inPages(['GET /x', { status: 'PAID' }], async (number) => page(number, 25))
  const next = (number: number, total: number) =>
    options.getNextPageParam(page(number, total), [], number, [])

  it('goes on until all has been read', () => {
    expect(next(1, 25)).toBe(2)
    expect(next(3, 25)).toBeUndefined()
    expect(next(1, 10)).toBeUndefined()
    expect(next(1, 0)).toBeUndefined()
  })

  it('is renewed with its call, and is none of its single pages', () => {
    expect(options.queryKey).toEqual(['GET /x', 'pages', { status: 'PAID' }])
  })

  it('shows each row once, as the later page has it, at the place where it was read', () => {
    const pages = [
      { list: [{ no: 'c' }, { no: 'b' }] },
      { list: [{ no: 'b', late: true }, { no: 'a' }] },
    ]
    const rows = rowsOnce(pages, ({ no }) => no)
    expect(rows).toEqual([{ no: 'c' }, { no: 'b', late: true }, { no: 'a' }])
  })
})
