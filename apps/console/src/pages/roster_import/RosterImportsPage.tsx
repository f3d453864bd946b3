import { rosterImportsQuery } from '@ce/client/staff/roster_import.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { BackLink } from '../../components/BackLink.tsx'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { rosterImportColumns } from './import-columns.tsx'

/** 导入记录: every import of students and of public hours, the newest first. */
export function RosterImportsPage() {
  const { page, pageSize } = useUrlFilters()
  const query = useQuery(rosterImportsQuery({ page, pageSize }))
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
      <ListTable
        label="导入记录"
        unit="次"
        query={query}
        columns={rosterImportColumns}
        empty={<EmptyState title="还没有导入过">导入的文件会列在这里。</EmptyState>}
      />
    </>
  )
}
