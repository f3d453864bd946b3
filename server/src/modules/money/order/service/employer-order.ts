import { audit, employerActorName } from '../../../../platform/audit.ts'
import { appNow, type Db, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Refusal, refuse } from '../../../../platform/errors.ts'
import { listPlanCourses, type Plan, type PlanCourse } from '../../../catalogue/service.ts'
import {
  isSignPaid,
  lockOrCreateSigns,
  replaceChosenCourses,
  type Sign,
  type SignCourseChoice,
} from '../../../learning/sign/service.ts'
import { areSameCourses, requireCompleteCourseChoice } from '../course-choice.ts'
import { newOrderNo, outTradeNoOf } from '../numbers.ts'
import { maySeeEmployerOrder } from '../policy.ts'
import { findActiveOrders, findOrder, insertOrder, type Order, type PayType } from '../store/orders.ts'
import { insertPayment } from '../store/payments.ts'
import { closeOrder } from './apply-payment.ts'
import { openPaymentAddress } from './channel.ts'
import { requireBelowDailyOrderLimit, requireOrderChannel } from './create.ts'
import { cancelPermittedOrder, refreshOrder } from './query.ts'

export interface EmployerOrderChoice {
  studentId: string
  name: string
  courseIds: string[]
}

interface Wish {
  organisationId: string
  plan: Plan
  choices: EmployerOrderChoice[]
  payType: PayType
  lifeSeconds: number
  most: number
}

export type EmployerOrderResult = { orderNo: string; opened: boolean } | { inTheWay: string }

/**
 * The caller has locked the plan and checked the agreements. A student who is already paid for or has a payable order
 * blocks the whole order. `opened` is false for a repeat; `inTheWay` is an expired order to close first.
 */
export async function createEmployerOrder(tx: Tx, deps: Deps, wish: Wish): Promise<EmployerOrderResult> {
  const { plan, choices, payType } = wish
  if (plan.state === 'UPCOMING') refuse('order.planNotYetOpen')
  if (plan.state === 'CLOSED') refuse('order.planClosed')
  if (plan.priceFen === 0) refuse('invitation.nothingToPay')
  const channel = requireOrderChannel(deps, payType)
  const studentIds = choices.map(({ studentId }) => studentId)
  const signs = await lockOrCreateSigns(tx, studentIds, plan.id)
  const byStudent = new Map(signs.map((sign) => [sign.studentId, sign]))
  const pairs = choices.map((choice) => ({ choice, sign: signOf(byStudent, choice) }))
  const found = await whatStands(tx, wish, pairs)
  if (found) return found
  await requireBelowDailyOrderLimit(tx, { organisationId: wish.organisationId }, wish.most)
  return { orderNo: await open(tx, wish, pairs, channel), opened: true }
}

interface Pair {
  choice: EmployerOrderChoice
  sign: Sign
}

function signOf(signs: Map<string, Sign>, { studentId }: EmployerOrderChoice): Sign {
  const sign = signs.get(studentId)
  if (!sign) throw new Error('a student has no sign')
  return sign
}

async function whatStands(tx: Tx, wish: Wish, pairs: Pair[]): Promise<EmployerOrderResult | null> {
  const elsewhere: string[] = []
  const standing = await findActiveOrders(
    tx,
    pairs.map(({ sign }) => sign.id),
  )
  for (const { choice, sign } of pairs) {
    const live = standing.get(sign.id)
    if (live?.status === 'PENDING' && live.overdue) return { inTheWay: live.orderNo }
    if (live?.organisationId === wish.organisationId) {
      if (isSame(live, wish, pairs)) return { orderNo: live.orderNo, opened: false }
      refuse('invitation.ordered')
    }
    if (live || isSignPaid(sign)) elsewhere.push(choice.name)
  }
  if (elsewhere.length > 0) refuse('invitation.paidElsewhere', { names: named(elsewhere) })
  return null
}

