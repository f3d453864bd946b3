import { yuanOf } from '../../platform/payments/yuan.ts'
import type { NewMessage } from '../message/service.ts'
import type { OrderLine } from './store/orders.ts'

/** What a student is told when their line of an order is paid. */
export function paidMessage(
  order: { orderNo: string; organisationId: string | null },
  line: Pick<OrderLine, 'studentId' | 'signId' | 'title' | 'amountFen'>,
): NewMessage {
  const { studentId, signId, title, amountFen } = line
  const { orderNo } = order
  const sum = `报名费 ¥${yuanOf(amountFen)}`
  const own = amountFen === 0 ? `“${title}”无需缴费` : `已收到“${title}”的${sum}`
  const paid = order.organisationId ? `您的单位已为您缴纳“${title}”的${sum}` : own
  return {
    studentId,
    kind: 'PAYMENT',
    event: `order.paid:${orderNo}`,
    title: '报名成功',
    body: `${paid}，课程已开放学习。订单号 ${orderNo}。`,
    link: `/system/my-courses/${signId}`,
  }
}
