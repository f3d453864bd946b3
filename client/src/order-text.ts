import { orderStatusNames, payTypeNames } from '@ce/contract/state-names'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'
import type { ClientOutput } from './call.ts'
import { formatDateTime, formatFen, formatPrice } from './format.ts'

export type Order = ClientOutput<'GET /order/v1/my_order'>['list'][number]
export type OrderStatus = Order['status']

export const orderStateLabels: Readonly<Record<OrderStatus, { label: string; kind: StatusKind }>> = {
  PENDING: { label: orderStatusNames.PENDING, kind: 'warning' },
  PAID: { label: orderStatusNames.PAID, kind: 'done' },
  CLOSED: { label: orderStatusNames.CLOSED, kind: 'todo' },
  REFUNDING: { label: orderStatusNames.REFUNDING, kind: 'doing' },
  REFUNDED: { label: orderStatusNames.REFUNDED, kind: 'todo' },
}

/**
 * Returns the label of an order's state. An order of 0 fen counts as paid but is shown as free, because nobody has paid
 * anything.
 */
export function orderStateMark({ status, payType }: Pick<Order, 'status' | 'payType'>) {
  const mark = orderStateLabels[status]
  return status === 'PAID' && payType === 'FREE' ? { ...mark, label: formatPrice(0) } : mark
}

export const orderCloseReasonLabels: Readonly<Record<NonNullable<Order['closeReason']>, string>> = {
  EXPIRED: '超时未支付',
  CANCELLED: '已取消',
  REPLACED: '已改选课程或支付渠道，由新订单代替',
  CHANNEL_CLOSED: '支付渠道已关闭此订单',
  REFUNDED_LATE: '关闭后收到的款项原路退回',
}

export const orderFilters: readonly { value: OrderStatus | 'ALL'; label: string }[] = [
  { value: 'ALL', label: '全部' },
  ...statuses().map((value) => ({ value, label: orderStateLabels[value].label })),
]

/** Reads an order state from a text. Returns undefined, which means all states, when the text is no state. */
export function parseOrderStatus(value: string | null): OrderStatus | undefined {
  return statuses().find((status) => status === value)
}

function statuses(): OrderStatus[] {
  return ['PENDING', 'PAID', 'CLOSED', 'REFUNDING', 'REFUNDED']
}

export function noOrdersText(status: OrderStatus | undefined, paths: { sign: () => string; orders: () => string }) {
  const none = status ? `没有“${orderStateLabels[status].label}”的订单。` : '报名下单后，订单会列在这里。'
  // The order stays paid until the refund is approved.
  if (status === 'REFUNDING')
    return {
      text: `${none}退款申请审核期间，订单仍列在“${orderStateLabels.PAID.label}”中。`,
      to: `${paths.orders()}?status=PAID`,
      action: '查看已支付的订单',
    }
  if (status === 'REFUNDED')
    return {
      text: `${none}还在审核的列在“${orderStateLabels.PAID.label}”，正在退的列在“${orderStateLabels.REFUNDING.label}”。`,
      to: paths.orders(),
      action: '查看全部订单',
    }
  return { text: none, to: paths.sign(), action: '去报名' }
}

export function orderNumberText({ orderNo, payType }: Pick<Order, 'orderNo' | 'payType'>): string {
  return payType === 'FREE' ? `订单号 ${orderNo}` : `订单号 ${orderNo}，${payTypeNames[payType]}`
}

export function orderTimesText(order: Order): string {
  if (order.payType === 'FREE') return `报名 ${formatDateTime(order.createdAt)}`
  const made = `下单 ${formatDateTime(order.createdAt)}`
  const back = givenBackWords(order)
  if (order.paidAt) return joined(made, `支付 ${formatDateTime(order.paidAt)}`, back)
  if (order.status === 'PENDING') return `${made}，请在 ${formatDateTime(order.expireAt)} 前支付`
  return joined(made, back ?? (order.closeReason && orderCloseReasonLabels[order.closeReason]))
}

const joined = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join('，')

function givenBackWords({ givenBack, status }: Order): string | null {
  if (!givenBack) return null
  const { amount, done, elsewhere } = givenBack
  const sum = `${status === 'CLOSED' ? '关闭后收到' : '重复支付'}的 ${formatFen(amount)} `
  const back = elsewhere ? '已退回' : '已原路退回'
  return `${sum}${done ? back : '正在原路退回，请以支付渠道的到账时间为准'}`
}

export function cancelOrderConfirmation({ lines: [line], amount }: Order) {
  return {
    title: '取消这笔订单？',
    text: `${line?.title ?? ''}，${formatPrice(amount)}。取消后可以重新选课下单。`,
    ok: '取消订单',
    cancel: '再想想',
  }
}
