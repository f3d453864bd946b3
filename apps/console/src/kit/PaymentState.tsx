import { PaymentNotice } from '@ce/client/components/PaymentNotice.tsx'
import { formatFen } from '@ce/client/format.ts'
import {
  demoCashierLinkLabel,
  demoCashierText,
  newPaymentCodeLabel,
  noPaymentCodeText,
  paymentEndTexts,
  payTypeScannerName,
  renewPaymentCodeLabel,
} from '@ce/client/payment/payment-text.ts'
import type { usePayment } from '@ce/client/payment/use-payment.ts'
import { QrCode } from '@ce/ui/QrCode.tsx'
import { Alert, Button } from 'antd'
import classes from './PaymentState.module.css'

interface PaymentStateProps {
  order: { amount: number; codeUrl: string | null; payType: string }
  payment: ReturnType<typeof usePayment>
  list: string
  /** Creates a new QR code if there is none or another device replaced it. */
  renew?: { run: () => void; busy: boolean }
  paid: string
}

/** Shows the QR code while waiting for payment, then the result. It never cancels the order. */
export function PaymentStatePanel(props: PaymentStateProps) {
  const { phase } = props.payment.state
  if (phase === 'waiting') return <Waiting {...props} />
  if (phase === 'paid') return <Alert type="success" showIcon title={props.paid} />
  const { kind, text } = paymentEndTexts[phase]
  return <Alert type={kind} showIcon title={text} />
}

function Waiting({ order, payment, list, renew }: PaymentStateProps) {
  const { state, secondsLeft, ask, asking } = payment
  return (
    <div className={classes.body}>
      <p className={classes.amount}>{formatFen(order.amount)}</p>
      {order.codeUrl ? (
        <>
          <QrCode value={order.codeUrl} size={200} margin={2} title="支付二维码" />
          <p>请用{payTypeScannerName(order.payType)}扫描二维码支付</p>
          {order.payType === 'DEMO' && <p>{demoCashierText}</p>}
          {order.payType === 'DEMO' && (
            <a href={order.codeUrl} target="_blank" rel="noopener">
              {demoCashierLinkLabel}
            </a>
          )}
          {order.payType !== 'DEMO' && renew && (
            <Button type="link" onClick={renew.run} loading={renew.busy}>
              {renewPaymentCodeLabel}
            </Button>
          )}
        </>
      ) : (
        <>
          <Alert type="warning" showIcon title={noPaymentCodeText(list)} />
          {renew && (
            <Button onClick={renew.run} loading={renew.busy}>
              {newPaymentCodeLabel}
            </Button>
          )}
        </>
      )}
      <PaymentNotice state={state} secondsLeft={secondsLeft} />
      <Button onClick={ask} loading={asking}>
        我已支付
      </Button>
    </div>
  )
}
