import { formatFen } from '@ce/client/format.ts'
import { type FinanceOrder, useRequestStaffRefund } from '@ce/client/staff/finance.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { useState } from 'react'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { RefundInvoiceConsequence } from './InvoiceFate.tsx'

interface OpenRefundDialogProps {
  orderNo: string
  signId: string
  amount: number
  student: string
  invoice: FinanceOrder['invoice']
  onClose: () => void
}

/** Staff propose a refund that nobody requested; a second person must decide it. */
export function OpenRefundDialog(props: OpenRefundDialogProps) {
  const { orderNo, signId, amount, student, invoice, onClose } = props
  const [id] = useState(randomUuid)
  const open = useRequestStaffRefund()
  return (
    <ReasonDialog
      marked
      title={`发起退款 ${formatFen(amount)}`}
      okText="提交审核"
      placeholder="如：学员电话申请退费，未开始学习"
      send={(reason) => open.mutateAsync({ id, orderNo, signId, reason })}
      done={{ title: '已提交', text: '由另一名工作人员审核后退款。' }}
      onClose={onClose}
    >
      <p>{`为 ${student} 发起退款。审核同意之后课程关闭，款项原路退回。`}</p>
      <RefundInvoiceConsequence invoice={invoice} />
    </ReasonDialog>
  )
}
