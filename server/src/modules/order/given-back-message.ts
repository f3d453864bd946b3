import { yuanOf } from '../../platform/payments/yuan.ts'
import type { NewMessage } from '../message/service.ts'
import type { Order } from './store/orders.ts'

/** What a student is told when money they paid twice or too late goes back; an employer's is nobody's to be told of here. */
export function givenBackMessage(
  { orderNo, studentId, lines }: Pick<Order, 'orderNo' | 'studentId' | 'lines'>,
  refund: { refundNo: string; amountFen: number; reason: 'SECOND_PAYMENT' | 'LATE_PAYMENT' },
): NewMessage[] {
  const [line] = lines
  if (!studentId || !line) return []
  const sum = `¥${yuanOf(refund.amountFen)}`
  const why =
    refund.reason === 'SECOND_PAYMENT'
      ? `“${line.title}”的报名费不重复收取，订单 ${orderNo} 又收到的 ${sum}`
      : `“${line.title}”的订单 ${orderNo} 已不能支付，之后收到的 ${sum}`
  return [
    {
      studentId,
      kind: 'PAYMENT',
      event: `payment.back:${refund.refundNo}`,
      title: '收到的款项正在原路退回',
      body: `${why} 正在原路退回，请以支付渠道的到账时间为准。`,
      link: '/system/orders',
    },
  ]
}

/** What a student is told once the channel has given money back; an employer's pages say so. */
export function returnedMessage(
  { orderNo, studentId, lines }: Pick<Order, 'orderNo' | 'studentId' | 'lines'>,
  { refundNo, amountFen }: { refundNo: string; amountFen: number },
): NewMessage[] {
  const [line] = lines
  if (!studentId || !line) return []
  return [
    {
      studentId,
      kind: 'PAYMENT',
      event: `payment.returned:${refundNo}`,
      title: '退款已完成',
      body: `“${line.title}”订单 ${orderNo} 的 ¥${yuanOf(amountFen)} 已由支付渠道退回，请查收。到账时间以支付渠道为准。`,
      link: '/system/orders',
    },
  ]
}

/** What a student is told whose wish for a refund was refused, and why. */
export function refundRefusedMessage(
  { orderNo, studentId, lines }: Pick<Order, 'orderNo' | 'studentId' | 'lines'>,
  { id, reason }: { id: string; reason: string },
): NewMessage[] {
  const [line] = lines
  if (!studentId || !line) return []
  return [
    {
      studentId,
      kind: 'PAYMENT',
      event: `refund.refused:${id}`,
      title: '退款申请未通过',
      body: `“${line.title}”订单 ${orderNo} 的退款申请未通过，课程可以继续学习。原因：${reason}`,
      link: '/system/orders',
    },
  ]
}
