import { formatDateTime } from '@ce/client/format.ts'
import { type ImportHead, importsQuery } from '@ce/client/staff/poster_import.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import type { TableColumnType } from 'antd'
import { Link } from 'react-router'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { paths } from '../../paths.ts'
import classes from './Import.module.css'

/** One's own imports: what waits is gone on with from here. */
export function ImportList() {
  const { page, pageSize } = useUrlFilters()
  const query = useQuery(importsQuery({ page, pageSize }))
  return (
    <section className={classes.list} aria-labelledby="import-list">
      <h2 id="import-list">导入记录</h2>
      <p>您导入的每一个文件。等待导入的可以接着核对、修改；一周没有动过的不再保留。</p>
      <ListTable
        label="导入记录"
        unit="次"
        query={query}
        columns={columns}
        empty={<EmptyState title="还没有导入过">预览过的文件会列在这里。</EmptyState>}
      />
    </section>
  )
}

const states: Record<ImportHead['state'], { label: string; kind: StatusKind }> = {
  CHECKED: { label: '等待导入', kind: 'warning' },
  RUNNING: { label: '正在导入', kind: 'doing' },
  DONE: { label: '已导入', kind: 'done' },
  FAILED: { label: '没有完成', kind: 'error' },
  CANCELLED: { label: '已取消', kind: 'todo' },
}

const columns: TableColumnType<ImportHead>[] = [
  {
    key: 'file',
    title: '文件',
    render: (_, { id, fileName }) => <Link to={paths.posterImported(id)}>{fileName}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    width: 132,
    render: (_, { state }) => (
      <StatusMark kind={states[state].kind}>{states[state].label}</StatusMark>
    ),
  },
  {
    key: 'at',
    title: '时间',
    responsive: ['md'],
    render: (_, { createdAt }) => formatDateTime(createdAt),
  },
  {
    key: 'made',
    title: '新建 / 文件数',
    align: 'right',
    responsive: ['md'],
    render: (_, { made, total }) => `${made} / ${total}`,
  },
]
