import { type Decision, useDecide } from '@ce/client/staff/exam.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Form, Input } from 'antd'
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
  const send = async ({ note }: { note: string }) => {
    await decide.mutateAsync({ id: decision.id, approve, note })
    showNotice({ kind: 'success', title: approve ? '已同意，立即生效' : '已驳回', text: what })
  }
  return (
    <FormDialog
      title={`${approve ? '同意' : '驳回'}${kindNames[decision.kind]}：${what}`}
      okText={approve ? '同意并生效' : '驳回'}
      danger={approve && decision.kind !== 'EXTEND'}
      initialValues={{ note: '' }}
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
      <Form.Item name="note" label="复核意见（选填）" extra="写入操作日志。">
        <Input maxLength={300} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}
