import type { Output } from '@ce/client/call.ts'
import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { myOrderQuery, useCancelOrder } from '@ce/client/order.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Pagination, Segmented } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { InvoiceLink } from './InvoiceLink.tsx'
import classes from './OrdersPage.module.css'
import { PayDialog } from './PayDialog.tsx'
import { RefundPart } from './RefundPart.tsx'

type Order = Output<'GET /order/v1/my_order'>['list'][number]
type Status = Order['status']

const pageSize = 10
const states: Record<Status, { label: string; kind: StatusKind }> = {
  PENDING: { label: '待支付', kind: 'warning' },
  PAID: { label: '已支付', kind: 'done' },
  CLOSED: { label: '已关闭', kind: 'todo' },
  REFUNDING: { label: '退款中', kind: 'doing' },
  REFUNDED: { label: '已退款', kind: 'todo' },
}
const closeReasons: Record<NonNullable<Order['closeReason']>, string> = {
  EXPIRED: '超时未支付',
  CANCELLED: '已取消',
  REPLACED: '已改选课程，由新订单代替',
  CHANNEL_CLOSED: '支付渠道已关闭此订单',
  REFUNDED_LATE: '关闭后收到的款项已原路退回',
}

/** 我的订单; state filter and page stand in the URL. */
export function OrdersPage() {
  const [params, setParams] = useSearchParams()
  const status = readStatus(params.get('status'))
  const page = Math.max(1, Number(params.get('page')) || 1)
  const [paying, setPaying] = useState<Order>()
  const query = useQuery(myOrderQuery({ ...(status ? { status } : {}), page, pageSize }))
  const go = (next: { status: Status | undefined; page: number }) =>
    setParams({ ...(next.status ? { status: next.status } : {}), page: String(next.page) })
  return (
    <>
      <PageHeader
        title="我的订单"
        actions={<LinkButton to={paths.invoices()}>我的发票</LinkButton>}
      />
      <div className={classes.filter}>
        <Segmented
          aria-label="订单状态"
          value={status ?? 'ALL'}
          onChange={(value) => go({ status: readStatus(value), page: 1 })}
          options={[
            { value: 'ALL', label: '全部' },
            ...Object.entries(states).map(([value, { label }]) => ({ value, label })),
          ]}
        />
      </div>
      <Loaded query={query}>
        {({ list, total }) =>
          total > 0 ? (
            <>
              <ul className={classes.orders}>
                {list.map((order) => (
                  <OrderCard key={order.orderNo} order={order} onPay={() => setPaying(order)} />
                ))}
              </ul>
              <Pagination
                current={page}
                pageSize={pageSize}
                total={total}
                hideOnSinglePage
                showSizeChanger={false}
                onChange={(next) => go({ status, page: next })}
              />
            </>
          ) : (
            <EmptyState title="没有订单" action={<Link to={paths.sign()}>去报名</Link>}>
              {status ? `没有“${states[status].label}”的订单。` : '报名下单后，订单会列在这里。'}
            </EmptyState>
          )
        }
      </Loaded>
      {paying?.lines[0] && (
        <PayDialog
          order={{ ...paying, signId: paying.lines[0].signId }}
          onClose={() => setPaying(undefined)}
        />
      )}
    </>
  )
}

function readStatus(value: string | null): Status | undefined {
  return Object.keys(states).find((status): status is Status => status === value)
}

function OrderCard({ order, onPay }: { order: Order; onPay: () => void }) {
  const { label, kind } = states[order.status]
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <span className={classes.number}>订单号 {order.orderNo}</span>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      {order.lines.map((line) => (
        <p key={line.signId} className={classes.line}>
          <span>{line.title}</span>
          <span>{formatFen(line.amount)}</span>
        </p>
      ))}
      <div className={classes.foot}>
        <span className={classes.times}>{times(order)}</span>
        <OrderActions order={order} onPay={onPay} />
      </div>
      <RefundPart order={order} />
    </li>
  )
}

function times(order: Order): string {
  const made = `下单 ${formatDateTime(order.createdAt)}`
  if (order.paidAt) return `${made}，支付 ${formatDateTime(order.paidAt)}`
  if (order.status === 'PENDING') return `${made}，请在 ${formatDateTime(order.expireAt)} 前支付`
  return order.closeReason ? `${made}，${closeReasons[order.closeReason]}` : made
}

function OrderActions({ order, onPay }: { order: Order; onPay: () => void }) {
  const { modal, message } = App.useApp()
  const cancel = useCancelOrder()
  const [line] = order.lines
  const askCancel = () =>
    modal.confirm({
      title: '取消这笔订单？',
      content: `${line?.title ?? ''}，${formatFen(order.amount)}。取消后可以重新选课下单。`,
      okText: '取消订单',
      cancelText: '再想想',
      okButtonProps: { danger: true },
      onOk: async () => {
        await cancel.mutateAsync({ orderNo: order.orderNo }).then(
          () => message.success('订单已取消'),
          () => undefined, // the refusal has been shown
        )
      },
    })
  if (order.status === 'PENDING')
    return (
      <span className={classes.actions}>
        <Button onClick={askCancel}>取消订单</Button>
        <Button type="primary" onClick={onPay}>
          去支付
        </Button>
      </span>
    )
  return (
    <span className={classes.actions}>
      <InvoiceLink order={order} />
      {order.status === 'PAID' && line && <Link to={paths.course(line.signId)}>去学习</Link>}
    </span>
  )
}
