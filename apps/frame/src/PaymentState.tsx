import { formatFen, formatRemaining } from '@ce/client/format.ts'
import type { usePayment } from '@ce/client/payment/use-payment.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
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
  /** said once it is paid */
  paid: string
}

/** How the payment of an order stands: its QR while it waits, else how it ended. Closes nothing, cancels nothing. */
export function PaymentState(props: PaymentStateProps) {
  const { phase } = props.payment.state
  if (phase === 'waiting') return <Waiting {...props} />
  if (phase === 'paid') return <Alert type="success" showIcon title={props.paid} />
  return phase === 'closed' ? (
    <Alert type="warning" showIcon title="订单已关闭，未发生扣款。如仍需报名，请重新下单。" />
  ) : (
    <Alert type="info" showIcon title="款项已原路退回，请以支付渠道的到账时间为准。" />
  )
}

const payTypeNames: Readonly<Record<string, string>> = {
  WECHAT: '微信',
  ALIPAY: '支付宝',
  DEMO: '手机',
}

function Waiting({ order, payment, qr, list }: PaymentStateProps) {
  const { state, secondsLeft, ask, asking } = payment
  return (
    <div className={classes.body}>
      <p className={classes.amount}>{formatFen(order.amount)}</p>
      {order.codeUrl ? (
        <>
          {qr(order.codeUrl)}
          <p>请用{payTypeNames[order.payType] ?? '手机'}扫描二维码支付</p>
          {order.payType === 'DEMO' && <p>演示收银台，不会真实扣款</p>}
          {order.payType === 'DEMO' && (
            <a href={order.codeUrl} target="_blank" rel="noopener">
              在本机打开演示收银台
            </a>
          )}
        </>
      ) : (
        <Alert type="warning" showIcon title={`支付二维码暂未生成，请稍后在“${list}”中重试。`} />
      )}
      <p className={classes.left}>
        订单将在 <span role="timer">{formatRemaining(secondsLeft)}</span> 后关闭
      </p>
      <div aria-live="polite" className={classes.state}>
        {state.offline && <StatusMark kind="warning">网络不通，恢复后会自动查询结果</StatusMark>}
        {!state.offline && state.channelFailed && (
          <StatusMark kind="error">支付未成功，可重新扫码支付</StatusMark>
        )}
        {!state.offline && !state.channelFailed && state.notYet && (
          <StatusMark kind="doing">还没有查到支付结果，到账后页面会自动更新</StatusMark>
        )}
      </div>
      <Button onClick={ask} loading={asking}>
        我已支付
      </Button>
    </div>
  )
}
