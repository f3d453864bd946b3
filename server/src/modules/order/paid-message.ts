import type { NewMessage } from '../message/service.ts'

/** What a student is told when their order is paid. */
export function paidMessage(order: {
  studentId: string
  orderNo: string
  signId: string
  title: string
  amountFen: number
}): NewMessage {
  const { studentId, orderNo, signId, title, amountFen } = order
  const paid =
    amountFen === 0 ? `${title}无需缴费` : `已收到${title}的报名费 ¥${(amountFen / 100).toFixed(2)}`
  return {
    studentId,
    kind: 'PAYMENT',
    event: `order.paid:${orderNo}`,
    title: '报名成功',
    body: `${paid}，课程已开放学习。订单号 ${orderNo}。`,
    link: `/system/my-courses/${signId}`,
  }
}
