import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import classes from './ListPages.module.css'
import { Pager } from './Pager.tsx'
import { useUrlFilters } from './use-url-filters.ts'

export interface PageOfRows<Row> {
  list: readonly Row[]
  total: number
  page: number
  pageSize: number
}

export interface ListPagesProps<Page> {
  label: string
  unit: string
  query: UseQueryResult<Page>
  empty: ReactNode
  children: (page: Page) => ReactNode
}

export function ListPages<Page extends PageOfRows<unknown>>(props: ListPagesProps<Page>) {
  return (
    <QueryContent query={props.query}>
      {(data) => (data.total === 0 ? props.empty : <OnePage {...props} data={data} />)}
    </QueryContent>
  )
}

function OnePage<Page extends PageOfRows<unknown>>(props: ListPagesProps<Page> & { data: Page }) {
  const { label, unit, query, data, children } = props
  const { list, total, pageSize } = data
  const { set } = useUrlFilters()
  if (list.length === 0) {
    const last = Math.ceil(total / pageSize)
    return (
      <EmptyState title="这一页没有内容" action={<Button onClick={() => set({ page: last })}>到最后一页</Button>}>
        共 {total} {unit}，{last} 页。
      </EmptyState>
    )
  }
  const stale = query.isPlaceholderData
  return (
    <div className={stale ? classes.stale : undefined} aria-busy={stale}>
      {children(data)}
      <nav className={classes.pages} aria-label={`${label}翻页`}>
        <span>
          共 {total} {unit}
        </span>
        <Pager of={data} onPage={(next) => set({ page: next })} />
      </nav>
    </div>
  )
}
