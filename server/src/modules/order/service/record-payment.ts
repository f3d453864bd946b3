import { audit } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ChannelOrder } from '../../../platform/payments/gateway.ts'
import { findPlan, listPlanCourses, type PlanCourse } from '../../catalogue/service.ts'
import { notify } from '../../message/service.ts'
import { isPaid, lockSign, replaceChoice, type Sign, setPaid } from '../../sign/service.ts'
import { refundNoOf } from '../numbers.ts'
import { paidMessage } from '../paid-message.ts'
import {
  findLiveOrder,
  findOrder,
  hasOpenAccount,
  lockOrder,
  type Order,
  setOrderClosed,
  setOrderPaid,
} from '../store/orders.ts'
import { lockPayment, type Payment, setPaymentPaid } from '../store/payments.ts'
import { insertRefund } from '../store/refunds.ts'

/** What became of a payment. `inTheWay`: nothing yet, this open order of the same sign must be closed first. */
export type Recorded =
  | { kind: 'PAID' | 'KNOWN' }
  | { kind: 'REFUNDING'; refundNo: string }
  | { kind: 'BLOCKED'; inTheWay: string }

/**
 * Books a verified payment under the locks of sign, order and payment, in that order everywhere (product §4):
 * the first of an open order pays it, one after closing revives it if the sign is still possible, any other goes back.
 */
export async function recordPayment(tx: Tx, payment: Payment, said: ChannelOrder) {
  const { signId } = await orderOf(tx, payment)
  const sign = await lockSign(tx, signId)
  const order = await lockOrder(tx, payment.orderNo)
  const now = await lockPayment(tx, payment.outTradeNo)
  if (now.status !== 'CREATED' && now.status !== 'CLOSED') return { kind: 'KNOWN' } as const
  if (order.status === 'PENDING' && !isPaid(sign)) return pay(tx, order, said, 'order.paid')
  if (order.status !== 'CLOSED' || isPaid(sign)) return giveBack(tx, order, said, 'SECOND_PAYMENT')
  const courses = await stillPossible(tx, order)
  if (!courses) return giveBack(tx, order, said, 'LATE_PAYMENT')
  const other = await findLiveOrder(tx, signId)
  if (other?.status === 'PENDING') return { kind: 'BLOCKED', inTheWay: other.orderNo } as const
  if (other) return giveBack(tx, order, said, 'SECOND_PAYMENT')
  return revive(tx, sign, order, courses, said)
}

async function orderOf(tx: Tx, payment: Payment): Promise<Order> {
  const order = await findOrder(tx, payment.orderNo)
  if (!order) throw new Error(`payment ${payment.outTradeNo} has no order`)
  return order
}

async function pay(
  tx: Tx,
  order: Order,
  said: ChannelOrder,
  action: 'order.paid' | 'order.revived',
): Promise<Recorded> {
  await setPaymentPaid(tx, said.outTradeNo, said, 'PAID')
  await setOrderPaid(tx, order.orderNo)
  await setPaid(tx, order.signId)
  const { outTradeNo, transactionId } = said
  await audit(tx, {
    actor: 'system',
    action,
    subject: order.orderNo,
    detail: { signId: order.signId, amountFen: order.amountFen, outTradeNo, transactionId },
  })
  await notify(tx, paidMessage(order))
  return { kind: 'PAID' }
}

/** The choice may have been replaced since: what was paid for is what is studied. */
async function revive(
  tx: Tx,
  sign: Sign,
  order: Order,
  courses: PlanCourse[],
  said: ChannelOrder,
): Promise<Recorded> {
  await replaceChoice(
    tx,
    sign,
    courses.map(({ id }) => ({ planCourseId: id })),
  )
  return pay(tx, order, said, 'order.revived')
}

/** The courses a closed order was for, while its student has an account, its plan still takes sign-ups and offers them all. */
async function stillPossible(tx: Tx, order: Order): Promise<PlanCourse[] | null> {
  const plan = await findPlan(tx, order.planId)
  if (plan?.state !== 'OPEN' || !(await hasOpenAccount(tx, order.studentId))) return null
  const offered = await listPlanCourses(tx, order.planId)
  const courses = offered.filter((course) => order.courseIds.includes(course.courseId))
  return courses.length === order.courseIds.length ? courses : null
}

async function giveBack(
  tx: Tx,
  order: Order,
  said: ChannelOrder,
  reason: 'SECOND_PAYMENT' | 'LATE_PAYMENT',
): Promise<Recorded> {
  const refundNo = refundNoOf(said.outTradeNo)
  const { outTradeNo, amountFen, transactionId } = said
  await setPaymentPaid(tx, outTradeNo, said, 'REFUNDING')
  await insertRefund(tx, { refundNo, outTradeNo, amountFen, reason })
  if (order.status === 'CLOSED' || order.status === 'PENDING')
    await setOrderClosed(tx, order.orderNo, 'REFUNDED_LATE')
  await audit(tx, {
    actor: 'system',
    action: 'payment.refundBegun',
    subject: outTradeNo,
    detail: { orderNo: order.orderNo, refundNo, reason, amountFen, transactionId },
  })
  return { kind: 'REFUNDING', refundNo }
}
