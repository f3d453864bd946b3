import { Loaded } from '@ce/client/components/Loaded.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import type { ReactNode } from 'react'
import classes from './ListPages.module.css'
import { useUrlFilters } from './use-url-filters.ts'

/** A page of a list, as the calls give it. */
export interface PageOf<Row> {
  list: readonly Row[]
  total: number
  page: number
  pageSize: number
}

export interface ListPagesProps<Page> {
  /** what is listed, for screen readers: 工作人员 */
  label: string
  /** how it is counted: 名, 条 */
  unit: string
  /** of the page that the address names */
  query: UseQueryResult<Page>
  /** stands in its place when there is nothing on any page */
  empty: ReactNode
  /** what a page looks like */
  children: (page: Page) => ReactNode
}

/** A list as it stands in the address, once it is there: a page of it, the count, and the way to its other pages. */
export function ListPages<Page extends PageOf<unknown>>(props: ListPagesProps<Page>) {
  return (
    <Loaded query={props.query}>
      {(data) => (data.total === 0 ? props.empty : <OnePage {...props} data={data} />)}
    </Loaded>
  )
}

/** Beyond the last one, the way back. */
function OnePage<Page extends PageOf<unknown>>(props: ListPagesProps<Page> & { data: Page }) {
  const { label, unit, query, data, children } = props
  const { list, total, page, pageSize } = data
  const { set } = useUrlFilters()
  if (list.length === 0) {
    const last = Math.ceil(total / pageSize)
    return (
      <EmptyState
        title="这一页没有内容"
        action={<Button onClick={() => set({ page: last })}>到最后一页</Button>}
      >
        共 {total} {unit}，{last} 页。
      </EmptyState>
    )
  }
  // newer rows are on their way
  const stale = query.isPlaceholderData
  return (
    <div className={stale ? classes.stale : undefined} aria-busy={stale}>
      {children(data)}
      <nav className={classes.pages} aria-label={`${label}翻页`}>
        <span>
          共 {total} {unit}
        </span>
        <Pagination
          size="small"
          current={page}
          pageSize={pageSize}
          total={total}
          hideOnSinglePage
          showSizeChanger={false}
          onChange={(next) => set({ page: next })}
        />
      </nav>
    </div>
  )
}
