import { type QuestionImportHead, questionImportsQuery } from '@ce/client/staff/question_import.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import type { TableColumnType } from 'antd'
import { BackLink } from '../../components/BackLink.tsx'
import { FileCell, importColumns } from '../../components/import/list-columns.tsx'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'

/** 试题导入记录: every import of questions, the newest first. */
export function QuestionImportsPage() {
  const { page, pageSize } = useUrlFilters()
  const query = useQuery(questionImportsQuery({ page, pageSize }))
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
      <ListTable
        label="试题导入记录"
        unit="次"
        query={query}
        columns={columns}
        empty={<EmptyState title="还没有导入过">导入的文件会列在这里。</EmptyState>}
      />
    </>
  )
}

const columns: TableColumnType<QuestionImportHead>[] = [
  {
    key: 'file',
    title: '文件',
    render: (_, row) => (
      <FileCell row={row} to={paths.questionImported(row.id, row.fileId)}>
        导入到“{row.courseTitle}”
      </FileCell>
    ),
  },
  ...importColumns<QuestionImportHead>(),
  {
    key: 'rows',
    title: '写入 / 有错误',
    align: 'right',
    render: (_, { state, create, refuse }) =>
      `${state === 'DONE' ? create : 0} / ${refuse ?? '—'} 道`,
  },
]
