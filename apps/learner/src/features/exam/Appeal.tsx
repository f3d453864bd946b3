import { examInfoQuery, submitExamAppeal } from '@ce/client/exam.ts'
import type { ExamInfo } from '@ce/client/exam-attempt/state.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { appealRemedyNames, appealRemedyStateNames } from '@ce/contract/appeal-remedies'
import { examAppealLimits } from '@ce/contract/generated/learner-limits'
import { Button } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { TextAreaField } from '@ce/ui/form/inputs.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFields } from '../../form/use-fields.ts'
import classes from './BeforeExam.module.css'

type Attempt = ExamInfo['attempts'][number]

const fewest = examAppealLimits.text.minLength

export function AttemptAppeals({ info, attempt }: { info: ExamInfo; attempt: Attempt }) {
  const [open, setOpen] = useState(false)
  const { attemptId, appeals, mayAppeal } = attempt
  const stage = !mayAppeal ? 'TOLD' : open ? 'FORM' : 'OFFER'
  return (
    <div ref={useFocusMoves(stage)} className={classes.appeal} tabIndex={-1}>
      {appeals.map((appeal) => (
        <Told key={appeal.at} appeal={appeal} />
      ))}
      {stage === 'FORM' && <AppealForm info={info} attemptId={attemptId} onClose={() => setOpen(false)} />}
      {stage === 'OFFER' && (
        <Button kind="quiet" className={classes.action} onClick={() => setOpen(true)}>
          {appeals.length > 0 ? '对新的处置提出申诉' : '对这次考试提出申诉'}
        </Button>
      )}
    </div>
  )
}

/** Each step removes the button that was pressed, so the focus moves to the new content. */
function useFocusMoves(stage: 'TOLD' | 'FORM' | 'OFFER') {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(stage)
  useEffect(() => {
    if (before.current === stage) return
    before.current = stage
    const next = place.current?.querySelector<HTMLElement>('textarea, button')
    const target = next ?? place.current
    target?.focus()
  }, [stage])
  return place
}

type Shown = Attempt['appeals'][number]

function Told({ appeal }: { appeal: Shown }) {
  return (
    <>
      <StatusMark kind={appeal.state === 'OPEN' ? 'doing' : 'done'}>
        {appeal.state === 'OPEN' ? '申诉处理中' : '申诉已答复'}
      </StatusMark>
      <p className={classes.quiet}>
        <DatedText>
          {formatDateTime(appeal.at)} 您的申诉：{appeal.text}
        </DatedText>
      </p>
      {appeal.answer && (
        <p>
          {appeal.state === 'UPHELD' ? '支持您的申诉：' : '未支持：'}
          {appeal.answer}
        </p>
      )}
      {appeal.remedy && <p>后续处理：{remedyWords(appeal)}</p>}
    </>
  )
}

function remedyWords(appeal: Shown): string {
  const { remedy, remedyReason, decisionState, questionNo } = appeal
  if (!remedy) return ''
  const what = questionNo ? `复核第 ${questionNo} 题` : appealRemedyNames[remedy]
  if (remedyReason) return `${what}。${remedyReason}`
  return decisionState ? `${what}，${appealRemedyStateNames[decisionState]}。` : `${what}，有变化时通知您。`
}

function AppealForm({ info, attemptId, onClose }: { info: ExamInfo; attemptId: string; onClose: () => void }) {
  const client = useQueryClient()
  const fields = useFields(
    { text: '' },
    { text: (text) => (text.trim().length < fewest ? `请至少写 ${fewest} 个字。` : null) },
    { draft: `appeal ${attemptId}`, limits: examAppealLimits },
  )
  const send = async ({ text }: { text: string }) => {
    await submitExamAppeal({ attemptId, text })
    await client.invalidateQueries({ queryKey: examInfoQuery(info).queryKey.slice(0, 1) })
    onClose()
  }
  return (
    <>
      <FieldsForm fields={fields} action="提交申诉" submit={send}>
        <TextAreaField
          of={fields}
          name="text"
          label="申诉内容（考试成绩和此后的每项处置可各申诉一次，由工作人员答复）"
          rows={3}
        />
      </FieldsForm>
      <Button kind="quiet" onClick={onClose}>
        取消
      </Button>
    </>
  )
}
