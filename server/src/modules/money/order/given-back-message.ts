import { fenToYuan } from '../../../platform/payments/channel-values.ts'
import type { NewMessage } from '../../message/service.ts'
import type { Order } from './store/orders.ts'

type Told = Pick<Order, 'orderNo' | 'studentId' | 'lines'>

/** Creates no message for an employer, which sees its own pages. */
function tellStudent(
  { studentId, lines }: Told,
  event: string,
  words: (yearTitle: string) => { title: string; body: string },
): NewMessage[] {
  const [line] = lines
  if (!studentId || !line) return []
  const link = '/system/orders'
  return [{ studentId, kind: 'PAYMENT', event, ...words(line.title), link }]
}

/** Tells the student that money paid twice or too late is being refunded. */
export function surplusRefundMessage(
  order: Told,
  refund: { refundNo: string; amountFen: number; reason: 'SECOND_PAYMENT' | 'LATE_PAYMENT' },
): NewMessage[] {
  const sum = `¥${fenToYuan(refund.amountFen)}`
  return tellStudent(order, `payment.back:${refund.refundNo}`, (title) => {
    const why =
      refund.reason === 'SECOND_PAYMENT'
        ? `“${title}”的报名费不重复收取，订单 ${order.orderNo} 又收到的 ${sum}`
        : `“${title}”的订单 ${order.orderNo} 已不能支付，之后收到的 ${sum}`
    return {
      title: '收到的款项正在原路退回',
      body: `${why} 正在原路退回，请以支付渠道的到账时间为准。`,
    }
  })
}

export function refundDoneMessage(
  order: Told,
  { refundNo, amountFen }: { refundNo: string; amountFen: number },
): NewMessage[] {
  return tellStudent(order, `payment.returned:${refundNo}`, (title) => ({
    title: '退款已完成',
    body: `“${title}”订单 ${order.orderNo} 的 ¥${fenToYuan(amountFen)} 已由支付渠道退回，请查收。到账时间以支付渠道为准。`,
  }))
}

export function refundRejectedMessage(order: Told, { id, reason }: { id: string; reason: string }): NewMessage[] {
  return tellStudent(order, `refund.refused:${id}`, (title) => ({
    title: '退款申请未通过',
    body: `“${title}”订单 ${order.orderNo} 的退款申请未通过，课程可以继续学习。原因：${reason}`,
  }))
}
