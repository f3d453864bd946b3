import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { ListTable } from './ListTable.tsx'

interface Row {
  orderNo: string
}

const rows = (...numbers: string[]): Row[] => numbers.map((orderNo) => ({ orderNo }))

function Orders() {
  return (
    <ListTable
      label="订单"
      unit="笔"
      query={useQuery<{ list: Row[]; total: number; page: number; pageSize: number }>({
        queryKey: ['orders'],
        queryFn: () => Promise.reject(new Error('read by no test')),
        staleTime: Number.POSITIVE_INFINITY,
      })}
      columns={[{ key: 'no', title: '订单号', dataIndex: 'orderNo' }]}
      rowKey="orderNo"
      empty="还没有订单"
    />
  )
}

/** The list as it stands once this page of it was read. @param total undefined: none was */
function listOf(list: Row[], total?: number): string {
  const client = new QueryClient()
  if (total !== undefined) client.setQueryData(['orders'], { list, total, page: 3, pageSize: 20 })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Orders />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('says that it is loading, then its rows and how many there are', () => {
  expect(listOf([])).toContain('正在加载')
  const page = listOf(rows('A41', 'A42'), 42)
  expect(page).toMatch(/<table [^>]*aria-label="订单"/)
  expect(page).toContain('data-row-key="A41"')
  expect(page).toContain('共 42 笔')
})

it('a list of nothing has its own words; a page beyond the last one shows the way back', () => {
  expect(listOf([], 0)).toBe('还没有订单')
  const beyond = listOf([], 40)
  expect(beyond).toContain('这一页没有内容')
  expect(beyond).toContain('共 40 笔，2 页')
  expect(beyond).not.toContain('还没有订单')
})

it('has pages once there is more than one', () => {
  const twenty = Array.from({ length: 20 }, (_, at) => `A${at}`)
  expect(listOf(rows(...twenty), 20)).not.toContain('ant-pagination-item')
  expect(listOf(rows(...twenty), 21)).toContain('ant-pagination-item-2')
})
