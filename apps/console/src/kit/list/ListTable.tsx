import type { TableProps } from 'antd'
import { DeskTable } from '../../components/DeskTable.tsx'
import { ListPages, type ListPagesProps, type PageOfRows } from './ListPages.tsx'

export interface ListTableOptions<Row> {
  columns: TableProps<Row>['columns']
  expandable?: TableProps<Row>['expandable'] | undefined
  selection?: TableProps<Row>['rowSelection'] | undefined
}

export interface RowKeyProps<Row> {
  rowKey: keyof Row | ((row: Row) => string)
}

type ListTableProps<Row> = Omit<ListPagesProps<PageOfRows<Row>>, 'children'> & ListTableOptions<Row>

export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>): React.ReactNode
export function ListTable<Row extends object>(props: ListTableProps<Row> & RowKeyProps<Row>): React.ReactNode
export function ListTable<Row extends object>(props: ListTableProps<Row> & Partial<RowKeyProps<Row>>) {
  const { columns, rowKey = 'id', expandable, selection, ...pages } = props
  const table = { columns, rowKey, expandable, selection }
  return <ListPages {...pages}>{({ list }) => <PageTable<Row> {...table} label={pages.label} list={list} />}</ListPages>
}

/** The label of antd is English, so replace it. */
const allOf = () => ({ 'aria-label': '选择本页全部' })

interface TableOfPageProps<Row> extends ListTableOptions<Row> {
  label: string
  list: readonly Row[]
  rowKey: keyof Row | string | ((row: Row) => string)
}

export function PageTable<Row extends object>(props: TableOfPageProps<Row>) {
  const { label, list, columns, rowKey, expandable, selection } = props
  return (
    <DeskTable<Row>
      aria-label={label}
      rowKey={rowKey}
      columns={columns}
      dataSource={list}
      {...(expandable ? { expandable } : {})}
      {...(selection
        ? {
            rowSelection: {
              columnWidth: 40,
              preserveSelectedRowKeys: true,
              getTitleCheckboxProps: allOf,
              ...selection,
            },
          }
        : {})}
    />
  )
}
