import { formatFen } from '@ce/client/format.ts'
import { type FinanceOrder, useDecideRefund } from '@ce/client/staff/finance.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'
import { InvoiceFate } from './InvoiceFate.tsx'
import { agreedWords } from './words.ts'

interface DecideDialogProps {
  id: string
  decision: 'APPROVED' | 'REFUSED'
  amount: number
  student: string
  invoice: FinanceOrder['invoice']
  /** an employer's order */
  ofEmployer: boolean
  /** the channel takes no further refund of its payment */
  refundsSpent: boolean
  onClose: () => void
}

/** A yes closes the courses at once and sends the money back; either way a student reads the reason, an employer does not: it can tell of somebody's study. */
export function DecideDialog(props: DecideDialogProps) {
  const { id, decision, amount, student, invoice, ofEmployer, onClose } = props
  const decide = useDecideRefund()
  const agreed = decision === 'APPROVED'
  return (
    <FormDialog
      marked
      title={agreed ? `同意退款 ${formatFen(amount)}` : '不同意退款'}
      okText={agreed ? '同意并退款' : '不同意'}
      initialValues={{ reason: '' }}
      send={async ({ reason }) => {
        const order = await decide.mutateAsync({ id, decision, reason })
        showNotice({
          kind: 'success',
          title: agreed ? '已同意退款' : '已答复',
          text: agreed ? agreedWords(order) : '',
        })
      }}
      onClose={onClose}
    >
      <p>
        {agreed
          ? `${student} 的课程立即关闭，款项原路退回，不能撤回。`
          : `${student} 的订单不变；以后可以再次申请。`}
      </p>
      {agreed && props.refundsSpent && (
        <p>
          <StatusMark kind="warning">
            渠道对这笔付款的退款次数已用完（微信支付最多 50
            次）。同意后须另行退回，并在订单的“渠道支付”登记。
          </StatusMark>
        </p>
      )}
      {agreed && <InvoiceFate invoice={invoice} />}
      <Reason
        placeholder={agreed ? '如：未开始学习，符合退款规定' : '如：已取得学时'}
        extra={
          ofEmployer ? '写入操作日志。单位只看到结果，看不到原因。' : '写入操作日志，学员能看到。'
        }
      />
    </FormDialog>
  )
}
