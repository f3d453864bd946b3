import { Table, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { ScrollBox, type TableNameAttributes } from './ScrollBox.tsx'

type DeskTableProps<Row> = Omit<TableProps<Row>, 'size' | 'scroll'> & TableNameAttributes

/** Wide tables scroll inside themselves on narrow screens. */
export function DeskTable<Row extends object>(props: DeskTableProps<Row>) {
  return (
    <ScrollBox name={props} className="desk-table">
      <Table<Row> size="small" pagination={false} {...props} />
    </ScrollBox>
  )
}

/** The content of a table cell with a note on a second line. */
export function CellWithNote({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <>
      {children}
      <span className="cell-note">{note}</span>
    </>
  )
}
