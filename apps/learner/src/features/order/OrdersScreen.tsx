import { formatPrice } from '@ce/client/format.ts'
import { myOrdersInPages, useCancelOrder } from '@ce/client/order.ts'
import {
  cancelQuestion,
  noOrders,
  type Order,
  orderFilters,
  orderMark,
  orderNumber,
  orderTimes,
  readOrderStatus,
} from '@ce/client/order-text.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { cameFromWechat } from '@ce/client/payment/wechat-return.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Chips } from '../../components/Chips.tsx'
import card from '../../components/card.module.css'
import { GrowingList } from '../../components/GrowingList.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { useShell } from '../../shells/shell.ts'
import { otherPayerWords } from '../invitation/notes.ts'
import { useEmployerInstead } from '../invitation/use-awaited-employer.ts'
import classes from './Orders.module.css'
import { useOrderInvoice } from './order-invoice.ts'
import { payableOf } from './other-channels.ts'
import { PaySheet } from './PaySheet.tsx'
import { RefundButton, RefundState } from './Refund.tsx'

/** 我的订单, the newest first; the state filter stands in the address, and the order one comes back to from paying. */
export function OrdersScreen() {
  const [params] = useSearchParams()
  const status = readOrderStatus(params.get('status'))
  const [paying, setPaying] = useState<PayableOrder>()
  const query = useInfiniteQuery(myOrdersInPages(status ? { status } : {}))
  const none = noOrders(status, paths)
  const navigate = useNavigate()
  const payNo = params.get('pay')
  // from WeChat's sign-in one comes back before paying, not after
  const [named] = useState(() => cameFromWechat(payNo))
  const back = query.data?.pages.flatMap(({ list }) => list).find((one) => one.orderNo === payNo)
  const shown = paying ?? (back && payableOf(back))
  const close = () => {
    setPaying(undefined)
    if (payNo) void navigate(paths.orders(), { replace: true })
  }
  return (
    <Screen title="我的订单" back={paths.profile()} aside={<RelatedPages />}>
      <Chips
        label="订单状态"
        chips={orderFilters}
        chosen={status ?? 'ALL'}
        to={(value) => (value === 'ALL' ? paths.orders() : `${paths.orders()}?status=${value}`)}
      />
      <Refreshing>
        <GrowingList
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
          {(order) => <OrderCard order={order} onPay={() => setPaying(payableOf(order))} />}
        </GrowingList>
      </Refreshing>
      {shown && (
        <PaySheet
          key={shown.orderNo}
          order={shown}
          returned={shown.orderNo === payNo && !named}
          onOrder={setPaying}
          onClose={close}
        />
      )}
    </Screen>
  )
}

/** On a desk these pages have no entry of their own in the sidebar; on a phone 我的 lists them. */
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

/** One order: what it is for, how it stands, and what can be done about it. */
function OrderCard({ order, onPay }: { order: Order; onPay: () => void }) {
  const { label, kind } = orderMark(order)
  const employer = useEmployerInstead(order)
  const invoice = useOrderInvoice(order)
  const [line] = order.lines
  return (
    <li className={card.card} aria-label={`订单 ${order.orderNo}`}>
      <div className={card.head}>
        <span className={card.quiet}>{orderNumber(order)}</span>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      {order.lines.map(({ signId, title, amount }) => (
        <p key={signId} className={card.head}>
          <strong>{title}</strong>
          <strong className="figures">{formatPrice(amount)}</strong>
        </p>
      ))}
      {employer && <p className={card.note}>{otherPayerWords(employer)}</p>}
      <RefundState order={order} />
      {invoice.note && <p className={card.quiet}>{invoice.note}</p>}
      <div className={classes.foot}>
        <p className={card.quiet}>
          <Dated>{orderTimes(order)}</Dated>
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
      () => undefined, // the refusal has been shown
    )
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        取消订单
      </Button>
      <ConfirmDialog
        open={asking}
        words={cancelQuestion(order)}
        danger
        onOk={cancelOrder}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
