import { formatPrice } from '@ce/client/format.ts'
import { myOrderQuery, useCancelOrder } from '@ce/client/order.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { readPage } from '@ce/client/read-page.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { refocus } from '@ce/frame/refocus.ts'
import { otherPayerWords } from '@ce/frame/student/invitation/notes.ts'
import { useEmployerInstead } from '@ce/frame/student/invitation/use-awaited-employer.ts'
import type { OrderInvoice } from '@ce/frame/student/order/invoice-of-order.ts'
import {
  cancelQuestion,
  noOrders,
  type Order,
  type OrderStatus,
  orderFilters,
  orderMark,
  orderNumber,
  orderTimes,
  readOrderStatus,
} from '@ce/frame/student/order/order-words.ts'
import { payableOf } from '@ce/frame/student/order/use-channels.ts'
import { useOrderInvoice } from '@ce/frame/student/order/use-order-invoice.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Segmented } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { PagedList } from '../../components/PagedList.tsx'
import { paths } from '../../paths.ts'
import { InvitationsLink } from '../invitation/InvitationsLink.tsx'
import classes from './OrdersPage.module.css'
import { PayDialog } from './PayDialog.tsx'
import { RefundPart } from './RefundPart.tsx'

const pageSize = 10

/** 我的订单; state filter and page stand in the URL. */
export function OrdersPage() {
  const [params, setParams] = useSearchParams()
  const status = readOrderStatus(params.get('status'))
  const page = readPage(params.get('page'))
  const [paying, setPaying] = useState<PayableOrder>()
  const query = useQuery(myOrderQuery({ ...(status ? { status } : {}), page, pageSize }))
  const none = noOrders(status, paths)
  const go = (next: { status: OrderStatus | undefined; page: number }) =>
    setParams({ ...(next.status ? { status: next.status } : {}), page: String(next.page) })
  return (
    <>
      <PageHeader
        title="我的订单"
        actions={
          <>
            <InvitationsLink />
            <LinkButton to={paths.invoices()}>我的发票</LinkButton>
          </>
        }
      />
      <div className={classes.filter}>
        <Segmented
          aria-label="订单状态"
          value={status ?? 'ALL'}
          onChange={(value) => go({ status: readOrderStatus(value), page: 1 })}
          options={[...orderFilters]}
        />
      </div>
      <PagedList
        query={query}
        page={page}
        pageSize={pageSize}
        onPage={(next) => go({ status, page: next })}
        className={classes.orders}
        empty={
          <EmptyState title="没有订单" action={<Link to={none.to}>{none.action}</Link>}>
            {none.text}
          </EmptyState>
        }
      >
        {(order) => (
          <OrderCard key={order.orderNo} order={order} onPay={() => setPaying(payableOf(order))} />
        )}
      </PagedList>
      {paying && (
        <PayDialog
          key={paying.orderNo}
          order={paying}
          onOrder={setPaying}
          onClose={() => setPaying(undefined)}
        />
      )}
    </>
  )
}

function OrderCard({ order, onPay }: { order: Order; onPay: () => void }) {
  const { label, kind } = orderMark(order)
  const employer = useEmployerInstead(order)
  const invoice = useOrderInvoice(order)
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <span className={classes.number}>{orderNumber(order)}</span>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      {order.lines.map((line) => (
        <p key={line.signId} className={classes.line}>
          <span>{line.title}</span>
          <span>{formatPrice(line.amount)}</span>
        </p>
      ))}
      {employer && <Alert type="info" showIcon title={otherPayerWords(employer)} />}
      <div className={classes.foot}>
        <span className={classes.times}>{orderTimes(order)}</span>
        <OrderActions
          order={order}
          links={invoice.links}
          alone={employer !== undefined}
          onPay={onPay}
        />
      </div>
      {invoice.note && <p className={classes.times}>{invoice.note}</p>}
      <RefundPart order={order} />
    </li>
  )
}

interface ActionsProps {
  order: Order
  /** to its invoice */
  links: OrderInvoice['links']
  /** an employer would pay it */
  alone: boolean
  onPay: () => void
}

function OrderActions({ order, links, alone, onPay }: ActionsProps) {
  const { modal } = App.useApp()
  const cancel = useCancelOrder()
  const [line] = order.lines
  const { title, text, ok, cancel: stay } = cancelQuestion(order)
  const askCancel = () =>
    modal.confirm({
      title,
      content: text,
      okText: ok,
      cancelText: stay,
      afterClose: refocus,
      okButtonProps: { danger: true },
      onOk: async () => {
        await cancel.mutateAsync({ orderNo: order.orderNo }).then(
          () => void showNotice({ kind: 'success', title: '订单已取消' }),
          () => undefined, // the refusal has been shown
        )
      },
    })
  if (order.status === 'PENDING')
    return (
      <span className={classes.actions}>
        <Button onClick={askCancel}>取消订单</Button>
        <Button {...(!alone && { type: 'primary', className: 'call-to-action' })} onClick={onPay}>
          {alone ? '自行支付' : '去支付'}
        </Button>
      </span>
    )
  return (
    <span className={classes.actions}>
      {links.map(({ to, words, label }) => (
        <Link key={to} to={to} aria-label={label}>
          {words}
        </Link>
      ))}
      {order.status === 'PAID' && line && <Link to={paths.course(line.signId)}>去学习</Link>}
    </span>
  )
}
