import { PaymentNews } from '@ce/client/components/PaymentNews.tsx'
import { formatFen } from '@ce/client/format.ts'
import {
  demoLink,
  demoWords,
  newCodeWords,
  noCodeWords,
  paymentEnds,
  renewCodeWords,
  scannerOf,
} from '@ce/client/payment/payment-text.ts'
import type { usePayment } from '@ce/client/payment/use-payment.ts'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import classes from './PaymentState.module.css'

interface PaymentStateProps {
  order: { amount: number; codeUrl: string | null; payType: string }
  payment: ReturnType<typeof usePayment>
  /** the QR of an address */
  qr: (address: string) => ReactNode
  /** where the order stands, for a later try: 我的订单 */
  list: string
  /** opens a QR where there is none, or where another device has ended it */
  renew?: { run: () => void; busy: boolean }
  /** said once it is paid */
  paid: string
}

/** How the payment of an order stands: its QR while it waits, else how it ended. Closes nothing, cancels nothing. */
export function PaymentState(props: PaymentStateProps) {
  const { phase } = props.payment.state
  if (phase === 'waiting') return <Waiting {...props} />
  if (phase === 'paid') return <Alert type="success" showIcon title={props.paid} />
  const { kind, text } = paymentEnds[phase]
  return <Alert type={kind} showIcon title={text} />
}

function Waiting({ order, payment, qr, list, renew }: PaymentStateProps) {
  const { state, secondsLeft, ask, asking } = payment
  return (
    <div className={classes.body}>
      <p className={classes.amount}>{formatFen(order.amount)}</p>
      {order.codeUrl ? (
        <>
          {qr(order.codeUrl)}
          <p>请用{scannerOf(order.payType)}扫描二维码支付</p>
          {order.payType === 'DEMO' && <p>{demoWords}</p>}
          {order.payType === 'DEMO' && (
            <a href={order.codeUrl} target="_blank" rel="noopener">
              {demoLink}
            </a>
          )}
          {order.payType !== 'DEMO' && renew && (
            <Button type="link" onClick={renew.run} loading={renew.busy}>
              {renewCodeWords}
            </Button>
          )}
        </>
      ) : (
        <>
          <Alert type="warning" showIcon title={noCodeWords(list)} />
          {renew && (
            <Button onClick={renew.run} loading={renew.busy}>
              {newCodeWords}
            </Button>
          )}
        </>
      )}
      <PaymentNews state={state} secondsLeft={secondsLeft} />
      <Button onClick={ask} loading={asking}>
        我已支付
      </Button>
    </div>
  )
}
