import { Loaded } from '@ce/frame/Loaded.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import type { ReactNode } from 'react'

interface PagedListProps<Row> {
  query: UseQueryResult<{ list: Row[]; total: number }>
  page: number
  pageSize: number
  onPage: (page: number) => void
  /** of the list itself */
  className: string | undefined
  /** shown when there is nothing on any page */
  empty: ReactNode
  /** one row, as an `li` */
  children: (row: Row) => ReactNode
}

/** A list in pages: its rows and the way to the other pages; beyond the last one, the way back. */
export function PagedList<Row>({ query, page, pageSize, ...props }: PagedListProps<Row>) {
  const { onPage, className, empty, children } = props
  return (
    <Loaded query={query}>
      {({ list, total }) => {
        if (total === 0) return empty
        const last = Math.ceil(total / pageSize)
        if (page > last)
          return (
            <EmptyState
              title="这一页没有内容"
              action={<Button onClick={() => onPage(last)}>到最后一页</Button>}
            >
              {`一共 ${last} 页。`}
            </EmptyState>
          )
        return (
          <>
            <ul className={className}>{list.map(children)}</ul>
            <Pagination
              current={page}
              pageSize={pageSize}
              total={total}
              hideOnSinglePage
              showSizeChanger={false}
              onChange={onPage}
            />
          </>
        )
      }}
    </Loaded>
  )
}
