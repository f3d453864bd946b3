import type { RosterImportHead } from '@ce/client/staff/roster_import.ts'
import type { TableColumnType } from 'antd'
import { FileCell, importColumns } from '../../components/import/list-columns.tsx'
import { paths } from '../../paths.ts'
import { kindWords } from './words.ts'

export const rosterImportColumns: TableColumnType<RosterImportHead>[] = [
  {
    key: 'file',
    title: '文件',
    render: (_, row) => (
      <FileCell row={row} to={paths.rosterImported(row.kind, row.id)}>
        {kindWords[row.kind].title}
      </FileCell>
    ),
  },
  ...importColumns<RosterImportHead>(),
  {
    key: 'rows',
    title: '写入 / 有错误',
    align: 'right',
    render: (_, { state, kind, create, refuse }) =>
      `${state === 'DONE' ? create : 0} / ${refuse ?? '—'} ${kindWords[kind].unit}`,
  },
  {
    key: 'neverUsed',
    title: '从未登录',
    align: 'right',
    responsive: ['md'],
    render: (_, { kind, state, neverUsed }) =>
      kind === 'STUDENTS' && state === 'DONE' ? `${neverUsed} 名` : '—',
  },
]
