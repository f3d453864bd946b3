import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import { actorOfStudent, audit } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  findPlanByYear,
  holdPlan,
  listPlanCourses,
  type Plan,
  type PlanCourse,
} from '../../catalogue/service.ts'
import { notify } from '../../message/service.ts'
import { isPaid, lockOrMakeSign, replaceChoices, type Sign } from '../../sign/service.ts'
import { chosenOf, sameCourses } from '../choice.ts'
import { newOrderNo, outTradeNoOf } from '../numbers.ts'
import { paidMessage } from '../paid-message.ts'
import {
  findLiveOrder,
  insertOrder,
  type NewOrder,
  type Order,
  type OrderLine,
  type PayType,
} from '../store/orders.ts'
import { insertPayment } from '../store/payments.ts'
import type { Successor } from '../store/successors.ts'
import { openAddress } from './channel.ts'
import { requireFewOrders } from './few-orders.ts'
import { requireOwnOrder } from './own-order.ts'
import { lockLedgersPaidAnew, paySigns } from './pay-signs.ts'
import { noteNext, replaceOrder } from './replace.ts'
import { closeOrder } from './settle.ts'

type Request = z.output<(typeof clientCalls)['order']['createOrder']['request']>
type Placed =
  | { orderNo: string }
  /** `next`: what shall take its place; null: it is to be closed first */
  | { inTheWay: Order; next: (Successor & { opening: Opening }) | null }

/**
 * Signs up for a year's courses and opens the order (product §4): the same courses and pay type give the same open
 * order; anything else takes its place, which closes the old one, asking the channel. The price is the plan's, in fen.
 * @throws Refusal order.gatewayDown: an old one stands; without any the new one waits without an address
 */
