import { PaymentNotice } from '@ce/client/components/PaymentNotice.tsx'
import { yearListQuery } from '@ce/client/course.ts'
import { formatFen } from '@ce/client/format.ts'
import { payTypesQuery } from '@ce/client/order.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { paymentCodeLink } from '@ce/client/payment/payment-link.ts'
import {
  browserPaymentText,
  changePaymentChannelLabel,
  coursesOpenedText,
  paymentDialogTitle,
  paymentEndTexts,
} from '@ce/client/payment/payment-text.ts'
import { usePayment } from '@ce/client/payment/use-payment.ts'
import { payTypeNames } from '@ce/contract/state-names'
import { useSiteInfo } from '@ce/site/data.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import card from '../../components/card.module.css'
import { FactCard } from '../../components/FactCard.tsx'
import { paths } from '../../paths.ts'
import { useShell } from '../../shells/shell.ts'
import { ownPaymentText } from '../invitation/notes.ts'
import { usePayingEmployer } from '../invitation/use-awaited-employer.ts'
import { DesktopPayment } from './DesktopPayment.tsx'
import classes from './PaySheet.module.css'
import { PhonePayment } from './PhonePayment.tsx'
import { phonePaymentWay } from './payment-ways.ts'
import { useOtherChannels } from './use-other-channels.ts'

interface PaySheetProps {
  order: PayableOrder
  returned?: boolean
  onOrder: (order: PayableOrder) => void
  onClose: () => void
}

/** Closing the sheet does not cancel the order. */
export function PaymentSheet({ order, returned = false, onOrder, onClose }: PaySheetProps) {
  const navigate = useNavigate()
  const payment = usePayment(order.orderNo, order.expireAt)
  const { ask, asking } = payment
  const { phase } = payment.state
  const onPhone = useShell() === 'phone'
  const payTypes = useQuery(payTypesQuery())
  const way = payTypes.isPending ? undefined : phonePaymentWay(order.payType, payTypes.data)
  // Returning from a payment proves nothing, so the server asks the payment channel at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    if (returned) void ask()
  }, [returned])
  if (phase !== 'waiting') {
    const paid = phase === 'paid'
    const { kind, text } = paid ? ({ kind: 'info', text: coursesOpenedText } as const) : paymentEndTexts[phase]
    return (
      <Dialog
        open
        title={paymentDialogTitle(phase)}
        onClose={onClose}
        actions={
          paid ? (
            <Button onClick={() => navigate(paths.course(order.signId), { replace: true })}>开始学习</Button>
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
  // The button that opens the app stands out; after a visit there, the check of the payment does.
  const opens = paymentCodeLink(order, navigator.userAgent) !== null
  const toOpen = onPhone && (way === 'BRIDGE' || ((way === 'BROWSER' || opens) && !returned))
  const news = (
    <PaymentNotice
      state={payment.state}
      secondsLeft={payment.secondsLeft}
      {...(onPhone ? { failed: browserPaymentText.failed } : {})}
    />
  )
  return (
    <Dialog
      open
      title={onPhone ? '支付订单' : paymentDialogTitle(phase)}
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
        <EmployerNote order={order} />
        {onPhone ? (
          <>
            <OrderFacts order={order} />
            <div className={classes.way}>
              {news}
              {way && <PhonePayment order={order} way={way} returned={returned} ask={ask} />}
              <OtherChannels order={order} onOrder={onOrder} />
            </div>
          </>
        ) : (
          <div className={classes.desk}>
            <div className={classes.way}>
              <DesktopPayment order={order} />
            </div>
            <div className={classes.beside}>
              <OrderFacts order={order} />
              <div className={classes.news}>{news}</div>
              <OtherChannels order={order} onOrder={onOrder} />
            </div>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function EmployerNote({ order: { signId } }: { order: PayableOrder }) {
  const employer = usePayingEmployer({ signId })
  return employer ? <p className={card.note}>{ownPaymentText(employer)}</p> : null
}

function OrderFacts({ order: { amount, year, orderNo } }: { order: PayableOrder }) {
  const payee = useSiteInfo()?.organizer
  const { data } = useQuery(yearListQuery())
  const plan = data?.list.find((one) => one.year === year)?.title ?? `${year} 年度继续教育`
  return (
    <div className={classes.facts}>
      <p className={classes.amount}>{formatFen(amount)}</p>
      <FactCard
        facts={[...(payee ? [['收款方', payee] as const] : []), ['付款内容', `${plan}报名费`], ['订单号', orderNo]]}
      />
    </div>
  )
}

/** Choosing another payment channel replaces the order by a new one. */
function OtherChannels({ order, onOrder }: Pick<PaySheetProps, 'order' | 'onOrder'>) {
  const { others, change, changing } = useOtherChannels(order, onOrder)
  return others.map((type) => (
    <Button
      key={type}
      kind="text"
      busy={changing === type}
      disabled={changing !== null && changing !== type}
      onClick={() => change(type)}
    >
      {changePaymentChannelLabel(payTypeNames[type])}
    </Button>
  ))
}