function isSame(live: Order, { payType }: Wish, pairs: Pair[]): boolean {
  if (live.status !== 'PENDING' || live.payType !== payType) return false
  if (live.lines.length !== pairs.length) return false
  const ordered = new Map(live.lines.map(({ signId, courseIds }) => [signId, courseIds]))
  return pairs.every(({ choice, sign }) => {
    const courseIds = ordered.get(sign.id)
    return courseIds !== undefined && areSameCourses(courseIds, choice.courseIds)
  })
}

async function open(tx: Tx, wish: Wish, pairs: Pair[], channel: string): Promise<string> {
  const { organisationId, plan, payType, lifeSeconds } = wish
  const chosen = chosenByAll(await listPlanCourses(tx, plan.id), wish, pairs)
  const createdAt = await appNow(tx)
  const orderNo = newOrderNo(createdAt)
  await replaceChosenCourses(tx, chosen)
  const lines = pairs.map(({ choice, sign }) => ({
    signId: sign.id,
    title: plan.title,
    amountFen: plan.priceFen,
    courseIds: choice.courseIds,
  }))
  const amountFen = await insertOrder(tx, {
    orderNo,
    studentId: null,
    organisationId,
    payType,
    lines,
    createdAt,
    expireAt: new Date(createdAt.getTime() + lifeSeconds * 1000),
    status: 'PENDING',
  })
  await insertPayment(tx, { outTradeNo: outTradeNoOf(orderNo), orderNo, channel, amountFen })
  await audit(tx, {
    actor: employerActorName(organisationId),
    action: 'order.created',
    subject: orderNo,
    detail: { signIds: lines.map(({ signId }) => signId), amountFen, payType },
  })
  return orderNo
}

/** @throws Refusal invitation.choiceOutdated with the students' names, when the plan changed since they agreed. */
function chosenByAll(offered: PlanCourse[], { plan }: Wish, pairs: Pair[]): SignCourseChoice[] {
  const outdated: string[] = []
  const all = pairs.flatMap(({ choice, sign }) => {
    try {
      const chosen = requireCompleteCourseChoice(offered, choice.courseIds, plan.requiredProfessional)
      return { signId: sign.id, planCourseIds: chosen.map(({ id }) => id) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      outdated.push(choice.name)
      return []
    }
  })
  if (outdated.length > 0) refuse('invitation.choiceOutdated', { names: named(outdated) })
  return all
}

function named(people: string[]): string {
  return people.slice(0, 5).join('、')
}

/** Closes the order unless the channel has the payment; then the order becomes paid. */
export function closeOverdueOrder(deps: Deps, orderNo: string): Promise<void> {
  return closeOrder(deps, orderNo, 'EXPIRED', 'system')
}

/** An order of another employer counts as missing. */
export async function requireEmployerOrder(
  db: Db,
  employer: { organisationId: string },
  orderNo: string,
): Promise<Order> {
  const order = await findOrder(db, orderNo)
  if (!order || !maySeeEmployerOrder(employer, order)) return refuse('order.notFound')
  return order
}

type Owner = { organisationId: string }

/** The payment address is null once the order is not open. */
export async function loadEmployerOrder(deps: Deps, employer: Owner, orderNo: string) {
  const placed = await requireEmployerOrder(deps.db, employer, orderNo)
  const codeUrl = placed.status === 'PENDING' ? await openPaymentAddress(deps, placed) : null
  const order = await requireEmployerOrder(deps.db, employer, orderNo)
  return { ...order, codeUrl: order.status === 'PENDING' ? codeUrl : null }
}

/** @throws Refusal order.notFound. */
export function queryEmployerOrder(deps: Deps, employer: Owner, input: { orderNo: string; paid?: '1' | undefined }) {
  return refreshOrder(deps, input, () => requireEmployerOrder(deps.db, employer, input.orderNo))
}

/** @throws Refusal order.notFound, order.notPending. */
export function cancelEmployerOrder(deps: Deps, employer: Owner, input: { orderNo: string }) {
  return cancelPermittedOrder(deps, employerActorName(employer.organisationId), () =>
    requireEmployerOrder(deps.db, employer, input.orderNo),
  )
}
