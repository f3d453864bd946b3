import { consequencesQuery, type Decision, useDecide } from '@ce/client/staff/exam.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { Consequences } from '../../components/Consequences.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import classes from '../../components/form.module.css'
import { Sitting } from './Sitting.tsx'
import { kindHints, kindNames } from './words.ts'

/** The second person's word. */
export function DecideDialog({
  decision,
  approve,
  onClose,
}: {
  decision: Decision
  approve: boolean
  onClose: () => void
}) {
  const decide = useDecide()
  const what = `${decision.studentName}，${decision.courseTitle}`
  const { attemptId } = decision
  const asked = approve && decision.kind !== 'EXTEND' ? decision.kind : null
  const query = useQuery({
    ...consequencesQuery({ attemptId, kind: asked ?? 'VOID' }),
    enabled: asked !== null,
  })
  const follows = asked ? query.data : undefined
  const send = async ({ note }: { note: string }) => {
    const seen = follows ? { seen: follows.list } : {}
    await decide.mutateAsync({ id: decision.id, approve, note, ...seen }).catch(async (error) => {
      // what follows is another thing by now: it is shown, and confirmed again
      await query.refetch()
      throw error
    })
    showNotice({ kind: 'success', title: approve ? '已同意，立即生效' : '已驳回', text: what })
  }
  return (
    <FormDialog<{ note: string; read: string[] }>
      title={`${approve ? '同意' : '驳回'}${kindNames[decision.kind]}：${what}`}
      okText={approve ? '同意并生效' : '驳回'}
      danger={asked === 'VOID' || asked === 'RESET'}
      blocked={asked !== null && (!follows || follows.problem !== null)}
      initialValues={{ note: '', read: [] }}
      send={send}
      onClose={onClose}
    >
      <p>
        <Sitting sitting={decision} />
      </p>
      <p className={classes.problem}>
        {decision.askedBy} 申请：{decision.reason}
        {approve && <br />}
        {approve && kindHints[decision.kind]}
      </p>
      {follows && <Consequences {...follows} />}
      <Form.Item name="note" label="复核意见（选填）" extra="写入操作日志。">
        <Input maxLength={300} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}
