import { yuanOf } from '../../platform/payments/yuan.ts'
import type { NewMessage } from '../message/service.ts'
import type { Order } from './store/orders.ts'

/** What a student is told when the refund of their line begins: their courses are closed from then on, whoever asked for it. */
export function refundedMessage(
  order: Pick<Order, 'orderNo' | 'organisationId'>,
  line: Order['lines'][number],
): NewMessage {
  const { orderNo, organisationId } = order
  const { studentId, signId, title, amountFen } = line
  const sum = `¥${yuanOf(amountFen)}`
  const back = organisationId
    ? `您的单位为您缴纳的报名费 ${sum} 正在退还给单位`
    : `报名费 ${sum} 将按原支付方式退回`
  return {
    studentId,
    kind: 'PAYMENT',
    event: `order.refunded:${orderNo}:${signId}`,
    title: '报名已退费，课程已关闭',
    body: `“${title}”的${back}，课程不再开放学习；需要学习的可以重新报名。订单号 ${orderNo}。`,
    link: '/system/my-courses',
  }
}
