import { Loaded } from '@ce/client/components/Loaded.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { type ReactNode, useState } from 'react'
import { DeskTable } from './DeskTable.tsx'

interface FigureDeskProps<Row> {
  /** what the table is called */
  label: string
  query: UseQueryResult<{ list: Row[] }>
  columns: NonNullable<TableProps<Row>['columns']>
  mayEdit: boolean
  /** left out: each of them can be changed */
  changeable?: (row: Row) => boolean
  /** asks for the new figure, and why */
  dialog: (row: Row, close: () => void) => ReactNode
}

/** Figures that staff change one at a time: a table of them, and a dialog for the one at hand. */
export function FigureDesk<Row extends { key: string; title: string }>(
  props: FigureDeskProps<Row>,
) {
  const { label, query, columns, mayEdit, changeable = () => true, dialog } = props
  const [edited, setEdited] = useState<Row | null>(null)
  const edit = {
    key: 'edit',
    title: '操作',
    width: 80,
    // as wide as the button also on a phone
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
      <Loaded query={query}>
        {({ list }) => (
          <DeskTable<Row>
            aria-label={label}
            rowKey="key"
            columns={mayEdit ? [...columns, edit] : columns}
            dataSource={list}
          />
        )}
      </Loaded>
      {edited && dialog(edited, () => setEdited(null))}
    </>
  )
}
