import { formatDateTime } from '@ce/client/format.ts'
import type { RosterImportHead } from '@ce/client/staff/roster_import.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { importStates, kindWords } from './words.ts'

function State({ state }: Pick<RosterImportHead, 'state'>) {
  const { label, kind } = importStates[state]
  return <StatusMark kind={kind}>{label}</StatusMark>
}

/** 还没写入的，只有试运行的人能打开 */
export const importColumns: TableProps<RosterImportHead>['columns'] = [
  {
    key: 'file',
    title: '文件',
    render: (_, { id, kind, fileName, readable, state }) => (
      <>
        {readable ? <Link to={paths.rosterImported(kind, id)}>{fileName}</Link> : fileName}
        <span className="cell-note">{kindWords[kind].title}</span>
        <span className="narrow-only">
          <State state={state} />
        </span>
      </>
    ),
  },
  { key: 'actor', title: '导入人', dataIndex: 'actorName' },
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
    render: (_, { state }) => <State state={state} />,
  },
  {
    key: 'rows',
    title: '写入 / 不能导入',
    align: 'right',
    render: (_, { state, kind, create, refuse }) =>
      `${state === 'DONE' ? create : 0} / ${refuse} ${kindWords[kind].unit}`,
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
