import { PaymentNews } from '@ce/client/components/PaymentNews.tsx'
import { yearListQuery } from '@ce/client/course.ts'
import { formatFen } from '@ce/client/format.ts'
import { payTypesQuery } from '@ce/client/order.ts'
import { codeLink } from '@ce/client/payment/code-link.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import {
  browserWords,
  channelWords,
  openedWords,
  payDialogTitle,
  paymentEnds,
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
import { Facts } from '../../components/Facts.tsx'
import { paths } from '../../paths.ts'
import { useShell } from '../../shells/shell.ts'
import { aloneWords } from '../invitation/notes.ts'
import { useAwaitedEmployer } from '../invitation/use-awaited-employer.ts'
import { DeskWay } from './DeskWay.tsx'
import { useOtherChannels } from './other-channels.ts'
import classes from './PaySheet.module.css'
import { PhoneWays } from './PhoneWays.tsx'
import { payWay } from './pay-way.ts'

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
  const payment = usePayment(order.orderNo, order.expireAt)
  const { ask, asking } = payment
  const { phase } = payment.state
  const onPhone = useShell() === 'phone'
  const payTypes = useQuery(payTypesQuery())
  const way = payTypes.isPending ? undefined : payWay(order.payType, payTypes.data)
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
        title={payDialogTitle(phase)}
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
  // one button stands out: first what opens the channel's app, then what asks how it went
  const opens = codeLink(order, navigator.userAgent) !== null
  const toOpen = onPhone && (way === 'BRIDGE' || ((way === 'BROWSER' || opens) && !returned))
  const news = (
    <PaymentNews
      state={payment.state}
      secondsLeft={payment.secondsLeft}
      {...(onPhone ? { failed: browserWords.failed } : {})}
    />
  )
  return (
    <Dialog
      open
      title={onPhone ? '支付订单' : payDialogTitle(phase)}
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
              {way && <PhoneWays order={order} way={way} returned={returned} ask={ask} />}
              <OtherChannels order={order} onOrder={onOrder} />
            </div>
          </>
        ) : (
          <div className={classes.desk}>
            <div className={classes.way}>
              <DeskWay order={order} />
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

/** Paying alone ends an employer's turn. */
function EmployerNote({ order: { signId } }: { order: PayableOrder }) {
  const employer = useAwaitedEmployer({ signId })
  return employer ? <p className={card.note}>{aloneWords(employer)}</p> : null
}

/** What is paid, to whom. */
function OrderFacts({ order: { amount, year, orderNo } }: { order: PayableOrder }) {
  const payee = useSiteInfo()?.organizer
  const { data } = useQuery(yearListQuery())
  const plan = data?.list.find((one) => one.year === year)?.title ?? `${year} 年度继续教育`
  return (
    <div className={classes.facts}>
      <p className={classes.amount}>{formatFen(amount)}</p>
      <Facts
        facts={[
          ...(payee ? [['收款方', payee] as const] : []),
          ['付款内容', `${plan}报名费`],
          ['订单号', orderNo],
        ]}
      />
    </div>
  )
}

/** The channels the order is not placed at; an order by one of them takes its place. */
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
      {channelWords(payTypeNames[type])}
    </Button>
  ))
}
