import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { employerPlansQuery } from '@ce/client/employer.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { employerPaths } from '../../employer/paths.ts'
import { useUrlFilters } from '../../kit/list/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { MemberList } from './MemberList.tsx'
import { defaultEmployerPlan } from './PlanSelect.tsx'

export function MembersPage() {
  const query = useQuery(employerPlansQuery())
  const { get } = useUrlFilters()
  return (
    <>
      <PageHeader title="人员名单" actions={<Link to={employerPaths.list()}>导入名单</Link>}>
        本人确认之后可以下单缴费。为保护个人信息，这里只显示完成状态。
      </PageHeader>
      <QueryContent query={query}>
        {({ list, payTypes }) => {
          const plan = list.find(({ id }) => id === get('plan')) ?? defaultEmployerPlan(list)
          if (!plan) return <EmptyState title="还没有年度计划">协会公布年度计划之后，可以在这里导入名单。</EmptyState>
          return <MemberList key={plan.id} plan={plan} plans={list} payTypes={payTypes} />
        }}
      </QueryContent>
    </>
  )
}
