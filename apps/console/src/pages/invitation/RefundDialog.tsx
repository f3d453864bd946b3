import { type EmployerMember, type EmployerPlan, useRequestEmployerRefund } from '@ce/client/employer.ts'
import { formatFen } from '@ce/client/format.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { invitationRequestRefundLimits } from '@ce/contract/generated/employer-limits'
import { useState } from 'react'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextItem } from '../../kit/FormItems.tsx'

interface RefundDialogProps {
  member: EmployerMember
  plan: EmployerPlan
  onClose: () => void
}

export function RequestRefundDialog({ member, plan, onClose }: RefundDialogProps) {
  const [id] = useState(randomUuid)
  const ask = useRequestEmployerRefund()
  return (
    <FormDialog
      marked
      title={`为 ${member.name} 申请退款 ${formatFen(plan.price)}`}
      okText="提交申请"
      initialValues={{ reason: '' }}
      send={({ reason }) => ask.mutateAsync({ id, invitationId: member.id, reason })}
      done={{ title: '已提交退款申请', text: '财务审核同意后原路退回。' }}
      onClose={onClose}
    >
      <p>审核同意之后，该学员的课程关闭，其他人不受影响。</p>
      <TextItem
        name="reason"
        label="原因"
        needed
        counted
        limits={invitationRequestRefundLimits.reason}
        input={{ placeholder: '如：员工离职' }}
      />
    </FormDialog>
  )
}
