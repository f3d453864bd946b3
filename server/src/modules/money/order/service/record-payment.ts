import { audit } from '../../../../platform/audit.ts'
import type { Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { ChannelOrder } from '../../../../platform/payments/gateway.ts'
import { holdPlan, listPlanCourses, type PlanCourse } from '../../../catalogue/service.ts'
import { lockLedger } from '../../../credits/hours/service.ts'
import { creditPassesAfterRepayment } from '../../../exam/service/credit-missed-passes.ts'
import {
  isSignPaid,
  lockSigns,
  replaceChosenCourses,
  type Sign,
  setSignsPaidAt,
} from '../../../learning/sign/service.ts'
import { notify } from '../../../message/service.ts'
import { professionalHoursOf } from '../course-choice.ts'
import { surplusRefundMessage } from '../given-back-message.ts'
import { orderPaidMessage } from '../messages.ts'
import { refundNoOf } from '../numbers.ts'
import {
  findActiveOrders,
  hasCurrentConsents,
  haveOpenAccounts,
  listSignIdsOfOrder,
  lockOrder,
  type Order,
  setOrderClosed,
  setOrderPaid,
} from '../store/orders.ts'
import { closeOpenPayment, findOpenPayment, lockPayment, type Payment, setPaymentPaid } from '../store/payments.ts'
import { insertRefund } from '../store/refunds.ts'
import { recordMoneyTime } from './channel-time.ts'
import { closePaymentCases, isMoneyDecidedByStaff } from './end-settled-cases.ts'

const paidAnew = (signs: Sign[]) => signs.filter(({ refundedAt }) => refundedAt !== null)

/**
 * `inTheWay` is another open order of the sign to close first. `left` is the other payment of the order, to be closed
 * at the channel.
 */
export type RecordedPayment =
  | { kind: 'KNOWN' }
  | { kind: 'PAID'; left: Payment | undefined }
  | { kind: 'REFUNDING'; refundNo: string; left: Payment | undefined }
  | { kind: 'BLOCKED'; inTheWay: string }

/**
 * Locks signs, ledgers, order and payment, in this sequence everywhere (docs/rules/money.md#late-and-double-payments).
 * The first payment pays an open order; a payment after closing reopens the order if still possible; any other payment
 * is refunded in full.
 */
export async function recordPayment(
  tx: Tx,
  deps: Deps,
  payment: Pick<Payment, 'orderNo' | 'outTradeNo'>,
  answer: ChannelOrder,
  /** A time from a bill is right, even when the portal learned of the payment much later. */
  source: 'CHANNEL' | 'BILL' = 'CHANNEL',
): Promise<RecordedPayment> {
  const signIds = await listSignIdsOfOrder(tx, payment.orderNo)
  const signs = await lockSigns(tx, signIds)
  await lockLedgersForRepayment(tx, signs)
  const order = await lockOrder(tx, payment.orderNo)
  const now = await lockPayment(tx, payment.outTradeNo)
  if (now.status !== 'CREATED' && now.status !== 'CLOSED') return { kind: 'KNOWN' }
  if (source === 'CHANNEL' && (await isMoneyDecidedByStaff(tx, now.outTradeNo))) return leaveToCase(tx, order)
  const { outTradeNo: subject, channel, orderNo, createdAt } = now
  const from = source === 'BILL' ? new Date(0) : createdAt
  const paidAt = await recordMoneyTime(tx, answer.paidAt, {
    ...{ kind: 'PAYMENT', subject, number: subject, channel, orderNo, from },
  })
  const said = { ...answer, paidAt }
  const unpaid = !signs.some(isSignPaid)
  if (order.status === 'PENDING' && unpaid)
    return (await haveOpenAccounts(tx, signIds))
      ? pay(tx, deps, { signs, order, said, action: 'order.paid' })
      : giveBack(tx, order, said, 'LATE_PAYMENT')
  if (order.status !== 'CLOSED' || !unpaid) return giveBack(tx, order, said, 'SECOND_PAYMENT')
  const choices = await stillPossible(tx, order)
  if (!choices) return giveBack(tx, order, said, 'LATE_PAYMENT')
  const standing = await findActiveOrders(tx, signIds)
  for (const { signId } of order.lines) {
    const other = standing.get(signId)
    // A newer order of the same student is closed for the paid one, an employer order never.
    const own = order.studentId !== null && other?.studentId === order.studentId
    if (other?.status === 'PENDING' && own) return { kind: 'BLOCKED', inTheWay: other.orderNo }
    if (other) return giveBack(tx, order, said, 'SECOND_PAYMENT')
  }
  return revive(tx, deps, { signs, order, choices, said })
}

/** `paidAt` is the time that the books will contain. */
type Booked = ChannelOrder & { paidAt: Date }

interface Paying {
  signs: Sign[]
  order: Order
  said: Booked
}

async function pay(
  tx: Tx,
  deps: Deps,
  { signs, order, said, action }: Paying & { action: 'order.paid' | 'order.revived' },
): Promise<RecordedPayment> {
  await setPaymentPaid(tx, said.outTradeNo, said, 'PAID')
  await closePaymentCases(tx, said.outTradeNo)
  const left = await closeLeft(tx, order)
  await setOrderPaid(tx, order.orderNo, said.paidAt)
  const signIds = order.lines.map(({ signId }) => signId)
  await setSignsPaid(tx, deps, signs)
  const { outTradeNo, transactionId } = said
  await audit(tx, {
    actor: 'system',
    action,
    subject: order.orderNo,
    detail: { signIds, amountFen: order.amountFen, outTradeNo, transactionId },
  })
  await notify(tx, ...order.lines.map((line) => orderPaidMessage(order, line)))
  return { kind: 'PAID', left }
}

/** Staff have already decided about this money in its case, so no payment is recorded, and an open order is closed. */
async function leaveToCase(tx: Tx, order: Order): Promise<RecordedPayment> {
  if (order.status !== 'PENDING') return { kind: 'KNOWN' }
  await closeOpenPayment(tx, order.orderNo)
  await endLate(tx, order)
  return { kind: 'KNOWN' }
}

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

async function closeLeft(tx: Tx, { orderNo }: Order): Promise<Payment | undefined> {
  const left = await findOpenPayment(tx, orderNo)
  if (left) await closeOpenPayment(tx, orderNo)
  return left
}

async function revive(
  tx: Tx,
  deps: Deps,
  { choices, ...paying }: Paying & { choices: Map<string, PlanCourse[]> },
): Promise<RecordedPayment> {
  const kept = paying.signs.map(({ id: signId }) => ({
    signId,
    planCourseIds: (choices.get(signId) ?? []).map(({ id }) => id),
  }))
  await replaceChosenCourses(tx, kept)
  return pay(tx, deps, { ...paying, action: 'order.revived' })
}

/**
 * Returns the courses by sign, or null unless accounts, plans, prices, courses, hours and agreements still allow the
 * order.
 */
async function stillPossible(tx: Tx, order: Order): Promise<Map<string, PlanCourse[]> | null> {
  if (order.organisationId && !(await hasCurrentConsents(tx, order.orderNo))) return null
  const signIds = order.lines.map(({ signId }) => signId)
  if (!(await haveOpenAccounts(tx, signIds))) return null
  const offers = new Map<string, Offer | null>()
  for (const planId of new Set(order.lines.map((line) => line.planId))) offers.set(planId, await offeredBy(tx, planId))
  const choices = new Map<string, PlanCourse[]>()
  for (const { signId, planId, courseIds, amountFen } of order.lines) {
    const offer = offers.get(planId)
    if (offer?.priceFen !== amountFen) return null
    const courses = offer?.courses.filter(({ courseId }) => courseIds.includes(courseId))
    if (!offer || !courses || courses.length < courseIds.length) return null
    if (professionalHoursOf(courses) < offer.required) return null
    choices.set(signId, courses)
  }
  return choices
}

interface Offer {
  priceFen: number
  courses: PlanCourse[]
  /** Tenths of an hour that the chosen courses must reach. */
  required: number
}

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
): Promise<RecordedPayment> {
  const refundNo = refundNoOf(said.outTradeNo)
  const { outTradeNo, amountFen, transactionId } = said
  await setPaymentPaid(tx, outTradeNo, said, 'REFUNDING')
  await closePaymentCases(tx, said.outTradeNo)
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
  // Closed accounts get no messages.
  const signIds = order.lines.map(({ signId }) => signId)
  if (await haveOpenAccounts(tx, signIds))
    await notify(tx, ...surplusRefundMessage(order, { refundNo, amountFen, reason }))
  return { kind: 'REFUNDING', refundNo, left }
}

/** Lock ledgers before student rows, as everywhere. Only a year paid again credits hours. */
export async function lockLedgersForRepayment(tx: Tx, signs: Sign[]): Promise<void> {
  const students = new Set(paidAnew(signs).map(({ studentId }) => studentId))
  for (const studentId of [...students].sort()) await lockLedger(tx, studentId)
}

/**
 * The caller has locked the signs and their ledgers (lockLedgersForRepayment). A year paid again gets the hours of
 * exams passed meanwhile.
 */
export async function setSignsPaid(tx: Tx, deps: Deps, signs: Sign[]): Promise<void> {
  await setSignsPaidAt(
    tx,
    signs.map(({ id }) => id),
  )
  const anew = paidAnew(signs)
  if (anew.length === 0) return
  await creditPassesAfterRepayment(
    tx,
    deps,
    anew.map(({ id }) => id),
  )
}
