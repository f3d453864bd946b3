import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import { audit, studentActorName } from '../../../../platform/audit.ts'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { appNow, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { findPlanByYear, holdPlan, listPlanCourses, type Plan, type PlanCourse } from '../../../catalogue/service.ts'
import { isSignPaid, lockOrCreateSign, replaceChosenCourses, type Sign } from '../../../learning/sign/service.ts'
import { notify } from '../../../message/service.ts'
import { areSameCourses, requireCompleteCourseChoice } from '../course-choice.ts'
import { orderPaidMessage } from '../messages.ts'
import { newOrderNo, outTradeNoOf } from '../numbers.ts'
import {
  countFailedOrderSuccessors,
  countRecentOrders,
  lockOrdersOfOwner,
  type OrderOwner,
} from '../store/order-lists.ts'
import type { OrderSuccessor } from '../store/orders.ts'
import {
  findActiveOrder,
  insertOrder,
  type NewOrder,
  type Order,
  type OrderLine,
  type PayType,
} from '../store/orders.ts'
import { insertPayment } from '../store/payments.ts'
import { closeOrder } from './apply-payment.ts'
import { openPaymentAddress } from './channel.ts'
import { requireOwnOrder } from './own-order.ts'
import { lockLedgersForRepayment, setSignsPaid } from './record-payment.ts'
import { recordOrderSuccessor, replaceOrder } from './replace.ts'

type Request = z.output<(typeof clientCalls)['order']['createOrder']['request']>

type Placed =
  | { orderNo: string }
  /** `next` is the order that replaces `inTheWay`; null means that it is closed first. */
  | { inTheWay: Order; next: (OrderSuccessor & { opening: Opening }) | null }

/**
 * The same courses and pay type return the open order; others replace it (docs/rules/money.md#order). Price in fen.
 * @throws Refusal order.gatewayDown when an old order stays.
 */
export async function createOrder(deps: Deps, student: StudentActor, input: Request) {
  const plan = (await findPlanByYear(deps.db, input.year)) ?? refuse('order.noSuchPlan')
  // The setting is read first, because a second connection in the transaction could block forever.
  const lifeSeconds = await deps.settings.get('order.lifeSeconds')
  const most = await deps.settings.get('order.ordersPerDay')
  const wish = { planId: plan.id, input, lifeSeconds, most }
  for (let round = 0; round < 5; round += 1) {
    const placed = await inTransaction(deps.db, (tx) => place(tx, deps, student, wish))
    if ('orderNo' in placed) return answerOf(deps, student, placed.orderNo)
    const { inTheWay, next } = placed
    const { orderNo, overdue } = inTheWay
    const actor = overdue ? 'system' : studentActorName(student.studentId)
    if (next)
      await replaceOrder(
        deps,
        { orderNo, actor },
        next,
        async (tx) => {
          const chosen = await stillChosen(tx, next.opening)
          await begin(tx, deps, next.order, { ...next.opening, chosen })
        },
        () => inTransaction(deps.db, (tx) => stillChosen(tx, next.opening)),
      )
    else await closeOrder(deps, orderNo, overdue ? 'EXPIRED' : 'REPLACED', actor)
  }
  return refuse('common.busy')
}

interface Wish {
  planId: string
  input: Request
  lifeSeconds: number
  most: number
}

/** Locks the sign and shares the plan, so price and hours cannot change meanwhile. */
async function place(
  tx: Tx,
  deps: Deps,
  student: StudentActor,
  { planId, input, lifeSeconds, most }: Wish,
): Promise<Placed> {
  const plan = (await holdPlan(tx, planId)) ?? refuse('order.noSuchPlan')
  const sign = await lockOrCreateSign(tx, student.studentId, plan.id)
  const live = await findActiveOrder(tx, sign.id)
  const courseIds = [...new Set(input.courseIds.map((id) => id.toLowerCase()))].sort()
  const free = plan.priceFen === 0
  if (free) await lockLedgersForRepayment(tx, [sign])
  const payType = free ? 'FREE' : input.payType
  const line = live?.lines.find(({ signId }) => signId === sign.id)
  if (live?.organisationId && line) refuseEmployers(live, line)
  if (live && live.payType === payType && areSameCourses(line?.courseIds ?? [], courseIds) && stands(live))
    return { orderNo: live.orderNo }
  if (line?.goneBack) refuse('order.refunding')
  if (isSignPaid(sign) || (live && live.status !== 'PENDING')) refuse('order.alreadyPaid')
  if (plan.state === 'UPCOMING') refuse('order.planNotYetOpen')
  if (plan.state === 'CLOSED') refuse('order.planClosed')
  const offered = await listPlanCourses(tx, plan.id)
  const chosen = requireCompleteCourseChoice(offered, courseIds, plan.requiredProfessional)
  const channel = free ? null : requireOrderChannel(deps, payType)
  // Check the limit before the old order closes, because that one can still be paid.
  await requireBelowDailyOrderLimit(tx, { studentId: student.studentId }, most)
  const order = { sign, plan, chosen, courseIds, payType, channel }
  if (!live) return { orderNo: await open(tx, deps, order, free ? 0 : lifeSeconds) }
  if (live.overdue || !channel) return { inTheWay: live, next: null }
  const next = { order: await rowsOf(tx, order, lifeSeconds), channel, opening: order }
  await recordOrderSuccessor(tx, deps, live, next)
  return { inTheWay: live, next }
}

/** Refuses to let a student pay for what an employer pays. */
function refuseEmployers(live: Order, line: OrderLine): never {
  if (line.goneBack) refuse('order.refunding')
  return refuse(live.status === 'PENDING' ? 'order.employerPays' : 'order.alreadyPaid')
}

function stands(live: Order): boolean {
  return live.status === 'PENDING' ? !live.overdue : live.payType === 'FREE'
}

/** @throws Refusal order.noGateway, order.payTypeUnavailable. */
export function requireOrderChannel(deps: Deps, payType: PayType): string {
  if (deps.gateways.size === 0) refuse('order.noGateway')
  const gateway = deps.gateways.get(payType) ?? refuse('order.payTypeUnavailable')
  return gateway.channel
}

interface Opening {
  sign: Sign
  plan: Plan
  chosen: PlanCourse[]
  courseIds: string[]
  payType: PayType
  /** The value is null when there is nothing to pay. */
  channel: string | null
}

/** The plan was not locked while the channel was called, so check that all chosen courses are still offered. */
async function stillChosen(tx: Tx, { plan, courseIds }: Opening): Promise<PlanCourse[]> {
  const now = (await holdPlan(tx, plan.id)) ?? refuse('order.noSuchPlan')
  return requireCompleteCourseChoice(await listPlanCourses(tx, plan.id), courseIds, now.requiredProfessional)
}

async function open(tx: Tx, deps: Deps, opening: Opening, lifeSeconds: number): Promise<string> {
  const { channel } = opening
  const order = await rowsOf(tx, opening, lifeSeconds)
  const { orderNo } = order
  const amountFen = await insertOrder(tx, order)
  if (channel) await insertPayment(tx, { outTradeNo: outTradeNoOf(orderNo), orderNo, channel, amountFen })
  await begin(tx, deps, order, opening)
  return orderNo
}

async function rowsOf(
  tx: Tx,
  { sign, plan, courseIds, payType, channel }: Opening,
  lifeSeconds: number,
): Promise<NewOrder> {
  const createdAt = await appNow(tx)
  return {
    orderNo: newOrderNo(createdAt),
    studentId: sign.studentId,
    organisationId: null,
    payType,
    lines: [{ signId: sign.id, title: plan.title, amountFen: plan.priceFen, courseIds }],
    createdAt,
    expireAt: new Date(createdAt.getTime() + lifeSeconds * 1000),
    status: channel ? 'PENDING' : 'PAID',
  }
}

async function begin(
  tx: Tx,
  deps: Deps,
  { orderNo }: { orderNo: string },
  { sign, plan, chosen, courseIds, payType, channel }: Opening,
): Promise<void> {
  const amountFen = plan.priceFen
  await replaceChosenCourses(tx, [{ signId: sign.id, planCourseIds: chosen.map(({ id }) => id) }])
  if (!channel) {
    await setSignsPaid(tx, deps, [sign])
    const line = { studentId: sign.studentId, signId: sign.id, title: plan.title, amountFen }
    await notify(tx, orderPaidMessage({ orderNo, organisationId: null }, line))
  }
  const actor = studentActorName(sign.studentId)
  const detail = { signId: sign.id, amountFen, payType, courseIds }
  await audit(tx, { actor, action: 'order.created', subject: orderNo, detail })
  if (!channel) await audit(tx, { actor, action: 'order.paid', subject: orderNo, detail })
}

async function answerOf(deps: Deps, student: StudentActor, orderNo: string) {
  const placed = await requireOwnOrder(deps.db, student, orderNo)
  const codeUrl = placed.status === 'PENDING' ? await openPaymentAddress(deps, placed) : null
  const order = await requireOwnOrder(deps.db, student, orderNo)
  return {
    orderNo,
    signId: order.signId,
    amount: order.amountFen,
    status: order.status,
    codeUrl: order.status === 'PENDING' ? codeUrl : null,
    expireAt: order.expireAt,
  }
}

/**
 * Locks all orders of the owner, because requests for several years lock different signs. @throws Refusal
 * order.ordersSpent.
 */
export async function requireBelowDailyOrderLimit(tx: Tx, owner: OrderOwner, most: number): Promise<void> {
  await lockOrdersOfOwner(tx, owner)
  const opened = await countRecentOrders(tx, owner)
  if (opened + (await countFailedOrderSuccessors(tx, owner)) >= most) refuse('order.ordersSpent', { most })
}
