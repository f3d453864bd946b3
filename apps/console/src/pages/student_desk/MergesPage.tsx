import { studentMergesQuery } from '@ce/client/staff/student_desk.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { BackLink } from '../../components/BackLink.tsx'
import { ListPages } from '../../components/ListPages.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { MergeCard } from './MergeCard.tsx'
import classes from './StudentDesk.module.css'

/** Every proposal to merge accounts, those that wait for a second person first. */
export function MergesPage() {
  const { page, pageSize } = useUrlFilters()
  const query = useQuery(studentMergesQuery({ page, pageSize }))
  return (
    <>
      <PageHeader
        title="合并重复账号"
        actions={<BackLink to={paths.students()}>返回学员列表</BackLink>}
      >
        一人申请，另一人核对后确认。申请从学员页面“可能重复的账号”提出。
      </PageHeader>
      <ListPages
        label="合并申请"
        unit="件"
        query={query}
        empty={
          <EmptyState title="没有合并申请">
            在学员页面看到可能重复的账号时，可以申请合并。
          </EmptyState>
        }
      >
        {({ list }) => (
          <div className={classes.page}>
            {list.map((merge) => (
              <MergeCard key={merge.id} merge={merge} />
            ))}
          </div>
        )}
      </ListPages>
    </>
  )
}
