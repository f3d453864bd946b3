import { audit } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ChannelOrder } from '../../../platform/payments/gateway.ts'
import { holdPlan, listPlanCourses, type PlanCourse } from '../../catalogue/service.ts'
import { notify } from '../../message/service.ts'
import { isPaid, lockSigns, replaceChoices, type Sign } from '../../sign/service.ts'
import { hoursSold } from '../choice.ts'
import { givenBackMessage } from '../given-back-message.ts'
import { refundNoOf } from '../numbers.ts'
import { paidMessage } from '../paid-message.ts'
import {
  consentStands,
  findLiveOrders,
  haveOpenAccounts,
  listSignIds,
  lockOrder,
  type Order,
  setOrderClosed,
  setOrderPaid,
} from '../store/orders.ts'
import {
  closeOpenPayment,
  findOpenPayment,
  lockPayment,
  type Payment,
  setPaymentPaid,
} from '../store/payments.ts'
import { insertRefund } from '../store/refunds.ts'
import { bookedTime } from './channel-time.ts'
import { endPaymentCases, isSettledByCase } from './overtaken.ts'
import { lockLedgersPaidAnew, paySigns } from './pay-signs.ts'

/**
 * What became of a payment. `inTheWay`: nothing yet, this open order of the same sign must be closed first. `left`: the
 * order's other payment, which was open until now and is to be closed at the channel.
 */
export type Recorded =
  | { kind: 'KNOWN' }
  | { kind: 'PAID'; left: Payment | undefined }
  | { kind: 'REFUNDING'; refundNo: string; left: Payment | undefined }
  | { kind: 'BLOCKED'; inTheWay: string }

/**
 * Books a verified payment under the locks of signs, ledgers, order and payment, in that order everywhere (product §4):
 * the first of an open order pays it and every sign of it, while their accounts go on; one after closing revives it if
 * each sign is still possible; any other goes back whole.
 */
export async function recordPayment(
  tx: Tx,
  deps: Deps,
  payment: Pick<Payment, 'orderNo' | 'outTradeNo'>,
  answer: ChannelOrder,
  /** a bill’s time is true, though the portal may have learned of the payment long after */
  source: 'CHANNEL' | 'BILL' = 'CHANNEL',
): Promise<Recorded> {
  const signIds = await listSignIds(tx, payment.orderNo)
  const signs = await lockSigns(tx, signIds)
  await lockLedgersPaidAnew(tx, signs)
  const order = await lockOrder(tx, payment.orderNo)
  const now = await lockPayment(tx, payment.outTradeNo)
  if (now.status !== 'CREATED' && now.status !== 'CLOSED') return { kind: 'KNOWN' }
  if (source === 'CHANNEL' && (await isSettledByCase(tx, now.outTradeNo)))
    return leaveToCase(tx, order)
  const { outTradeNo: subject, channel, orderNo, createdAt } = now
  const from = source === 'BILL' ? new Date(0) : createdAt
  const paidAt = await bookedTime(tx, answer.paidAt, {
    ...{ kind: 'PAYMENT', subject, number: subject, channel, orderNo, from },
  })
  const said = { ...answer, paidAt }
  const unpaid = !signs.some(isPaid)
  if (order.status === 'PENDING' && unpaid)
    return (await haveOpenAccounts(tx, signIds))
      ? pay(tx, deps, { signs, order, said, action: 'order.paid' })
      : giveBack(tx, order, said, 'LATE_PAYMENT')
  if (order.status !== 'CLOSED' || !unpaid) return giveBack(tx, order, said, 'SECOND_PAYMENT')
  const choices = await stillPossible(tx, order)
  if (!choices) return giveBack(tx, order, said, 'LATE_PAYMENT')
  const standing = await findLiveOrders(tx, signIds)
  for (const { signId } of order.lines) {
    const other = standing.get(signId)
    // a student's own newer order gives way to the one that was paid; an employer's never does, nor makes way for one
    const own = order.studentId !== null && other?.studentId === order.studentId
    if (other?.status === 'PENDING' && own) return { kind: 'BLOCKED', inTheWay: other.orderNo }
    if (other) return giveBack(tx, order, said, 'SECOND_PAYMENT')
  }
  return revive(tx, deps, { signs, order, choices, said })
}

/** Money that came, with the time that is booked. */
type Booked = ChannelOrder & { paidAt: Date }

/** An order, the signs of its lines, and what pays them. */
interface Paying {
  signs: Sign[]
  order: Order
  said: Booked
}

async function pay(
  tx: Tx,
  deps: Deps,
  { signs, order, said, action }: Paying & { action: 'order.paid' | 'order.revived' },
): Promise<Recorded> {
  await setPaymentPaid(tx, said.outTradeNo, said, 'PAID')
  await endPaymentCases(tx, said.outTradeNo)
  const left = await closeLeft(tx, order)
  await setOrderPaid(tx, order.orderNo, said.paidAt)
  const signIds = order.lines.map(({ signId }) => signId)
  await paySigns(tx, deps, signs)
  const { outTradeNo, transactionId } = said
  await audit(tx, {
    actor: 'system',
    action,
    subject: order.orderNo,
    detail: { signIds, amountFen: order.amountFen, outTradeNo, transactionId },
  })
  await notify(tx, ...order.lines.map((line) => paidMessage(order, line)))
  return { kind: 'PAID', left }
}

