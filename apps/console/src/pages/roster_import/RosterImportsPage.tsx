import { type RosterImportSummary, rosterImportsQuery } from '@ce/client/staff/roster_import.ts'
import type { TableColumnType } from 'antd'
import { BackLink } from '../../components/BackLink.tsx'
import { ImportFileCell, importListColumns } from '../../kit/import/list-columns.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { rosterKindTexts } from './labels.ts'

const imports = defineList({
  label: '导入记录',
  unit: '次',
  filters: {},
  query: (_, page) => rosterImportsQuery(page),
  empty: { title: '还没有导入过', text: '导入的文件会列在这里。' },
})

/** The page 导入记录 lists roster imports, newest first. */
export function RosterImportsPage() {
  return (
    <>
      <PageHeader
        title="导入记录"
        actions={
          <>
            <BackLink to={paths.students()}>返回学员列表</BackLink>
            <LinkButton to={paths.rosterImportOf('HOURS')}>导入公需学时</LinkButton>
            <LinkButton type="primary" to={paths.rosterImportOf('STUDENTS')}>
              导入学员
            </LinkButton>
          </>
        }
      >
        导入学员与公需学时的每一个文件。预览之后没有写入的，一周后不再保留；逐行结果保留一个月，之后有错误的行数写作“—”；退回表保留一周。
      </PageHeader>
      <List list={useList(imports)} columns={columns} />
    </>
  )
}

const columns: TableColumnType<RosterImportSummary>[] = [
  {
    key: 'file',
    title: '文件',
    render: (_, row) => (
      <ImportFileCell row={row} to={paths.rosterImported(row.kind, row.id)}>
        {rosterKindTexts[row.kind].title}
      </ImportFileCell>
    ),
  },
  ...importListColumns<RosterImportSummary>(),
  {
    key: 'rows',
    title: '写入 / 有错误',
    align: 'right',
    render: (_, { state, kind, create, refuse }) =>
      `${state === 'DONE' ? create : 0} / ${refuse ?? '—'} ${rosterKindTexts[kind].unit}`,
  },
  {
    key: 'neverUsed',
    title: '从未登录',
    align: 'right',
    responsive: ['md'],
    render: (_, { kind, state, neverUsed }) => (kind === 'STUDENTS' && state === 'DONE' ? `${neverUsed} 名` : '—'),
  },
]
