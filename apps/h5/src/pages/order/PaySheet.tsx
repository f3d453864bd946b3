import { formatFen } from '@ce/client/format.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { usePayment } from '@ce/client/payment/use-payment.ts'
import { PaymentNews } from '@ce/frame/student/order/PaymentNews.tsx'
import {
  demoWords,
  noCodeWords,
  openedWords,
  paymentEnds,
} from '@ce/frame/student/order/payment-words.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Sheet } from '@ce/ui/Sheet.tsx'
import { useNavigate } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import { PayCode } from './PayCode.tsx'
import classes from './PaySheet.module.css'

interface PaySheetProps {
  order: PayableOrder
  onClose: () => void
}

/** Paying an order, and how that stands; closes nothing, cancels nothing. */
export function PaySheet({ order, onClose }: PaySheetProps) {
  const navigate = useNavigate()
  const { state, secondsLeft, ask, asking } = usePayment(order.orderNo, order.expireAt)
  const { phase } = state
  if (phase !== 'waiting') {
    const paid = phase === 'paid'
    const { kind, text } = paid
      ? ({ kind: 'info', text: openedWords } as const)
      : paymentEnds[phase]
    return (
      <Sheet
        open
        title={paid ? '支付成功' : '支付'}
        onClose={onClose}
        actions={
          paid ? (
            <Button onClick={() => navigate(paths.course(order.signId), { replace: true })}>
              开始学习
            </Button>
          ) : (
            <Button kind="quiet" onClick={onClose}>
              关闭
            </Button>
          )
        }
      >
        <p role="status" className={kind === 'warning' ? card.warning : card.note}>
          {text}
        </p>
      </Sheet>
    )
  }
  return (
    <Sheet
      open
      title="支付订单"
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            稍后支付
          </Button>
          <Button onClick={ask} busy={asking}>
            我已支付
          </Button>
        </>
      }
    >
      <div className={classes.body}>
        <p className={classes.amount}>{formatFen(order.amount)}</p>
        <PaymentNews state={state} secondsLeft={secondsLeft} />
        {order.codeUrl === null ? (
          <p className={card.warning}>{noCodeWords('我的订单')}</p>
        ) : order.payType === 'DEMO' ? (
          <>
            <p>{demoWords}</p>
            <a className={buttonClass()} href={order.codeUrl} target="_blank" rel="noopener">
              在本机打开演示收银台
            </a>
            <PayCode order={order} url={order.codeUrl} />
          </>
        ) : (
          <PayCode order={order} url={order.codeUrl} />
        )}
      </div>
    </Sheet>
  )
}
