import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { TrialYearTag } from '@ce/client/components/TrialTag.tsx'
import { type DeskPlan, deskPlanQuery } from '@ce/client/staff/plan.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { toPlanFields } from './fields.ts'
import { PlanForm } from './PlanForm.tsx'
import { PlanOpeningButtons } from './PlanOpeningButtons.tsx'
import { PlanStateTag } from './PlanStateTag.tsx'
import classes from './plan.module.css'
import { RemovePlanButton } from './RemovePlan.tsx'

export function PlanPage() {
  const { id = '' } = useParams()
  const query = useQuery(deskPlanQuery(id))
  const renew = async () => (await query.refetch()).data
  return (
    <>
      {!query.data && <PageHeader title="年度计划" actions={<Link to={paths.plans()}>返回年度计划</Link>} />}
      <QueryContent query={query}>{(plan) => <Desk key={plan.id} plan={plan} renew={renew} />}</QueryContent>
    </>
  )
}

interface DeskProps {
  plan: DeskPlan
  renew: () => Promise<DeskPlan | undefined>
}

function Desk({ plan, renew }: DeskProps) {
  const mayPublish = usePermission('teaching.publish')
  const mayEdit = usePermission('teaching.edit')
  const [changed, setChanged] = useState(false)
  const [round, setRound] = useState(0)
  const restart = async () => {
    if (await renew()) setRound((count) => count + 1)
  }
  return (
    <>
      <PageHeader
        title={`${plan.year} 年度计划`}
        actions={
          <>
            <Link to={paths.plans()}>返回年度计划</Link>
            {mayEdit && plan.state === 'DRAFT' && <RemovePlanButton plan={plan} />}
            {mayEdit && <LinkButton to={paths.copiedPlan(plan.id)}>复制为新年度…</LinkButton>}
            {mayPublish && <PlanOpeningButtons plan={plan} unsaved={changed} onDone={() => void restart()} />}
          </>
        }
      >
        <TrialYearTag of={plan} /> <PlanStateTag plan={plan} /> · 已缴费 {plan.paid} 名
      </PageHeader>
      {plan.paid > 0 && (
        <Alert
          className={classes.note}
          type="info"
          role="note"
          showIcon
          title="已有学员缴费：年度、价格和要求学时不能再改，学习截止只能延后，学员选过的课程不能移除"
          description="课程学时改动之后，只对此后报名的学员有效。"
        />
      )}
      <PlanForm
        key={round}
        id={plan.id}
        plan={plan}
        initial={toPlanFields(plan)}
        onSaved={() => void renew()}
        onChanged={setChanged}
        restart={restart}
      />
    </>
  )
}
