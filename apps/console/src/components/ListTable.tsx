import type { TableProps } from 'antd'
import { DeskTable } from './DeskTable.tsx'
import { ListPages } from './ListPages.tsx'
import { useListPlace } from './list-place.ts'

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

/** antd says it in English */
const allOf = () => ({ 'aria-label': '全选本页' })

/** A page of a list as a dense table, with the count and the way to other pages. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { columns, expandable, selection, ...pages } = props
  useListPlace(pages.data.list.map(({ id }) => id))
  return (
    <ListPages {...pages}>
      <DeskTable<Row>
        aria-label={pages.label}
        rowKey="id"
        columns={columns}
        dataSource={pages.data.list}
        {...(expandable ? { expandable } : {})}
        {...(selection ? { rowSelection: { getTitleCheckboxProps: allOf, ...selection } } : {})}
      />
    </ListPages>
  )
}
