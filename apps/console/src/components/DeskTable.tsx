import { Table, type TableProps } from 'antd'
import { ScrollBox, type TableName } from './ScrollBox.tsx'

type DeskTableProps<Row> = Omit<TableProps<Row>, 'size' | 'scroll'> & TableName

/** A dense table, of the whole list it is given unless it is told to turn pages. On a narrow screen its columns keep a width that can be read, and it scrolls within itself. */
export function DeskTable<Row extends object>(props: DeskTableProps<Row>) {
  return (
    <ScrollBox name={props} className="desk-table">
      <Table<Row> size="small" pagination={false} {...props} />
    </ScrollBox>
  )
}
