import { type AttemptDecision, decisionConsequencesQuery, useDecideAttempt } from '@ce/client/staff/exam.ts'
import { examDecideLimits } from '@ce/contract/generated/staff-limits'
import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { ConsequenceChecklist } from '../../components/ConsequenceChecklist.tsx'
import classes from '../../components/form.module.css'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { attemptDecisionKindHints, attemptDecisionKindNames } from './labels.ts'
import { AttemptSummary } from './Sitting.tsx'

export function AttemptDecisionDialog({
  decision,
  approve,
  onClose,
}: {
  decision: AttemptDecision
  approve: boolean
  onClose: () => void
}) {
  const decide = useDecideAttempt()
  const what = `${decision.studentName}，${decision.courseTitle}`
  const { attemptId } = decision
  const asked = approve && decision.kind !== 'EXTEND' ? decision.kind : null
  const query = useQuery({
    ...decisionConsequencesQuery({ attemptId, kind: asked ?? 'VOID' }),
    enabled: asked !== null,
  })
  const follows = asked ? query.data : undefined
  const send = ({ note }: { note: string }) => {
    const seen = follows ? { seen: follows.list } : {}
    return decide.mutateAsync({ id: decision.id, approve, note, ...seen }).catch(async (error) => {
      // The consequences have changed, so load them and let staff confirm them again.
      await query.refetch()
      throw error
    })
  }
  return (
    <FormDialog<{ note: string; read: string[] }>
      title={`${approve ? '同意' : '驳回'}${attemptDecisionKindNames[decision.kind]}：${what}`}
      okText={approve ? '同意并生效' : '驳回'}
      danger={asked === 'VOID' || asked === 'RESET'}
      blocked={asked !== null && (!follows || follows.problem !== null)}
      initialValues={{ note: '', read: [] }}
      send={send}
      done={{ title: approve ? '已同意，立即生效' : '已驳回', text: what }}
      onClose={onClose}
    >
      <p>
        <AttemptSummary sitting={decision} />
      </p>
      <p className={classes.problem}>
        {decision.askedBy} 申请：{decision.reason}
        {approve && <br />}
        {approve && attemptDecisionKindHints[decision.kind]}
      </p>
      {follows && <ConsequenceChecklist {...follows} />}
      <Form.Item name="note" label="复核意见（选填）" extra="写入操作日志。">
        <Input maxLength={examDecideLimits.note.maxLength} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}
