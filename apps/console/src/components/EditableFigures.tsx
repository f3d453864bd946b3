import { QueryContent } from '@ce/client/components/Loaded.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { type ReactNode, useState } from 'react'
import { DeskTable } from './DeskTable.tsx'

interface FigureDeskProps<Row> {
  label: string
  query: UseQueryResult<{ list: Row[] }>
  columns: NonNullable<TableProps<Row>['columns']>
  mayEdit: boolean
  changeable?: (row: Row) => boolean
  dialog: (row: Row, close: () => void) => ReactNode
}

export function EditableFigureTable<Row extends { key: string; title: string }>(props: FigureDeskProps<Row>) {
  const { label, query, columns, mayEdit, changeable = () => true, dialog } = props
  const [edited, setEdited] = useState<Row | null>(null)
  const edit = {
    key: 'edit',
    title: '操作',
    width: 80,
    // The alignment also keeps this narrow column from getting the minimum column width on phones (console.css).
    align: 'right' as const,
    render: (_: unknown, row: Row) =>
      changeable(row) && (
        <Button size="small" onClick={() => setEdited(row)} aria-label={`修改 ${row.title}`}>
          修改
        </Button>
      ),
  }
  return (
    <>
      <QueryContent query={query}>
        {({ list }) => (
          <DeskTable<Row>
            aria-label={label}
            rowKey="key"
            columns={mayEdit ? [...columns, edit] : columns}
            dataSource={list}
          />
        )}
      </QueryContent>
      {edited && dialog(edited, () => setEdited(null))}
    </>
  )
}
