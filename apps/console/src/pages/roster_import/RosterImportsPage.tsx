import { readPage } from '@ce/client/read-page.ts'
import { type RosterImportHead, rosterImportsQuery } from '@ce/client/staff/roster_import.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { ListTable } from '../../components/ListTable.tsx'
import { paths } from '../../paths.ts'
import { importColumns } from './import-columns.tsx'

/** 导入记录: every import of students and of public hours, the newest first. */
export function RosterImportsPage() {
  const [params, setParams] = useSearchParams()
  const page = readPage(params.get('page'))
  const query = useQuery(rosterImportsQuery({ page, pageSize: 20 }))
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
        导入学员与公需学时的每一个文件。试运行之后没有写入的，一周后不再保留；逐行结果保留一个月。
      </PageHeader>
      <Loaded query={query}>
        {(data) =>
          data.total > 0 ? (
            <ListTable<RosterImportHead>
              label="导入记录"
              unit="次"
              columns={importColumns}
              data={data}
              stale={query.isPlaceholderData}
              onPage={(next) => setParams({ page: String(next) })}
            />
          ) : (
            <EmptyState title="还没有导入过">导入的文件会列在这里。</EmptyState>
          )
        }
      </Loaded>
    </>
  )
}
