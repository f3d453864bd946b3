import { formatPrice } from '@ce/client/format.ts'
import { pagedMyOrdersQuery, useCancelOrder } from '@ce/client/order.ts'
import {
  cancelOrderConfirmation,
  noOrdersText,
  type Order,
  orderFilters,
  orderNumberText,
  orderStateMark,
  orderTimesText,
  parseOrderStatus,
} from '@ce/client/order-text.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { isReturnFromWechat } from '@ce/client/payment/wechat-return.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ChoiceChips } from '../../components/Chips.tsx'
import card from '../../components/card.module.css'
import { InfiniteList } from '../../components/InfiniteList.tsx'
import { PullToRefresh } from '../../components/PullToRefresh.tsx'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { useShell } from '../../shells/shell.ts'
import { otherPayerText } from '../invitation/notes.ts'
import { usePayingEmployerOfOrder } from '../invitation/use-awaited-employer.ts'
import classes from './Orders.module.css'
import { useOrderInvoice } from './order-invoice.ts'
import { PaymentSheet } from './PaymentSheet.tsx'
import { RefundButton, RefundStateNote } from './Refund.tsx'
import { toPayableOrder } from './use-other-channels.ts'

/** The address holds the filter, and the order to show after returning from its payment. */
export function OrdersScreen() {
  const [params] = useSearchParams()
  const status = parseOrderStatus(params.get('status'))
  const [paying, setPaying] = useState<PayableOrder>()
  const query = useInfiniteQuery(pagedMyOrdersQuery(status ? { status } : {}))
  const none = noOrdersText(status, paths)
  const navigate = useNavigate()
  const payNo = params.get('pay')
  // True after a return from WeChat's sign-in, which happens before the payment, not after it.
  const [named] = useState(() => isReturnFromWechat(payNo))
  const back = query.data?.pages.flatMap(({ list }) => list).find((one) => one.orderNo === payNo)
  const shown = paying ?? (back && toPayableOrder(back))
  const close = () => {
    setPaying(undefined)
    if (payNo) void navigate(paths.orders(), { replace: true })
  }
  return (
    <ScreenLayout title="我的订单" back={paths.profile()} aside={<RelatedPages />}>
      <ChoiceChips
        label="订单状态"
        chips={orderFilters}
        chosen={status ?? 'ALL'}
        to={(value) => (value === 'ALL' ? paths.orders() : `${paths.orders()}?status=${value}`)}
      />
      <PullToRefresh>
        <InfiniteList
          query={query}
          idOf={({ orderNo }) => orderNo}
          around={(orders) => <ul className={classes.orders}>{orders}</ul>}
          empty={
            <EmptyState
              title="没有订单"
              action={
                <Link className={buttonClass()} to={none.to}>
                  {none.action}
                </Link>
              }
            >
              {none.text}
            </EmptyState>
          }
        >
          {(order) => <OrderCard order={order} onPay={() => setPaying(toPayableOrder(order))} />}
        </InfiniteList>
      </PullToRefresh>
      {shown && (
        <PaymentSheet
          key={shown.orderNo}
          order={shown}
          returned={shown.orderNo === payNo && !named}
          onOrder={setPaying}
          onClose={close}
        />
      )}
    </ScreenLayout>
  )
}

/** Links to pages that have no sidebar entry on a desktop. A phone lists them under 我的. */
function RelatedPages() {
  if (useShell() === 'phone') return null
  return (
    <span className={card.tools}>
      <Link className={buttonClass('quiet')} to={paths.invitations()}>
        单位代缴
      </Link>
      <Link className={buttonClass('quiet')} to={paths.invoices()}>
        我的发票
      </Link>
    </span>
  )
}

function OrderCard({ order, onPay }: { order: Order; onPay: () => void }) {
  const { label, kind } = orderStateMark(order)
  const employer = usePayingEmployerOfOrder(order)
  const invoice = useOrderInvoice(order)
  const [line] = order.lines
  return (
    <li className={card.card} aria-label={`订单 ${order.orderNo}`}>
      <div className={card.head}>
        <span className={card.quiet}>{orderNumberText(order)}</span>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      {order.lines.map(({ signId, title, amount }) => (
        <p key={signId} className={card.head}>
          <strong>{title}</strong>
          <strong className="figures">{formatPrice(amount)}</strong>
        </p>
      ))}
      {employer && <p className={card.note}>{otherPayerText(employer)}</p>}
      <RefundStateNote order={order} />
      {invoice.note && <p className={card.quiet}>{invoice.note}</p>}
      <div className={classes.foot}>
        <p className={card.quiet}>
          <DatedText>{orderTimesText(order)}</DatedText>
        </p>
        <div className={classes.actions}>
          <RefundButton order={order} />
          {order.status !== 'PENDING' &&
            invoice.links.map(({ to, words, label: spoken }) => (
              <Link key={to} className={buttonClass('quiet')} to={to} aria-label={spoken}>
                {words}
              </Link>
            ))}
          {order.status === 'PAID' && line && (
            <Link className={buttonClass()} to={paths.course(line.signId)}>
              去学习
            </Link>
          )}
          {order.status === 'PENDING' && (
            <>
              <CancelButton order={order} />
              <Button kind={employer ? 'quiet' : 'call'} onClick={onPay}>
                {employer ? '自行支付' : '去支付'}
              </Button>
            </>
          )}
        </div>
      </div>
    </li>
  )
}

function CancelButton({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false)
  const cancel = useCancelOrder()
  const cancelOrder = () =>
    cancel.mutateAsync({ orderNo: order.orderNo }).then(
      () => showNotice({ kind: 'success', title: '订单已取消' }),
      () => undefined,
    )
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        取消订单
      </Button>
      <ConfirmDialog
        open={asking}
        words={cancelOrderConfirmation(order)}
        danger
        onOk={cancelOrder}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
