import { PaymentNews } from '@ce/client/components/PaymentNews.tsx'
import { formatFen } from '@ce/client/format.ts'
import { codeLink } from '@ce/client/payment/code-link.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { browserWords, openedWords, paymentEnds } from '@ce/client/payment/payment-text.ts'
import { usePayment } from '@ce/client/payment/use-payment.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import { aloneWords } from '../invitation/notes.ts'
import { useAwaitedEmployer } from '../invitation/use-awaited-employer.ts'
import { OtherChannels } from './OtherChannels.tsx'
import classes from './PaySheet.module.css'
import { PayWays } from './PayWays.tsx'
import { usePayWay } from './use-pay-way.ts'

interface PaySheetProps {
  order: PayableOrder
  /** the payment channel sent the browser back to it */
  returned?: boolean
  /** the same by another channel has taken its place */
  onOrder: (order: PayableOrder) => void
  onClose: () => void
}

/** Paying an order, and how that stands; closes and cancels nothing, unless another channel is chosen. */
export function PaySheet({ order, returned = false, onOrder, onClose }: PaySheetProps) {
  const navigate = useNavigate()
  const { state, secondsLeft, ask, asking } = usePayment(order.orderNo, order.expireAt)
  const { phase } = state
  const employer = useAwaitedEmployer({ signId: order.signId })
  // one button stands out: first what opens the channel's app, then what asks how it went
  const way = usePayWay(order.payType)
  const opened = codeLink(order, navigator.userAgent) !== null
  const toOpen = way === 'BRIDGE' || ((way === 'BROWSER' || opened) && !returned)
  // coming back proves nothing: the server asks the channel, at once
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    if (returned) void ask()
  }, [returned])
  if (phase !== 'waiting') {
    const paid = phase === 'paid'
    const { kind, text } = paid
      ? ({ kind: 'info', text: openedWords } as const)
      : paymentEnds[phase]
    return (
      <Dialog
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
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      title="支付订单"
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            稍后支付
          </Button>
          <Button kind={toOpen ? 'quiet' : 'primary'} onClick={ask} busy={asking}>
            我已支付
          </Button>
        </>
      }
    >
      <div className={classes.body}>
        {employer && <p className={`${card.note} ${classes.words}`}>{aloneWords(employer)}</p>}
        <p className={classes.amount}>{formatFen(order.amount)}</p>
        <PaymentNews state={state} secondsLeft={secondsLeft} failed={browserWords.failed} />
        <PayWays order={order} returned={returned} ask={ask} />
        <OtherChannels order={order} onOrder={onOrder} />
      </div>
    </Dialog>
  )
}
