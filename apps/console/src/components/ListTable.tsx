import type { TableProps } from 'antd'
import { DeskTable } from './DeskTable.tsx'
import { ListPages, type ListPagesProps, type PageOf } from './ListPages.tsx'

interface ListTableProps<Row> extends Omit<ListPagesProps<PageOf<Row>>, 'children'> {
  columns: TableProps<Row>['columns']
  expandable?: TableProps<Row>['expandable'] | undefined
  /** rows can be chosen, also across pages */
  selection?: TableProps<Row>['rowSelection'] | undefined
}

/** What tells rows apart that have no id. */
interface RowKey<Row> {
  rowKey: keyof Row | ((row: Row) => string)
}

/** antd says it in English */
const allOf = () => ({ 'aria-label': '全选本页' })

/** A list as dense tables, page by page. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>): React.ReactNode
export function ListTable<Row extends object>(
  props: ListTableProps<Row> & RowKey<Row>,
): React.ReactNode
export function ListTable<Row extends object>(props: ListTableProps<Row> & Partial<RowKey<Row>>) {
  const { columns, rowKey = 'id', expandable, selection, ...pages } = props
  return (
    <ListPages {...pages}>
      {({ list }) => (
        <DeskTable<Row>
          aria-label={pages.label}
          rowKey={rowKey}
          columns={columns}
          dataSource={list}
          {...(expandable ? { expandable } : {})}
          {...(selection ? { rowSelection: { getTitleCheckboxProps: allOf, ...selection } } : {})}
        />
      )}
    </ListPages>
  )
}
