import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { InfiniteList } from './InfiniteList.tsx'

interface Row {
  id: string
}

/** Pages of ten rows; each page repeats the last row of the page before, as if a row had been added. */
const rowsOf = (at: number): Row[] =>
  Array.from({ length: 10 }, (_, row) => ({ id: String(at * 10 + row - (at > 0 ? 1 : 0)) }))

function List({ load, height }: { load: (at: number) => Promise<Row[]>; height: number }) {
  const query = useInfiniteQuery({
    queryKey: ['rows'],
    queryFn: async ({ pageParam }) => ({ list: await load(pageParam) }),
    initialPageParam: 0,
    getNextPageParam: (_last, all) => (all.length < 3 ? all.length : undefined),
    retry: false,
  })
  return (
    <InfiniteList query={query} idOf={({ id }) => id} empty={<p>没有记录</p>}>
      {({ id }) => <p style={{ height }}>第 {id} 行</p>}
    </InfiniteList>
  )
}

let root: Root | undefined
const show = (load: (at: number) => Promise<Row[]>, height = 150) => {
  root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <List load={load} height={height} />
    </QueryClientProvider>,
  )
}
afterEach(() => {
  root?.unmount()
  document.querySelector('main')?.remove()
})

it('a growing list loads its next page on scroll, shows each row once and stops at the end', async () => {
  show(async (at) => rowsOf(at))
  await expect.element(page.getByText('第 9 行')).toBeInTheDocument()
  await expect.element(page.getByText('第 20 行')).not.toBeInTheDocument()
  for (const last of ['第 18 行', '第 28 行']) {
    scrollTo(0, document.body.scrollHeight)
    await expect.element(page.getByText(last)).toBeInTheDocument()
  }
  expect(page.getByText('第 9 行').elements()).toHaveLength(1)
  await expect.element(page.getByRole('button', { name: '加载更多' })).not.toBeInTheDocument()
})

it('a growing list loads more pages until the screen is full', async () => {
  let asked = 0
  show(async (at) => {
    asked += 1
    if (at === 2) throw new Error('没有网络')
    return rowsOf(at)
  }, 20)
  await expect.element(page.getByText('第 18 行')).toBeInTheDocument()
  await expect.poll(() => asked).toBe(3)
  await expect.element(page.getByRole('button', { name: '加载更多' })).toBeEnabled()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(asked).toBe(3)
})

it('a growing list without rows shows its empty text', async () => {
  show(async () => [])
  await expect.element(page.getByText('没有记录')).toBeVisible()
})

it('a growing list that failed to load offers a retry', async () => {
  let tries = 0
  show(async (at) => {
    tries += 1
    if (tries === 1) throw new Error('没有网络')
    return rowsOf(at)
  })
  await page.getByRole('button', { name: '重试' }).click()
  await expect.element(page.getByText('第 0 行')).toBeVisible()
})
