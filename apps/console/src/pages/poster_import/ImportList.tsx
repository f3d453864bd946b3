import { formatDateTime } from '@ce/client/format.ts'
import { type PosterImportSummary, posterImportsQuery } from '@ce/client/staff/poster_import.ts'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableColumnType } from 'antd'
import { Link } from 'react-router'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { paths } from '../../paths.ts'
import classes from './Import.module.css'

const imports = defineList({
  label: '导入记录',
  unit: '次',
  filters: {},
  query: (_, page) => posterImportsQuery(page),
  empty: { title: '还没有导入过', text: '预览过的文件会列在这里。' },
})

/** Lists the imports; an import that waits can be continued. */
export function ContentImportList() {
  return (
    <section className={classes.list} aria-labelledby="import-list">
      <h2 id="import-list">导入记录</h2>
      <p>您导入的每一个文件。等待导入的可以接着核对、修改；一周没有动过的不再保留。</p>
      <List list={useList(imports)} columns={columns} />
    </section>
  )
}

const states: Record<PosterImportSummary['state'], { label: string; kind: StatusKind }> = {
  CHECKED: { label: '等待导入', kind: 'warning' },
  RUNNING: { label: '正在导入', kind: 'doing' },
  DONE: { label: '已导入', kind: 'done' },
  FAILED: { label: '没有完成', kind: 'error' },
  CANCELLED: { label: '已取消', kind: 'todo' },
}

const columns: TableColumnType<PosterImportSummary>[] = [
  {
    key: 'file',
    title: '文件',
    render: (_, { id, fileName }) => <Link to={paths.posterImported(id)}>{fileName}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    width: 132,
    render: (_, { state }) => <StatusMark kind={states[state].kind}>{states[state].label}</StatusMark>,
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
