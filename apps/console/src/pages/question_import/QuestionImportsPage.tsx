import { type QuestionImportSummary, questionImportsQuery } from '@ce/client/staff/question_import.ts'
import type { TableColumnType } from 'antd'
import { BackLink } from '../../components/BackLink.tsx'
import { ImportFileCell, importListColumns } from '../../kit/import/list-columns.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'

const imports = defineList({
  label: '试题导入记录',
  unit: '次',
  filters: {},
  query: (_, page) => questionImportsQuery(page),
  empty: { title: '还没有导入过', text: '导入的文件会列在这里。' },
})

/** The page 试题导入记录 lists question imports, newest first. */
export function QuestionImportsPage() {
  return (
    <>
      <PageHeader
        title="试题导入记录"
        actions={
          <>
            <BackLink to={paths.questions()}>返回题库</BackLink>
            <LinkButton type="primary" to={paths.questionImport()}>
              导入试题
            </LinkButton>
          </>
        }
      >
        导入试题的每一个文件。预览之后没有写入的，一周后不再保留；逐题结果保留一个月，之后有错误的题数写作“—”；退回表保留一周。
      </PageHeader>
      <List list={useList(imports)} columns={columns} />
    </>
  )
}

const columns: TableColumnType<QuestionImportSummary>[] = [
  {
    key: 'file',
    title: '文件',
    render: (_, row) => (
      <ImportFileCell row={row} to={paths.questionImported(row.id, row.fileId)}>
        导入到“{row.courseTitle}”
      </ImportFileCell>
    ),
  },
  ...importListColumns<QuestionImportSummary>(),
  {
    key: 'rows',
    title: '写入 / 有错误',
    align: 'right',
    render: (_, { state, create, refuse }) => `${state === 'DONE' ? create : 0} / ${refuse ?? '—'} 道`,
  },
]
