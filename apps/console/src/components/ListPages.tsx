import { EmptyState } from '@ce/ui/States.tsx'
import { Button, Pagination } from 'antd'
import type { ReactNode } from 'react'
import classes from './ListPages.module.css'

interface ListPagesProps {
  /** what is listed, for screen readers: 工作人员 */
  label: string
  /** how it is counted: 名, 条 */
  unit: string
  data: { list: readonly unknown[]; total: number; page: number; pageSize: number }
  /** newer ones are on their way */
  stale: boolean
  onPage: (page: number, pageSize: number) => void
  /** the page itself */
  children: ReactNode
}

/** A page of a list, with the count and the way to other pages; beyond the last one, the way back. */
export function ListPages({ label, unit, data, stale, onPage, children }: ListPagesProps) {
  const { list, total, page, pageSize } = data
  if (list.length === 0 && total > 0) {
    const last = Math.ceil(total / pageSize)
    return (
      <EmptyState
        title="这一页没有内容"
        action={<Button onClick={() => onPage(last, pageSize)}>到最后一页</Button>}
      >
        共 {total} {unit}，{last} 页。
      </EmptyState>
    )
  }
  return (
    <div className={stale ? classes.stale : undefined} aria-busy={stale}>
      {children}
      <nav className={classes.pages} aria-label={`${label}翻页`}>
        <span>
          共 {total} {unit}
        </span>
        <Pagination
          size="small"
          current={page}
          pageSize={pageSize}
          total={total}
          hideOnSinglePage={total <= 20}
          showSizeChanger={false}
          onChange={onPage}
        />
      </nav>
    </div>
  )
}
