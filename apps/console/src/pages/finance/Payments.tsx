import { formatDateTime, formatFen } from '@ce/client/format.ts'
import type { FinancePayment } from '@ce/client/staff/finance.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import classes from './Finance.module.css'
import { channelName, paymentStateLabels } from './labels.ts'
import { RefundSummary } from './Refund.tsx'

export function OrderPayments({ payments }: { payments: FinancePayment[] }) {
  return (
    <CardSection id="payments" title="渠道支付">
      {payments.length === 0 ? (
        <p className={cards.hint}>这笔订单不需要付款。</p>
      ) : (
        <ul className={cards.rows}>
          {payments.map((payment) => (
            <li key={payment.outTradeNo} className={classes.row}>
              <Payment payment={payment} />
            </li>
          ))}
        </ul>
      )}
    </CardSection>
  )
}

function Payment({ payment }: { payment: FinancePayment }) {
  const { label, kind } = paymentStateLabels[payment.status]
  const { outTradeNo, transactionId, paidAt, refunds } = payment
  return (
    <>
      <div>
        <StatusMark kind={kind}>{label}</StatusMark>
        <p>
          {formatFen(payment.amount)}，{channelName(payment.channel)}
          {paidAt ? `，${formatDateTime(paidAt)} 支付` : ''}
        </p>
        <span className={`cell-note ${classes.number}`}>商户订单号 {outTradeNo}</span>
        {transactionId && <span className={`cell-note ${classes.number}`}>渠道交易号 {transactionId}</span>}
      </div>
      {refunds.length > 0 && (
        <div>
          {refunds.map((refund) => (
            <RefundSummary key={refund.refundNo} refund={refund} />
          ))}
        </div>
      )}
    </>
  )
}
