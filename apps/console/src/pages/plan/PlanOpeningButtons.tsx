import { formatDate, formatHours, formatHoursUnit, formatLastDay, formatPrice } from '@ce/client/format.ts'
import { type DeskPlan, useClosePlan, useOpenPlan } from '@ce/client/staff/plan.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { BankFindings } from '../../components/BankFindings.tsx'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'

interface OpenButtonsProps {
  plan: DeskPlan
  unsaved: boolean
  onDone: () => void
}

/** Opens a draft plan, closes its sign-up early or reopens the sign-up. */
export function PlanOpeningButtons({ plan, unsaved, onDone }: OpenButtonsProps) {
  const [asked, setAsked] = useState(false)
  const draft = plan.state === 'DRAFT'
  const over = plan.state === 'CLOSED' && !plan.closedEarly
  if (over) return null
  const close = () => setAsked(false)
  return (
    <>
      <Button
        type={draft ? 'primary' : 'default'}
        danger={!draft && !plan.closedEarly}
        disabled={unsaved}
        title={unsaved ? '请先保存修改' : undefined}
        onClick={() => setAsked(true)}
      >
        {draft ? '开放…' : plan.closedEarly ? '恢复报名…' : '停止报名…'}
      </Button>
      {asked &&
        (draft ? (
          <OpenDialog plan={plan} onDone={onDone} onClose={close} />
        ) : (
          <CloseDialog plan={plan} onDone={onDone} onClose={close} />
        ))}
    </>
  )
}

interface DialogProps {
  plan: DeskPlan
  onDone: () => void
  onClose: () => void
}

function OpenDialog({ plan: newest, onDone, onClose }: DialogProps) {
  // Keep the plan as shown, so that nobody opens it with changes they have not seen.
  const [plan] = useState(newest)
  const open = useOpenPlan()
  const send = async () => {
    await open.mutateAsync({ id: plan.id, version: plan.version })
    showNotice({ kind: 'success', title: `${plan.year} 年度计划已开放` })
    onDone()
  }
  return (
    <FormDialog title={`开放 ${plan.year} 年度计划？`} okText="开放" send={send} onClose={onClose}>
      {plan.price === 0 && <Alert type="warning" showIcon title="价格是 0 元：学员不用缴费就能报名学习" />}
      <p>{termsOf(plan)}</p>
      {plan.courses.map(({ courseId, title, findings }) => (
        <BankFindings key={courseId} courseId={courseId} title={title} findings={findings} />
      ))}
      <p>第一名学员报名缴费之后，年度、价格和要求学时不能再改。</p>
    </FormDialog>
  )
}

function termsOf({ price, signStartAt, signEndAt, studyEndAt, requiredHours, courses }: DeskPlan) {
  const { professional, public: open } = requiredHours
  return `${formatDate(signStartAt)} 至 ${formatLastDay(signEndAt)}（含当日）可以报名，价格 ${formatPrice(price)}，学习到 ${formatLastDay(studyEndAt)}（含当日）；要求专业科目 ${formatHours(professional)}、公需科目 ${formatHoursUnit(open)}，开课 ${courses.length} 门。`
}

function CloseDialog({ plan, onDone, onClose }: DialogProps) {
  const call = useClosePlan()
  const closed = !plan.closedEarly
  return (
    <ReasonDialog
      title={closed ? '停止报名？' : '恢复报名？'}
      okText={closed ? '停止报名' : '恢复报名'}
      danger={closed}
      placeholder={closed ? '例如：名额已满' : '例如：名额增加'}
      send={(reason) => call.mutateAsync({ id: plan.id, closed, reason }).then(onDone)}
      onClose={onClose}
    >
      <p>
        {closed ? '不再有新的学员报名；已经报名的学员继续学习到学习截止时间。' : '学员又可以报名，直到报名截止时间。'}
      </p>
    </ReasonDialog>
  )
}
