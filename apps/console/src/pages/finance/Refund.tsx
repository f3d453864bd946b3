import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { type FinanceRefund, useRetryRefund } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { Link } from 'react-router'
import cards from '../../components/cards.module.css'
import { paths } from '../../paths.ts'
import classes from './Finance.module.css'
import { refundAdvice, refundChannelResponseText, refundReasonLabels, refundStateMark } from './labels.ts'

export function RefundSummary({ refund }: { refund: FinanceRefund }) {
  const mayRefund = usePermission('finance.refund')
  const retry = useRetryRefund()
  const { refundNo, status, caseId, references } = refund
  const { label, kind } = refundStateMark(refund)
  return (
    <div>
      <StatusMark kind={kind}>{label}</StatusMark>
      <p>
        退回 {formatFen(refund.amount)}，{refundReasonLabels[refund.reason]}
        {refund.doneAt ? `，${formatDateTime(refund.doneAt)} 完成` : ''}
      </p>
      <span className={`cell-note ${classes.number}`}>退款单号 {refundNo}</span>
      {references.length > 0 && (
        <span className={`cell-note ${classes.number}`}>另行退回凭证号 {references.join('、')}</span>
      )}
      {status !== 'DONE' && (
        <>
          <p>{refundChannelResponseText(refund)}</p>
          <p className={cards.hint}>{refundAdvice(refund)}</p>
        </>
      )}
      <div className={cards.buttons}>
        {status !== 'DONE' && mayRefund && (
          <Button loading={retry.isPending} onClick={() => retry.mutate({ refundNo })}>
            再次申请
          </Button>
        )}
        {caseId && <Link to={paths.financeCase(caseId)}>查看差异与处理</Link>}
      </div>
    </div>
  )
}
