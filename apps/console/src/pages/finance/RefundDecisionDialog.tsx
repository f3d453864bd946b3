import { formatFen } from '@ce/client/format.ts'
import { type FinanceOrder, useDecideRefund } from '@ce/client/staff/finance.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { RefundInvoiceConsequence } from './InvoiceFate.tsx'
import { refundApprovedText } from './labels.ts'

interface DecideDialogProps {
  id: string
  decision: 'APPROVED' | 'REFUSED'
  amount: number
  student: string
  invoice: FinanceOrder['invoice']
  ofEmployer: boolean
  /** True if the payment channel accepts no further refund of this payment. */
  refundsSpent: boolean
  onClose: () => void
}

/**
 * Approving a refund closes the courses and sends the money. Students read the reason; employers do not, because it may
 * be private.
 */
export function RefundDecisionDialog(props: DecideDialogProps) {
  const { id, decision, amount, student, invoice, ofEmployer, onClose } = props
  const decide = useDecideRefund()
  const agreed = decision === 'APPROVED'
  return (
    <ReasonDialog
      marked
      title={agreed ? `同意退款 ${formatFen(amount)}` : '不同意退款'}
      okText={agreed ? '同意并退款' : '不同意'}
      placeholder={agreed ? '如：未开始学习，符合退款规定' : '如：已取得学时'}
      extra={ofEmployer ? '写入操作日志。单位只看到结果，看不到原因。' : '写入操作日志，学员能看到。'}
      send={async (reason) => {
        const order = await decide.mutateAsync({ id, decision, reason })
        showNotice({
          kind: 'success',
          title: agreed ? '已同意退款' : '已答复',
          text: agreed ? refundApprovedText(order) : '',
        })
      }}
      onClose={onClose}
    >
      <p>
        {agreed ? `${student} 的课程立即关闭，款项原路退回，不能撤回。` : `${student} 的订单不变；以后可以再次申请。`}
      </p>
      {agreed && props.refundsSpent && (
        <p>
          <StatusMark kind="warning">
            渠道对这笔付款的退款次数已用完（微信支付最多 50 次）。同意后须另行退回，并在订单的“渠道支付”登记。
          </StatusMark>
        </p>
      )}
      {agreed && <RefundInvoiceConsequence invoice={invoice} />}
    </ReasonDialog>
  )
}
