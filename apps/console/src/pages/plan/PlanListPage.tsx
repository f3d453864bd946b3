import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { TrialYearTag } from '@ce/client/components/TrialTag.tsx'
import { formatDate, formatLastDay, formatPrice } from '@ce/client/format.ts'
import { type PlanRow, planListQuery } from '@ce/client/staff/plan.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { DeskTable } from '../../components/DeskTable.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { PlanStateTag } from './PlanStateTag.tsx'
import classes from './plan.module.css'

/** The page 年度计划 lists plans, newest year first. */
export function PlanListPage() {
  const query = useQuery(planListQuery())
  const mayEdit = usePermission('teaching.edit')
  return (
    <>
      <PageHeader
        title="年度计划"
        actions={
          mayEdit && (
            <>
              {query.data?.[0] && (
                <LinkButton to={paths.copiedPlan(query.data[0].id)}>复制 {query.data[0].year} 年度计划…</LinkButton>
              )}
              <LinkButton type="primary" to={paths.newPlan()}>
                新建年度计划
              </LinkButton>
            </>
          )
        }
      >
        每个年度一个：报名与学习时间、价格、要求学时和所开课程。
      </PageHeader>
      <QueryContent query={query}>
        {(plans) =>
          plans.length > 0 ? (
            <DeskTable<PlanRow> aria-label="年度计划" rowKey="id" columns={columns} dataSource={plans} />
          ) : (
            <EmptyState title="还没有年度计划">先发布课程，再新建计划。</EmptyState>
          )
        }
      </QueryContent>
    </>
  )
}

const columns: TableProps<PlanRow>['columns'] = [
  {
    key: 'year',
    title: '年度',
    render: (_, plan) => (
      <>
        <Link to={paths.plan(plan.id)}>{plan.year} 年度</Link> <TrialYearTag of={plan} />
        <span className={classes.minor}>{plan.title}</span>
        <span className={classes.narrowOnly}>
          <PlanStateTag plan={plan} />
        </span>
      </>
    ),
  },
  {
    key: 'window',
    title: '报名时间',
    width: 190,
    responsive: ['md'],
    render: (_, { signStartAt, signEndAt }) => (
      <>
        {formatDate(signStartAt)} 起<span className={classes.minor}>至 {formatLastDay(signEndAt)}</span>
      </>
    ),
  },
  {
    key: 'price',
    title: '价格',
    width: 100,
    align: 'right',
    responsive: ['md'],
    render: (_, { price }) => formatPrice(price),
  },
  {
    key: 'hours',
    title: '要求学时',
    width: 150,
    responsive: ['lg'],
    render: (_, { requiredHours }) => `专业 ${requiredHours.professional}，公需 ${requiredHours.public}`,
  },
  {
    key: 'courses',
    title: '课程',
    width: 80,
    align: 'right',
    responsive: ['lg'],
    render: (_, { courses }) => `${courses} 门`,
  },
  {
    key: 'paid',
    title: '已缴费',
    width: 96,
    align: 'right',
    responsive: ['md'],
    render: (_, { paid }) => `${paid} 名`,
  },
  {
    key: 'state',
    title: '状态',
    width: 150,
    responsive: ['md'],
    render: (_, plan) => <PlanStateTag plan={plan} />,
  },
]
