import type { FetchQueryOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestStorage } from '../test/storage.ts'
import { offeredCoursesQuery } from './course.ts'
import { allEmployerOrdersQuery } from './employer.ts'
import { allMyInvoicesQuery } from './invoice.ts'
import { allMyOrdersQuery } from './order.ts'
import { pagedQuery, uniqueRows } from './pages.ts'
import { createQueryClient } from './query.ts'
import { publishedCoursesQuery } from './staff/teaching.ts'

const page = (number: number, total: number) => ({ page: number, pageSize: 10, total, list: [] })

describe('paged list', () => {
  const options = pagedQuery(['GET /x', { status: 'PAID' }], async (number) => page(number, 25))
  const next = (number: number, total: number) => options.getNextPageParam(page(number, total), [], number, [])

  it('a paged list continues until all rows are read', () => {
    expect(next(1, 25)).toBe(2)
    expect(next(3, 25)).toBeUndefined()
    expect(next(1, 10)).toBeUndefined()
    expect(next(1, 0)).toBeUndefined()
  })

  it('the query key of a paged list begins with its call and differs from the keys of its single pages', () => {
    expect(options.queryKey).toEqual(['GET /x', 'pages', { status: 'PAID' }])
  })

  it('a paged list shows each row once, at its first place and with its newest data', () => {
    const pages = [{ list: [{ no: 'c' }, { no: 'b' }] }, { list: [{ no: 'b', late: true }, { no: 'a' }] }]
    const rows = uniqueRows(pages, ({ no }) => no)
    expect(rows).toEqual([{ no: 'c' }, { no: 'b', late: true }, { no: 'a' }])
  })
})

describe('whole list', () => {
  beforeEach(() => vi.stubGlobal('localStorage', createTestStorage()))
  afterEach(() => vi.unstubAllGlobals())

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
    const { list } = await createQueryClient().fetchQuery(options as FetchQueryOptions<{ list: { id: string }[] }>)
    return list.map(({ id }) => id)
  }

  it.each([0, 100, 101, 200])('a whole list has all of %i rows in order', async (total) => {
    const ids = serve(total)
    expect(await read(offeredCoursesQuery(2026))).toEqual(ids)
  })

  it.each([
    ['one’s paid orders', allMyOrdersQuery('PAID')],
    ['one’s invoices', allMyInvoicesQuery()],
    ['an employer’s orders', allEmployerOrdersQuery()],
    ['what a plan can take', publishedCoursesQuery()],
  ])('a whole list reads %s beyond the hundredth row', async (_, options) => {
    const ids = serve(101)
    expect(await read(options)).toEqual(ids)
  })

  it('the query key of a whole list contains its call, so that it is refetched with the call', () => {
    expect(allMyOrdersQuery('PAID').queryKey[0]).toBe('GET /order/v1/my_order')
    expect(publishedCoursesQuery().queryKey.slice(0, 2)).toEqual(['staff', 'GET /teaching/v1/courses'])
  })
})
