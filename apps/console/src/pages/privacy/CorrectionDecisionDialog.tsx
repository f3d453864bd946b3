import { type CorrectionRequest, useDecideCorrection } from '@ce/client/staff/privacy.ts'
import { reasonLimits } from '@ce/contract/field-limits'
import { privacyDecideCorrectionLimits } from '@ce/contract/generated/staff-limits'
import { Form, Input } from 'antd'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { requiredRule, textLengthRule } from '../../kit/form-rules.ts'
import { correctionFieldLabels } from './labels.ts'

export type CorrectionDecision = 'APPROVED' | 'REFUSED'

interface DecideDialogProps {
  request: CorrectionRequest
  decision: CorrectionDecision
  onClose: () => void
}

export function CorrectionDecisionDialog({ request, decision, onClose }: DecideDialogProps) {
  const decide = useDecideCorrection()
  const approve = decision === 'APPROVED'
  return (
    <FormDialog<{ note: string }>
      title={approve ? '同意更正' : '不同意更正'}
      okText={approve ? '同意并更正' : '不同意'}
      danger={!approve}
      initialValues={{ note: '' }}
      send={({ note }) => decide.mutateAsync({ id: request.id, decision, note })}
      done={{ title: approve ? '已更正' : '已答复学员' }}
      onClose={onClose}
    >
      <p>
        {correctionFieldLabels[request.field]}：{request.before} → {request.wanted}
      </p>
      <Form.Item
        name="note"
        label={approve ? '意见（选填）' : '原因'}
        rules={approve ? [] : [requiredRule('请填写原因'), textLengthRule('原因', reasonLimits)]}
        validateTrigger="onBlur"
        extra="学员看得到。"
      >
        <Input.TextArea rows={3} maxLength={privacyDecideCorrectionLimits.note.maxLength} />
      </Form.Item>
    </FormDialog>
  )
}
