import { orderStatusNames, payTypeNames } from '@ce/contract/state-names'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'
import type { Output } from './call.ts'
import { formatDateTime, formatFen, formatPrice } from './format.ts'

export type Order = Output<'GET /order/v1/my_order'>['list'][number]
export type OrderStatus = Order['status']

export const orderStates: Readonly<Record<OrderStatus, { label: string; kind: StatusKind }>> = {
  PENDING: { label: orderStatusNames.PENDING, kind: 'warning' },
  PAID: { label: orderStatusNames.PAID, kind: 'done' },
  CLOSED: { label: orderStatusNames.CLOSED, kind: 'todo' },
  REFUNDING: { label: orderStatusNames.REFUNDING, kind: 'doing' },
  REFUNDED: { label: orderStatusNames.REFUNDED, kind: 'todo' },
}

/** How an order stands, in a mark. Of one that costs nothing nobody paid anything, though it counts as paid. */
export function orderMark({ status, payType }: Pick<Order, 'status' | 'payType'>) {
  const mark = orderStates[status]
  return status === 'PAID' && payType === 'FREE' ? { ...mark, label: formatPrice(0) } : mark
}

export const closeReasons: Readonly<Record<NonNullable<Order['closeReason']>, string>> = {
  EXPIRED: '超时未支付',
  CANCELLED: '已取消',
  REPLACED: '已改选课程或支付渠道，由新订单代替',
  CHANNEL_CLOSED: '支付渠道已关闭此订单',
  REFUNDED_LATE: '关闭后收到的款项原路退回',
}

/** The states to filter by, the first one all. */
export const orderFilters: readonly { value: OrderStatus | 'ALL'; label: string }[] = [
  { value: 'ALL', label: '全部' },
  ...statuses().map((value) => ({ value, label: orderStates[value].label })),
]

/** A state as it stands in an address; undefined: all. */
export function readOrderStatus(value: string | null): OrderStatus | undefined {
  return statuses().find((status) => status === value)
}

function statuses(): OrderStatus[] {
  return ['PENDING', 'PAID', 'CLOSED', 'REFUNDING', 'REFUNDED']
}

/** What an empty list says, and the way on. */
export function noOrders(
  status: OrderStatus | undefined,
  paths: { sign: () => string; orders: () => string },
) {
  const none = status
    ? `没有“${orderStates[status].label}”的订单。`
    : '报名下单后，订单会列在这里。'
  // whoever has just asked for a refund looks here for the order, which stays paid until it is granted
  if (status === 'REFUNDING')
    return {
      text: `${none}退款申请审核期间，订单仍列在“${orderStates.PAID.label}”中。`,
      to: `${paths.orders()}?status=PAID`,
      action: '查看已支付的订单',
    }
  // and here for the money, not for another year
  if (status === 'REFUNDED')
    return {
      text: `${none}还在审核的列在“${orderStates.PAID.label}”，正在退的列在“${orderStates.REFUNDING.label}”。`,
      to: paths.orders(),
      action: '查看全部订单',
    }
  return { text: none, to: paths.sign(), action: '去报名' }
}

/** An order's number, and by what it is paid; that nothing is, its price says. */
export function orderNumber({ orderNo, payType }: Pick<Order, 'orderNo' | 'payType'>): string {
  return payType === 'FREE' ? `订单号 ${orderNo}` : `订单号 ${orderNo}，${payTypeNames[payType]}`
}

/** When an order was made, and paid or closed or until when it can be paid, and what came besides and goes back. */
export function orderTimes(order: Order): string {
  // nothing was paid, though the order counts as paid
  if (order.payType === 'FREE') return `报名 ${formatDateTime(order.createdAt)}`
  const made = `下单 ${formatDateTime(order.createdAt)}`
  const back = givenBackWords(order)
  if (order.paidAt) return joined(made, `支付 ${formatDateTime(order.paidAt)}`, back)
  if (order.status === 'PENDING') return `${made}，请在 ${formatDateTime(order.expireAt)} 前支付`
  return joined(made, back ?? (order.closeReason && closeReasons[order.closeReason]))
}

const joined = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join('，')

/** Of money that came twice or too late, whether it is back; null: none did. */
function givenBackWords({ givenBack, status }: Order): string | null {
  if (!givenBack) return null
  const { amount, done, elsewhere } = givenBack
  const sum = `${status === 'CLOSED' ? '关闭后收到' : '重复支付'}的 ${formatFen(amount)} `
  const back = elsewhere ? '已退回' : '已原路退回'
  return `${sum}${done ? back : '正在原路退回，请以支付渠道的到账时间为准'}`
}

/** What is asked before an order is cancelled. */
export function cancelQuestion({ lines: [line], amount }: Order) {
  return {
    title: '取消这笔订单？',
    text: `${line?.title ?? ''}，${formatPrice(amount)}。取消后可以重新选课下单。`,
    ok: '取消订单',
    cancel: '再想想',
  }
}
