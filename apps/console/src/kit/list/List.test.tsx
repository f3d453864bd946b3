import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { choiceFilter, personalFilter, textFilter } from './filters.ts'
import { defineList, List, useList } from './List.tsx'

interface Row {
  orderNo: string
}

const rows = (...numbers: string[]): Row[] => numbers.map((orderNo) => ({ orderNo }))

interface PageOfRows {
  list: Row[]
  total: number
  page: number
  pageSize: number
}

const orders = defineList({
  label: '订单',
  unit: '笔',
  filters: {
    number: textFilter('订单号'),
    student: personalFilter(textFilter('学员')),
    state: choiceFilter('状态', '全部状态', { PAID: '已支付' }),
  },
  query: () =>
    queryOptions({
      queryKey: ['orders'],
      queryFn: (): Promise<PageOfRows> => Promise.reject(new Error('read by no test')),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  empty: { title: '还没有订单' },
})

function Orders() {
  return (
    <List list={useList(orders)} columns={[{ key: 'no', title: '订单号', dataIndex: 'orderNo' }]} rowKey="orderNo" />
  )
}

function listOf(list: Row[], total?: number, address = '/orders'): string {
  const client = new QueryClient()
  if (total !== undefined) client.setQueryData(['orders'], { list, total, page: 3, pageSize: 20 })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Orders />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('the list shows a loading state, then its rows and their number', () => {
  expect(listOf([])).toContain('正在加载')
  const page = listOf(rows('A41', 'A42'), 42)
  expect(page).toMatch(/<table [^>]*aria-label="订单"/)
  expect(page).toContain('data-row-key="A41"')
  expect(page).toContain('共 42 笔')
})

it('an empty list has its own text, and a page beyond the end links back to the first page', () => {
  const nothing = listOf([], 0)
  expect(nothing).toContain('还没有订单')
  expect(nothing).not.toContain('清除条件')
  const beyond = listOf([], 40)
  expect(beyond).toContain('这一页没有内容')
  expect(beyond).toContain('共 40 笔，2 页')
  expect(beyond).not.toContain('还没有订单')
})

it('the pager is shown only for more than one page', () => {
  const twenty = Array.from({ length: 20 }, (_, at) => `A${at}`)
  expect(listOf(rows(...twenty), 20)).not.toContain('ant-pagination-item')
  expect(listOf(rows(...twenty), 21)).toContain('ant-pagination-item-2')
})

it('a filtered list without results says so and offers to clear the filters', () => {
  for (const address of ['/orders?number=1', '/orders?state=PAID&page=1']) {
    const nothing = listOf([], 0, address)
    expect(nothing).toContain('没有符合条件的订单')
    expect(nothing).toContain('清除条件')
  }
  // The filter by student is personal, so a value in the URL does not count.
  expect(listOf([], 0, '/orders?student=13800000002')).toContain('还没有订单')
})
