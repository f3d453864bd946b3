import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { choiceFilter, dayRangeFilters, personalFilter, textFilter, viewFilter } from './filters.ts'
import { defineList, List, useList } from './List.tsx'
import { SelectionBar, useSelection } from './Selection.tsx'

interface Row {
  id: string
}

const rows: Row[] = Array.from({ length: 45 }, (_, at) => ({ id: String(at + 1) }))
let asked: object[] = []

const students = defineList({
  label: '学员',
  unit: '名',
  filters: {
    view: viewFilter('范围', { ALL: '全部', CLOSED: '已关闭' }, 'ALL'),
    name: personalFilter(textFilter('姓名', 4)),
    employer: textFilter('单位', 4),
    state: choiceFilter('状态', '全部状态', { ACTIVE: '正常' }),
    ...dayRangeFilters('日期'),
  },
  query: (filter, { page: wanted, pageSize }) =>
    queryOptions({
      queryKey: ['students', filter, wanted],
      queryFn: async () => {
        asked.push({ ...filter, page: wanted })
        const found = filter.name ? [] : rows
        const list = found.slice((wanted - 1) * pageSize, wanted * pageSize)
        return { list, total: found.length, page: wanted, pageSize }
      },
    }),
  empty: { title: '还没有学员' },
})

function Students() {
  const list = useList(students)
  const { chosen, rows: chooseRows, clear } = useSelection(list.query.data?.list)
  return (
    <List
      list={list}
      columns={[{ key: 'id', title: '编号', dataIndex: 'id' }]}
      selection={chooseRows(({ id }) => ` ${id}`)}
      above={
        <SelectionBar count={chosen.length} unit="名" most={2} onClear={clear}>
          {(tooMany) => (
            <button type="button" disabled={tooMany}>
              处理
            </button>
          )}
        </SelectionBar>
      }
    />
  )
}

let root: Root | undefined
function show(address = '/students') {
  asked = []
  const router = createMemoryRouter([{ path: '*', element: <Students /> }], {
    initialEntries: [address],
  })
  root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}
afterEach(() => {
  root?.unmount()
  document.querySelector('main')?.remove()
})

const field = (label: string) => page.getByLabelText(label, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

it('Enter applies all filters, keeps focus and puts no personal data into the address', async () => {
  const router = show('/students?page=2')
  await expect.element(page.getByText('共 45 名')).toBeInTheDocument()
  await field('姓名').fill(' 林晓 ')
  await field('单位').fill('药房')
  await field('日期从').fill('2026年3月5日')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('没有符合条件的学员')).toBeInTheDocument()
  expect(asked.at(-1)).toMatchObject({
    name: '林晓',
    employer: '药房',
    from: '2026-03-05',
    page: 1,
  })
  expect(decodeURIComponent(router.state.location.search)).toBe('?employer=药房&from=2026-03-05')
  await expect.element(field('日期从')).toHaveFocus()
  // A repeated search reloads, and Back leads to the earlier one.
  const times = asked.length
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked.length).toBe(times + 1)
  await router.navigate(-1)
  await expect.element(page.getByText('共 45 名')).toBeInTheDocument()
  await router.navigate(1)
  await button('清除条件').first().click()
  await expect.element(page.getByText('共 45 名')).toBeInTheDocument()
  await expect.element(field('姓名')).toHaveValue('')
})

it('an invalid filter shows its problem at its field and sends no request', async () => {
  show()
  await expect.element(page.getByText('共 45 名')).toBeInTheDocument()
  await field('姓名').fill('四个字以上')
  await field('日期从').fill('2026-05-02')
  await field('日期到').fill('2026-05-01')
  await page.getByRole('button', { name: /^查 ?找$/ }).click()
  await expect.element(page.getByText('不能超过 4 个字')).toBeInTheDocument()
  await expect.element(page.getByText('不能早于开始日期')).toBeInTheDocument()
  await expect.element(field('姓名')).toHaveFocus()
  expect(asked).toHaveLength(1)
})

it('choosing another view loads it at once and keeps typed filter text', async () => {
  const router = show('/students?state=GONE')
  await expect.element(page.getByText('没有这一项，请重新选择')).toBeInTheDocument()
  await field('单位').fill('药房')
  await page.getByText('已关闭').click()
  await expect.poll(() => asked.at(-1)).toMatchObject({ view: 'CLOSED', employer: undefined })
  expect(router.state.location.search).toContain('view=CLOSED')
  await expect.element(field('单位')).toHaveValue('药房')
})

it('a selection spans pages, and its actions are disabled above the limit of the call', async () => {
  show()
  await page.getByRole('checkbox', { name: '选择 1', exact: true }).click()
  await page.getByTitle('2').click()
  await page.getByRole('checkbox', { name: '选择 21' }).click()
  await expect.element(page.getByText('已选 2 名')).toBeInTheDocument()
  await expect.element(button('处理')).toBeEnabled()
  await page.getByRole('checkbox', { name: '选择 22' }).click()
  await expect.element(button('处理')).toBeDisabled()
  await expect.element(page.getByText('一次最多 2 名，请少选一些。')).toBeInTheDocument()
  await button('取消选择').click()
  await expect.element(page.getByRole('checkbox', { name: '选择 21' })).not.toBeChecked()
})
