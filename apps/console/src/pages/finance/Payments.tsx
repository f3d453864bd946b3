import { formatDateTime, formatFen } from '@ce/client/format.ts'
import type { FinancePayment } from '@ce/client/staff/finance.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import classes from './Finance.module.css'
import { Refund } from './Refund.tsx'
import { channelName, paymentWords } from './words.ts'

/** The channel payments of an order: what the channel knows it by, and what went back. */
export function Payments({ payments }: { payments: FinancePayment[] }) {
  return (
    <section className={classes.card} aria-labelledby="payments">
      <h2 id="payments">渠道支付</h2>
      {payments.length === 0 ? (
        <p className={classes.hint}>这笔订单不需要付款。</p>
      ) : (
        <ul className={classes.rows}>
          {payments.map((payment) => (
            <li key={payment.outTradeNo} className={classes.row}>
              <Payment payment={payment} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Payment({ payment }: { payment: FinancePayment }) {
  const { label, kind } = paymentWords[payment.status]
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
        {transactionId && (
          <span className={`cell-note ${classes.number}`}>渠道交易号 {transactionId}</span>
        )}
      </div>
      {refunds.length > 0 && (
        <div>
          {refunds.map((refund) => (
            <Refund key={refund.refundNo} refund={refund} />
          ))}
        </div>
      )}
    </>
  )
}
