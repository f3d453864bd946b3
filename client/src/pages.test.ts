import type { FetchQueryOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storage } from '../test/storage.ts'
import { offeredQuery } from './course.ts'
import { wholeEmployerOrdersQuery } from './employer.ts'
import { wholeInvoicesQuery } from './invoice.ts'
import { wholeOrdersQuery } from './order.ts'
import { inPages, rowsOnce } from './pages.ts'
import { makeQueryClient } from './query.ts'
import { publishedCoursesQuery } from './staff/teaching.ts'

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

describe('a list read whole', () => {
  beforeEach(() => vi.stubGlobal('localStorage', storage()))
  afterEach(() => vi.unstubAllGlobals())

  /** As the server answers for a list of so many rows: the asked page, of at most a hundred. */
  function serve(total: number) {
    const ids = Array.from({ length: total }, (_, index) => String(index))
    vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
      const query = Object.fromEntries(new URL(url, 'http://localhost').searchParams)
      const asked: Record<string, unknown> = body ? JSON.parse(body) : query
      const [page, pageSize] = [Number(asked.page), Math.min(Number(asked.pageSize), 100)]
      const list = ids.slice((page - 1) * pageSize, page * pageSize)
      const rows = list.map((id) => ({ id, orderNo: id }))
      return Response.json({ code: 1, msg: 'ok', data: { list: rows, total, page, pageSize } })
    })
    return ids
  }

  const read = async (options: unknown) => {
    const { list } = await makeQueryClient().fetchQuery(
      options as FetchQueryOptions<{ list: { id: string }[] }>,
    )
    return list.map(({ id }) => id)
  }

  it.each([0, 100, 101, 200])('has all of %i rows, in order', async (total) => {
    const ids = serve(total)
    expect(await read(offeredQuery(2026))).toEqual(ids)
  })

  it.each([
    ['one’s paid orders', wholeOrdersQuery('PAID')],
    ['one’s invoices', wholeInvoicesQuery()],
    ['an employer’s orders', wholeEmployerOrdersQuery()],
    ['what a plan can take', publishedCoursesQuery()],
  ])('reads %s beyond the hundredth', async (_, options) => {
    const ids = serve(101)
    expect(await read(options)).toEqual(ids)
  })

  it('is renewed with its call', () => {
    expect(wholeOrdersQuery('PAID').queryKey[0]).toBe('GET /order/v1/my_order')
    expect(publishedCoursesQuery().queryKey.slice(0, 2)).toEqual([
      'staff',
      'GET /teaching/v1/courses',
    ])
  })
})
