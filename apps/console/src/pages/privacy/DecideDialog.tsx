import { type CorrectionRequest, useDecideCorrection } from '@ce/client/staff/privacy.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Form, Input } from 'antd'
import { FormDialog } from '../../components/FormDialog.tsx'
import { needed } from '../../kit/form-rules.ts'
import { fieldWords } from './words.ts'

export type Decision = 'APPROVED' | 'REFUSED'

interface DecideDialogProps {
  request: CorrectionRequest
  decision: Decision
  onClose: () => void
}

/** The word on a request; the student reads what is written. */
export function DecideDialog({ request, decision, onClose }: DecideDialogProps) {
  const decide = useDecideCorrection()
  const approve = decision === 'APPROVED'
  return (
    <FormDialog<{ note: string }>
      title={approve ? '同意更正' : '不同意更正'}
      okText={approve ? '同意并更正' : '不同意'}
      danger={!approve}
      initialValues={{ note: '' }}
      send={async ({ note }) => {
        await decide.mutateAsync({ id: request.id, decision, note })
        showNotice({ kind: 'success', title: approve ? '已更正' : '已答复学员' })
      }}
      onClose={onClose}
    >
      <p>
        {fieldWords[request.field]}：{request.before} → {request.wanted}
      </p>
      <Form.Item
        name="note"
        label={approve ? '意见（选填）' : '原因'}
        rules={
          approve ? [] : [needed('请填写原因'), { min: 2, max: 200, message: '原因为 2–200 个字' }]
        }
        validateTrigger="onBlur"
        extra="学员看得到。"
      >
        <Input.TextArea rows={3} maxLength={200} />
      </Form.Item>
    </FormDialog>
  )
}