export async function createOrder(deps: Deps, student: StudentActor, input: Request) {
  const plan = (await findPlanByYear(deps.db, input.year)) ?? refuse('order.noSuchPlan')
  // read before: a transaction that waits for a second connection can wait for ever
  const lifeSeconds = await deps.settings.get('order.lifeSeconds')
  const most = await deps.settings.get('order.ordersPerDay')
  const wish = { planId: plan.id, input, lifeSeconds, most }
  for (let round = 0; round < 5; round += 1) {
    const placed = await inTransaction(deps.db, (tx) => place(tx, deps, student, wish))
    if ('orderNo' in placed) return answerOf(deps, student, placed.orderNo)
    const { inTheWay, next } = placed
    const { orderNo, overdue } = inTheWay
    const actor = overdue ? 'system' : actorOfStudent(student.studentId)
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
  /** orders of one student in 24 hours */
  most: number
}

/**
 * Everything under the sign's lock, which makes a student's requests for one plan wait for each other. The plan is read under a lock,
 * too: who changes its price or hours meanwhile waits for this order, or this order has the new ones.
 */
async function place(
  tx: Tx,
  deps: Deps,
  student: StudentActor,
  { planId, input, lifeSeconds, most }: Wish,
): Promise<Placed> {
  const plan = (await holdPlan(tx, planId)) ?? refuse('order.noSuchPlan')
  const sign = await lockOrMakeSign(tx, student.studentId, plan.id)
  const live = await findLiveOrder(tx, sign.id)
  const courseIds = [...new Set(input.courseIds.map((id) => id.toLowerCase()))].sort()
  const free = plan.priceFen === 0
  if (free) await lockLedgersPaidAnew(tx, [sign])
  const payType = free ? 'FREE' : input.payType
  const line = live?.lines.find(({ signId }) => signId === sign.id)
  if (live?.organisationId && line) refuseEmployers(live, line)
  if (
    live &&
    live.payType === payType &&
    sameCourses(line?.courseIds ?? [], courseIds) &&
    stands(live)
  )
    return { orderNo: live.orderNo }
  if (line?.goneBack) refuse('order.refunding')
  if (isPaid(sign) || (live && live.status !== 'PENDING')) refuse('order.alreadyPaid')
  if (plan.state === 'UPCOMING') refuse('order.planNotYetOpen')
  if (plan.state === 'CLOSED') refuse('order.planClosed')
  const offered = await listPlanCourses(tx, plan.id)
  const chosen = chosenOf(offered, courseIds, plan.requiredProfessional)
  const channel = free ? null : channelOf(deps, payType)
  // before the order in the way is closed: that one can still be paid
  await requireFewOrders(tx, { studentId: student.studentId }, most)
  const order = { sign, plan, chosen, courseIds, payType, channel }
  if (!live) return { orderNo: await open(tx, deps, order, free ? 0 : lifeSeconds) }
  if (live.overdue || !channel) return { inTheWay: live, next: null }
  const next = { order: await rowsOf(tx, order, lifeSeconds), channel, opening: order }
  await noteNext(tx, deps, live, next)
  return { inTheWay: live, next }
}

/** What an employer pays, or is about to pay, is not paid a second time; it ends by its own hand or time. */
function refuseEmployers(live: Order, line: OrderLine): never {
  if (line.goneBack) refuse('order.refunding')
  return refuse(live.status === 'PENDING' ? 'order.employerPays' : 'order.alreadyPaid')
}

/** An identical repeat gets the first answer: while the order can be paid, and where there was nothing to pay. */
function stands(live: Order): boolean {
  return live.status === 'PENDING' ? !live.overdue : live.payType === 'FREE'
}

/** @throws Refusal order.noGateway, order.payTypeUnavailable */
export function channelOf(deps: Deps, payType: PayType): string {
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
  /** null: nothing to pay */
  channel: string | null
}

/** Nobody held the plan while both channels were asked: staff may have taken out what nobody had chosen yet. */
async function stillChosen(tx: Tx, { plan, courseIds }: Opening): Promise<PlanCourse[]> {
  const now = (await holdPlan(tx, plan.id)) ?? refuse('order.noSuchPlan')
  return chosenOf(await listPlanCourses(tx, plan.id), courseIds, now.requiredProfessional)
}

async function open(tx: Tx, deps: Deps, opening: Opening, lifeSeconds: number): Promise<string> {
  const { channel } = opening
  const order = await rowsOf(tx, opening, lifeSeconds)
  const { orderNo } = order
  const amountFen = await insertOrder(tx, order)
  if (channel)
    await insertPayment(tx, { outTradeNo: outTradeNoOf(orderNo), orderNo, channel, amountFen })
  await begin(tx, deps, order, opening)
  return orderNo
}

/** The order's own row and its line, as they are to be written. */
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

/** What comes with an order that is open, or – with nothing to pay – paid. */
async function begin(
  tx: Tx,
  deps: Deps,
  { orderNo }: { orderNo: string },
  { sign, plan, chosen, courseIds, payType, channel }: Opening,
): Promise<void> {
  const amountFen = plan.priceFen
  await replaceChoices(tx, [{ signId: sign.id, planCourseIds: chosen.map(({ id }) => id) }])
  if (!channel) {
    await paySigns(tx, deps, [sign])
    const line = { studentId: sign.studentId, signId: sign.id, title: plan.title, amountFen }
    await notify(tx, paidMessage({ orderNo, organisationId: null }, line))
  }
  const actor = actorOfStudent(sign.studentId)
  const detail = { signId: sign.id, amountFen, payType, courseIds }
  await audit(tx, { actor, action: 'order.created', subject: orderNo, detail })
  if (!channel) await audit(tx, { actor, action: 'order.paid', subject: orderNo, detail })
}

async function answerOf(deps: Deps, student: StudentActor, orderNo: string) {
  const placed = await requireOwnOrder(deps.db, student, orderNo)
  const codeUrl = placed.status === 'PENDING' ? await openAddress(deps, placed) : null
  // the channel took its time: paid or closed meanwhile?
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
