import { portalNow } from '@ce/client/clock.ts'
import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDate } from '@ce/client/format.ts'
import { type DeskPlan, deskPlanQuery, planListQuery } from '@ce/client/staff/plan.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { copyPlanFields, newPlanFields, type PlanFields } from './fields.ts'
import { PlanForm } from './PlanForm.tsx'
import classes from './plan.module.css'

/** Creates a plan that is empty or copies another year; it stays a draft until it is opened. */
export function NewPlanPage() {
  const [params] = useSearchParams()
  const from = params.get('from')
  return (
    <>
      <PageHeader title="新建年度计划" actions={<Link to={paths.plans()}>返回年度计划</Link>}>
        先保存为草稿，检查无误后再开放报名。
      </PageHeader>
      {from ? <Copied key={from} from={from} /> : <Draft first={firstEmpty} />}
    </>
  )
}

const firstEmpty = () => newPlanFields(Number(formatDate(portalNow()).slice(0, 4)) + 1)

function Copied({ from }: { from: string }) {
  const query = useQuery(deskPlanQuery(from))
  const plans = useQuery(planListQuery())
  return (
    <QueryContent query={query}>
      {(plan) => (
        <QueryContent query={plans}>{(all) => <Copy plan={plan} year={freeAfter(plan.year, all)} />}</QueryContent>
      )}
    </QueryContent>
  )
}

function freeAfter(year: number, plans: readonly { year: number }[]): number {
  const next = year + 1
  return plans.some((plan) => plan.year === next) ? freeAfter(next, plans) : next
}

function Copy({ plan, year }: { plan: DeskPlan; year: number }) {
  const off = plan.courses.filter(({ state }) => state !== 'PUBLISHED')
  return (
    <>
      <Alert
        className={classes.note}
        type="warning"
        role="note"
        showIcon
        title={`复制自 ${plan.year} 年度计划，还没有保存：日期都顺延到 ${year} 年度，请逐项核对`}
        description={wordsOf(plan, off.length)}
      />
      <Draft first={() => copyPlanFields(plan, year)} copied />
    </>
  )
}

function wordsOf({ courses }: DeskPlan, off: number): string {
  const rest = off > 0 ? `；其中 ${off} 门现在没有发布，请移除或先发布` : ''
  return `课程 ${courses.length} 门、价格和要求学时照抄${rest}。`
}

function Draft({ first, copied = false }: { first: () => PlanFields; copied?: boolean }) {
  const navigate = useNavigate()
  const [id] = useState(randomUuid)
  const [initial] = useState(first)
  return (
    <PlanForm
      id={id}
      plan={null}
      initial={initial}
      unsavedAtFirst={copied}
      onSaved={() => {
        showNotice({ kind: 'success', title: '年度计划已保存为草稿' })
        navigate(paths.plan(id), { replace: true })
      }}
    />
  )
}
