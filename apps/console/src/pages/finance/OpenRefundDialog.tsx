import { formatFen } from '@ce/client/format.ts'
import { type FinanceOrder, useOpenRefund } from '@ce/client/staff/finance.ts'
import { uuid } from '@ce/client/uuid.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'
import { InvoiceFate } from './InvoiceFate.tsx'

interface OpenRefundDialogProps {
  orderNo: string
  signId: string
  amount: number
  student: string
  invoice: FinanceOrder['invoice']
  onClose: () => void
}

/** A member of staff opens a refund in the house's own name; nothing moves until a second person has decided. */
export function OpenRefundDialog(props: OpenRefundDialogProps) {
  const { orderNo, signId, amount, student, invoice, onClose } = props
  const [id] = useState(uuid)
  const open = useOpenRefund()
  return (
    <FormDialog
      marked
      title={`发起退款 ${formatFen(amount)}`}
      okText="提交审核"
      initialValues={{ reason: '' }}
      send={async ({ reason }) => {
        await open.mutateAsync({ id, orderNo, signId, reason })
        showNotice({ kind: 'success', title: '已提交', text: '由另一名工作人员审核后退款。' })
      }}
      onClose={onClose}
    >
      <p>{`为 ${student} 发起退款。审核同意之后课程关闭，款项原路退回。`}</p>
      <InvoiceFate invoice={invoice} />
      <Reason placeholder="如：学员电话申请退费，未开始学习" />
    </FormDialog>
  )
}
