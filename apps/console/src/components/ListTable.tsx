import { EmptyState } from '@ce/ui/States.tsx'
import { Button, Pagination, Table, type TableProps } from 'antd'
import classes from './ListTable.module.css'

interface ListTableProps<Row extends { id: string }> {
  /** what the rows are, for screen readers and the count: 工作人员 */
  label: string
  /** how they are counted: 名, 条 */
  unit: string
  columns: TableProps<Row>['columns']
  data: { list: Row[]; total: number; page: number; pageSize: number }
  /** newer rows are on their way */
  stale: boolean
  onPage: (page: number, pageSize: number) => void
  expandable?: TableProps<Row>['expandable']
  /** rows can be chosen, also across pages */
  selection?: TableProps<Row>['rowSelection']
}

/** A page of a list as a dense table, with the count and the way to other pages. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { label, unit, columns, data, stale, onPage, expandable, selection } = props
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
      <Table<Row>
        aria-label={label}
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={list}
        pagination={false}
        {...(expandable ? { expandable } : {})}
        {...(selection ? { rowSelection: selection } : {})}
      />
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
