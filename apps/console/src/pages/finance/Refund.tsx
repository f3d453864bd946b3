import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { type FinanceRefund, useRetryRefund } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './Finance.module.css'
import { answerOf, refundAdvice, refundMark, refundReasons } from './words.ts'

/** Money of a payment on its way back: what its channel said, when it is asked next, and what staff can do. */
export function Refund({ refund }: { refund: FinanceRefund }) {
  const mayRefund = usePermission('finance.refund')
  const retry = useRetryRefund()
  const { refundNo, status, caseId, references } = refund
  const { label, kind } = refundMark(refund)
  return (
    <div>
      <StatusMark kind={kind}>{label}</StatusMark>
      <p>
        退回 {formatFen(refund.amount)}，{refundReasons[refund.reason]}
        {refund.doneAt ? `，${formatDateTime(refund.doneAt)} 完成` : ''}
      </p>
      <span className={`cell-note ${classes.number}`}>退款单号 {refundNo}</span>
      {references.length > 0 && (
        <span className={`cell-note ${classes.number}`}>
          另行退回凭证号 {references.join('、')}
        </span>
      )}
      {status !== 'DONE' && (
        <>
          <p>{answerOf(refund)}</p>
          <p className={classes.hint}>{refundAdvice(refund)}</p>
        </>
      )}
      <div className={classes.buttons}>
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
