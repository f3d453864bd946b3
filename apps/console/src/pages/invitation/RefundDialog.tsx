import { type EmployerPlan, type Member, useEmployerRefund } from '@ce/client/employer.ts'
import { formatFen } from '@ce/client/format.ts'
import { uuid } from '@ce/client/uuid.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { needed } from '../../kit/form-rules.ts'

interface RefundDialogProps {
  member: Member
  plan: EmployerPlan
  onClose: () => void
}

/** Asks for the money of one person back; finance decide, the others study on. */
export function RefundDialog({ member, plan, onClose }: RefundDialogProps) {
  const [id] = useState(uuid)
  const ask = useEmployerRefund()
  return (
    <FormDialog
      marked
      title={`为 ${member.name} 申请退款 ${formatFen(plan.price)}`}
      okText="提交申请"
      initialValues={{ reason: '' }}
      send={async ({ reason }) => {
        await ask.mutateAsync({ id, invitationId: member.id, reason })
        showNotice({ kind: 'success', title: '已提交退款申请', text: '财务审核同意后原路退回。' })
      }}
      onClose={onClose}
    >
      <p>审核同意之后，该学员的课程关闭，其他人不受影响。</p>
      <Form.Item
        name="reason"
        label="原因"
        rules={[needed('请填写原因'), { min: 2, max: 200, message: '原因为 2–200 个字' }]}
        validateTrigger="onBlur"
      >
        <Input maxLength={200} placeholder="如：员工离职" autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}
