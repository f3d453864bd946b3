import { formatDateTime } from '@ce/client/format.ts'
import type { RosterImport } from '@ce/client/staff/roster_import.ts'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type State = RosterImport['state']

const states: Readonly<Record<State, { label: string; kind: StatusKind }>> = {
  READING: { label: '正在读取', kind: 'doing' },
  MAPPING: { label: '待指定列', kind: 'warning' },
  CHECKED: { label: '已检查，没有写入', kind: 'warning' },
  WRITING: { label: '正在写入', kind: 'doing' },
  DONE: { label: '已写入', kind: 'done' },
  FAILED: { label: '没有完成', kind: 'error' },
  STOPPED: { label: '已停止读取', kind: 'todo' },
}

interface ImportHead {
  fileName: string
  readable: boolean
  state: State
  actorName: string
  createdAt: string
}

function ImportState({ state }: Pick<ImportHead, 'state'>) {
  const { label, kind } = states[state]
  return <StatusMark kind={kind}>{label}</StatusMark>
}

interface FileCellProps {
  row: ImportHead
  to: string
  children: ReactNode
}

/** Only its owner can open an import whose rows are not written (还没写入的，只有预览的人能打开). */
export function ImportFileCell({ row, to, children }: FileCellProps) {
  const { fileName, readable, state, actorName } = row
  return (
    <>
      {readable ? <Link to={to}>{fileName}</Link> : fileName}
      <span className="cell-note">{children}</span>
      <span className="narrow-only">
        {actorName} <ImportState state={state} />
      </span>
    </>
  )
}

export function importListColumns<Row extends ImportHead>(): TableColumnType<Row>[] {
  return [
    { key: 'actor', title: '导入人', responsive: ['md'], render: (_, { actorName }) => actorName },
    {
      key: 'at',
      title: '时间',
      responsive: ['md'],
      render: (_, { createdAt }) => formatDateTime(createdAt),
    },
    {
      key: 'state',
      title: '状态',
      responsive: ['md'],
      render: (_, { state }) => <ImportState state={state} />,
    },
  ]
}
