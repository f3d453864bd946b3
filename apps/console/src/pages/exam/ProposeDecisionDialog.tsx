import type { AttemptDecisionKind, ExamBoardRow } from '@ce/client/staff/exam.ts'
import { decisionConsequencesQuery, useProposeAttemptDecision } from '@ce/client/staff/exam.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { examAskLimits } from '@ce/contract/generated/staff-limits'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useState } from 'react'
import classes from '../../components/form.module.css'
import { ReasonField } from '../../components/Reason.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { NumberFormItem } from '../../kit/FormItems.tsx'
import { attemptDecisionKindHints, attemptDecisionKindNames } from './labels.ts'

interface Fields {
  minutes?: number
  reason: string
}

const minute = 60

/** Proposes a decision on an attempt; a second staff member must agree. */
export function ProposeDecisionDialog({
  seat,
  kind,
  onClose,
}: {
  seat: Pick<ExamBoardRow, 'attemptId' | 'courseTitle'> & { student: { name: string } }
  kind: AttemptDecisionKind
  onClose: () => void
}) {
  // The id stays the same while the dialog is open, so that the server recognises a repeated request.
  const [id] = useState(randomUuid)
  const ask = useProposeAttemptDecision()
  const send = ({ minutes, reason }: Fields) => {
    const seconds = kind === 'EXTEND' ? { seconds: Math.round((minutes ?? 0) * minute) } : {}
    return ask.mutateAsync({ id, attemptId: seat.attemptId, kind, reason, ...seconds })
  }
  return (
    <FormDialog<Fields>
      title={`申请${attemptDecisionKindNames[kind]}：${seat.student.name}，${seat.courseTitle}`}
      okText="提交复核"
      danger={kind === 'VOID' || kind === 'RESET'}
      initialValues={{ minutes: 10, reason: '' }}
      send={send}
      done={{ title: '已提交，等待复核', text: '请另一位有权限的同事在“处置复核”中确认后生效。' }}
      onClose={onClose}
    >
      <p className={classes.problem}>{attemptDecisionKindHints[kind]}复核通过后告知学员，写明原因。</p>
      {kind !== 'EXTEND' && <Follows attemptId={seat.attemptId} kind={kind} />}
      {kind === 'EXTEND' && (
        <NumberFormItem
          name="minutes"
          label="延长"
          needed
          within={{
            what: '时长',
            min: examAskLimits.seconds.min / minute,
            max: examAskLimits.seconds.max / minute,
            unit: ' 分钟',
          }}
          input={{ suffix: '分钟', 'aria-label': '延长分钟数' }}
        />
      )}
      <ReasonField placeholder={reasonExamples[kind]} />
    </FormDialog>
  )
}

const reasonExamples: Readonly<Record<AttemptDecisionKind, string>> = {
  EXTEND: '如：考点停电 10 分钟',
  VOID: '如：本人承认由他人代考',
  RESET: '如：考点停电，没有考完',
  RESTORE: '如：申诉后电话核实，是本人参加',
}

function Follows(asked: { attemptId: string; kind: 'VOID' | 'RESET' | 'RESTORE' }) {
  const { data } = useQuery(decisionConsequencesQuery(asked))
  if (!data) return null
  return (
    <div className={classes.problem}>
      {data.problem && <Alert type="warning" showIcon title={data.problem} />}
      复核通过后：
      <ul>
        {data.list.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
