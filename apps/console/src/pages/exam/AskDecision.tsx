import {
  consequencesQuery,
  type DecisionKind,
  type Seat,
  useAskDecision,
} from '@ce/client/staff/exam.ts'
import { uuid } from '@ce/client/uuid.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import classes from '../../components/form.module.css'
import { Reason } from '../../components/Reason.tsx'
import { NumberInput } from '../../kit/NumberInput.tsx'
import { numberWithin } from '../../kit/number-rule.ts'
import { kindHints, kindNames } from './words.ts'

interface Fields {
  minutes?: number
  reason: string
}

const minute = 60

/** Asks for a decision about one sitting; a colleague has to agree. */
export function AskDecision({
  seat,
  kind,
  onClose,
}: {
  seat: Pick<Seat, 'attemptId' | 'courseTitle'> & { student: { name: string } }
  kind: DecisionKind
  onClose: () => void
}) {
  // one dialog is one request, however often its button is pressed
  const [id] = useState(uuid)
  const ask = useAskDecision()
  const send = async ({ minutes, reason }: Fields) => {
    const seconds = kind === 'EXTEND' ? { seconds: Math.round((minutes ?? 0) * minute) } : {}
    await ask.mutateAsync({ id, attemptId: seat.attemptId, kind, reason, ...seconds })
    showNotice({
      kind: 'success',
      title: '已提交，等待复核',
      text: '请另一位有权限的同事在“处置复核”中确认后生效。',
    })
  }
  return (
    <FormDialog<Fields>
      title={`申请${kindNames[kind]}：${seat.student.name}，${seat.courseTitle}`}
      okText="提交复核"
      danger={kind === 'VOID' || kind === 'RESET'}
      initialValues={{ minutes: 10, reason: '' }}
      send={send}
      onClose={onClose}
    >
      <p className={classes.problem}>{kindHints[kind]}复核通过后告知学员，写明原因。</p>
      {kind !== 'EXTEND' && <Follows attemptId={seat.attemptId} kind={kind} />}
      {kind === 'EXTEND' && (
        <Form.Item
          name="minutes"
          label="延长"
          rules={[
            { required: true, message: '请填写时长' },
            numberWithin({ what: '时长', min: 1, max: 240, unit: ' 分钟' }),
          ]}
          validateTrigger="onBlur"
        >
          <NumberInput suffix="分钟" aria-label="延长分钟数" />
        </Form.Item>
      )}
      <Reason placeholder={reasonExamples[kind]} />
    </FormDialog>
  )
}

const reasonExamples: Readonly<Record<DecisionKind, string>> = {
  EXTEND: '如：考点停电 10 分钟',
  VOID: '如：本人承认由他人代考',
  RESET: '如：考点停电，没有考完',
  RESTORE: '如：申诉后电话核实，是本人参加',
}

/** What the second person will confirm, before it is asked for. */
function Follows(asked: { attemptId: string; kind: 'VOID' | 'RESET' | 'RESTORE' }) {
  const { data } = useQuery(consequencesQuery(asked))
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
