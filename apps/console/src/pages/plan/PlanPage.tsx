import { Loaded } from '@ce/client/components/Loaded.tsx'
import { TrialTag } from '@ce/client/components/TrialTag.tsx'
import { type DeskPlan, deskPlanQuery } from '@ce/client/staff/plan.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { fieldsOf } from './fields.ts'
import { OpenButtons } from './OpenButtons.tsx'
import { PlanForm } from './PlanForm.tsx'
import { PlanStateMark } from './PlanStateMark.tsx'
import classes from './plan.module.css'
import { RemovePlan } from './RemovePlan.tsx'

/** One training year: to edit for who may, else to read. */
export function PlanPage() {
  const { id = '' } = useParams()
  const query = useQuery(deskPlanQuery(id))
  const renew = async () => (await query.refetch()).data
  return (
    <>
      {!query.data && (
        <PageHeader title="年度计划" actions={<Link to={paths.plans()}>返回年度计划</Link>} />
      )}
      <Loaded query={query}>{(plan) => <Desk key={plan.id} plan={plan} renew={renew} />}</Loaded>
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
  // the newest content instead of what is being edited: another form altogether
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
            {mayEdit && plan.state === 'DRAFT' && <RemovePlan plan={plan} />}
            {mayEdit && <LinkButton to={paths.copiedPlan(plan.id)}>复制为新年度…</LinkButton>}
            {mayPublish && (
              <OpenButtons plan={plan} unsaved={changed} onDone={() => void restart()} />
            )}
          </>
        }
      >
        <TrialTag of={plan} /> <PlanStateMark plan={plan} /> · 已缴费 {plan.paid} 名
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
        initial={fieldsOf(plan)}
        onSaved={() => void renew()}
        onChanged={setChanged}
        restart={restart}
      />
    </>
  )
}