/** Staff have settled this money in its case already: nothing of it is booked, and nobody waits for it any more. */
async function leaveToCase(tx: Tx, order: Order): Promise<Recorded> {
  if (order.status !== 'PENDING') return { kind: 'KNOWN' }
  await closeOpenPayment(tx, order.orderNo)
  await endLate(tx, order)
  return { kind: 'KNOWN' }
}

/** An open order is paid by nothing: what came for it goes back, or is back. */
async function endLate(tx: Tx, { orderNo }: Order): Promise<void> {
  const reason = 'REFUNDED_LATE'
  await setOrderClosed(tx, orderNo, reason)
  await audit(tx, {
    actor: 'system',
    action: 'order.closed',
    subject: orderNo,
    detail: { reason },
  })
}

/** Nobody waits for an order's other payment any more. */
async function closeLeft(tx: Tx, { orderNo }: Order): Promise<Payment | undefined> {
  const left = await findOpenPayment(tx, orderNo)
  if (left) await closeOpenPayment(tx, orderNo)
  return left
}

/** The choices may have been replaced since: what was paid for is what is studied. */
async function revive(
  tx: Tx,
  deps: Deps,
  { choices, ...paying }: Paying & { choices: Map<string, PlanCourse[]> },
): Promise<Recorded> {
  const kept = paying.signs.map(({ id: signId }) => ({
    signId,
    planCourseIds: (choices.get(signId) ?? []).map(({ id }) => id),
  }))
  await replaceChoices(tx, kept)
  return pay(tx, deps, { ...paying, action: 'order.revived' })
}

/**
 * The courses a closed order was for, by sign, while its students have accounts, its plans still take sign-ups, cost the same, offer
 * them all and ask for no more hours, and – of an employer's – every student still agrees.
 */
async function stillPossible(tx: Tx, order: Order): Promise<Map<string, PlanCourse[]> | null> {
  if (order.organisationId && !(await consentStands(tx, order.orderNo))) return null
  const signIds = order.lines.map(({ signId }) => signId)
  if (!(await haveOpenAccounts(tx, signIds))) return null
  const offers = new Map<string, Offer | null>()
  for (const planId of new Set(order.lines.map((line) => line.planId)))
    offers.set(planId, await offeredBy(tx, planId))
  const choices = new Map<string, PlanCourse[]>()
  for (const { signId, planId, courseIds, amountFen } of order.lines) {
    const offer = offers.get(planId)
    if (offer?.priceFen !== amountFen) return null
    const courses = offer?.courses.filter(({ courseId }) => courseIds.includes(courseId))
    if (!offer || !courses || courses.length < courseIds.length) return null
    if (hoursSold(courses) < offer.required) return null
    choices.set(signId, courses)
  }
  return choices
}

interface Offer {
  priceFen: number
  courses: PlanCourse[]
  /** tenths of hours that must be among those chosen */
  required: number
}

/** Null once it takes no sign-ups any more. */
async function offeredBy(tx: Tx, planId: string): Promise<Offer | null> {
  const plan = await holdPlan(tx, planId)
  if (plan?.state !== 'OPEN') return null
  const { priceFen, requiredProfessional: required } = plan
  return { priceFen, courses: await listPlanCourses(tx, planId), required }
}

async function giveBack(
  tx: Tx,
  order: Order,
  said: Booked,
  reason: 'SECOND_PAYMENT' | 'LATE_PAYMENT',
): Promise<Recorded> {
  const refundNo = refundNoOf(said.outTradeNo)
  const { outTradeNo, amountFen, transactionId } = said
  await setPaymentPaid(tx, outTradeNo, said, 'REFUNDING')
  await endPaymentCases(tx, said.outTradeNo)
  await insertRefund(tx, { refundNo, outTradeNo, amountFen, reason })
  const left = order.status === 'PENDING' ? await closeLeft(tx, order) : undefined
  if (order.status === 'CLOSED') await setOrderClosed(tx, order.orderNo, 'REFUNDED_LATE')
  if (order.status === 'PENDING') await endLate(tx, order)
  await audit(tx, {
    actor: 'system',
    action: 'payment.refundBegun',
    subject: outTradeNo,
    detail: { orderNo: order.orderNo, refundNo, reason, amountFen, transactionId },
  })
  // a closed account is told nothing any more
  const signIds = order.lines.map(({ signId }) => signId)
  if (await haveOpenAccounts(tx, signIds))
    await notify(tx, ...givenBackMessage(order, { refundNo, amountFen, reason }))
  return { kind: 'REFUNDING', refundNo, left }
}
