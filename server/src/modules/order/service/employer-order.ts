import { actorOfEmployer, audit } from '../../../platform/audit.ts'
import { appNow, type Db, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { listPlanCourses, type Plan, type PlanCourse } from '../../catalogue/service.ts'
import {
  isPaid,
  lockOrMakeSigns,
  replaceChoices,
  type Sign,
  type SignChoice,
} from '../../sign/service.ts'
import { chosenOf, sameCourses } from '../choice.ts'
import { newOrderNo, outTradeNoOf } from '../numbers.ts'
import { maySeeEmployersOrder } from '../policy.ts'
import {
  findLiveOrders,
  findOrder,
  insertOrder,
  type Order,
  type PayType,
} from '../store/orders.ts'
import { insertPayment } from '../store/payments.ts'
import { cancel } from './cancel.ts'
import { openAddress } from './channel.ts'
import { channelOf } from './create.ts'
import { requireFewOrders } from './few-orders.ts'
import { statusOf } from './query.ts'
import { closeOrder } from './settle.ts'

/** A student who agreed, with what they chose. */
export interface Choice {
  studentId: string
  name: string
  /** sorted */
  courseIds: string[]
}

interface Wish {
  organisationId: string
  plan: Plan
  choices: Choice[]
  payType: PayType
  lifeSeconds: number
  /** orders of one employer in 24 hours */
  most: number
}

export type Placed = { orderNo: string; opened: boolean } | { inTheWay: string }

/**
 * One order for several students of a year, a line each, under the locks of their signs, in the caller's transaction,
 * who holds the plan and has seen that all of them agree. Whoever is paid for, or has an order of their own that can be paid, hinders it as
 * a whole: nobody is dropped from an order unseen. `opened`: false of an identical repeat. `inTheWay`: an order whose time is over must be closed first.
 */
export async function placeEmployerOrder(tx: Tx, deps: Deps, wish: Wish): Promise<Placed> {
  const { plan, choices, payType } = wish
  if (plan.state === 'UPCOMING') refuse('order.planNotYetOpen')
  if (plan.state === 'CLOSED') refuse('order.planClosed')
  if (plan.priceFen === 0) refuse('invitation.nothingToPay')
  const channel = channelOf(deps, payType)
  const studentIds = choices.map(({ studentId }) => studentId)
  const signs = await lockOrMakeSigns(tx, studentIds, plan.id)
  const byStudent = new Map(signs.map((sign) => [sign.studentId, sign]))
  const pairs = choices.map((choice) => ({ choice, sign: signOf(byStudent, choice) }))
  const found = await whatStands(tx, wish, pairs)
  if (found) return found
  await requireFewOrders(tx, { organisationId: wish.organisationId }, wish.most)
  return { orderNo: await open(tx, wish, pairs, channel), opened: true }
}

interface Pair {
  choice: Choice
  sign: Sign
}

function signOf(signs: Map<string, Sign>, { studentId }: Choice): Sign {
  const sign = signs.get(studentId)
  if (!sign) throw new Error('a student has no sign')
  return sign
}

/** The same order once more, or what must be closed first; null: nothing is in the way. */
async function whatStands(tx: Tx, wish: Wish, pairs: Pair[]): Promise<Placed | null> {
  const elsewhere: string[] = []
  const standing = await findLiveOrders(
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
    if (live || isPaid(sign)) elsewhere.push(choice.name)
  }
  if (elsewhere.length > 0) refuse('invitation.paidElsewhere', { names: named(elsewhere) })
  return null
}

/** An identical repeat gets the first answer while the order can be paid. */
function isSame(live: Order, { payType }: Wish, pairs: Pair[]): boolean {
  if (live.status !== 'PENDING' || live.payType !== payType) return false
  if (live.lines.length !== pairs.length) return false
  const ordered = new Map(live.lines.map(({ signId, courseIds }) => [signId, courseIds]))
  return pairs.every(({ choice, sign }) => {
    const courseIds = ordered.get(sign.id)
    return courseIds !== undefined && sameCourses(courseIds, choice.courseIds)
  })
}

async function open(tx: Tx, wish: Wish, pairs: Pair[], channel: string): Promise<string> {
  const { organisationId, plan, payType, lifeSeconds } = wish
  const chosen = chosenByAll(await listPlanCourses(tx, plan.id), wish, pairs)
  const createdAt = await appNow(tx)
  const orderNo = newOrderNo(createdAt)
  await replaceChoices(tx, chosen)
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
    actor: actorOfEmployer(organisationId),
    action: 'order.created',
    subject: orderNo,
    detail: { signIds: lines.map(({ signId }) => signId), amountFen, payType },
  })
  return orderNo
}

/** The plan may have changed since they agreed. @throws Refusal invitation.choiceOutdated with whose choice it is */
function chosenByAll(offered: PlanCourse[], { plan }: Wish, pairs: Pair[]): SignChoice[] {
  const outdated: string[] = []
  const all = pairs.flatMap(({ choice, sign }) => {
    try {
      const chosen = chosenOf(offered, choice.courseIds, plan.requiredProfessional)
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

/** As many as a sentence holds. */
function named(people: string[]): string {
  return people.slice(0, 5).join('、')
}

/** Closes an order whose time is over and that is in the way; if it turns out paid it becomes paid. */
export function closeOverdue(deps: Deps, orderNo: string): Promise<void> {
  return closeOrder(deps, orderNo, 'EXPIRED', 'system')
}

/** The employer's own order; another's, and a student's, answers as a missing one. */
export async function requireEmployersOrder(
  db: Db,
  employer: { organisationId: string },
  orderNo: string,
): Promise<Order> {
  const order = await findOrder(db, orderNo)
  if (!order || !maySeeEmployersOrder(employer, order)) return refuse('order.notFound')
  return order
}

type Owner = { organisationId: string }

/** The order with the address it is paid at; null once it is not open any more. */
export async function employerOrder(deps: Deps, employer: Owner, orderNo: string) {
  const placed = await requireEmployersOrder(deps.db, employer, orderNo)
  const codeUrl = placed.status === 'PENDING' ? await openAddress(deps, placed) : null
  // the channel took its time: paid or closed meanwhile?
  const order = await requireEmployersOrder(deps.db, employer, orderNo)
  return { ...order, codeUrl: order.status === 'PENDING' ? codeUrl : null }
}

/** Fresh from the channel, as a student's is. @throws Refusal order.notFound for anybody else's */
export function queryEmployerOrder(
  deps: Deps,
  employer: Owner,
  input: { orderNo: string; paid?: '1' | undefined },
) {
  return statusOf(deps, input, () => requireEmployersOrder(deps.db, employer, input.orderNo))
}

/** Gives up an unpaid one. @throws Refusal order.notFound, order.notPending when it was paid or closed otherwise */
export function cancelEmployerOrder(deps: Deps, employer: Owner, input: { orderNo: string }) {
  return cancel(deps, actorOfEmployer(employer.organisationId), () =>
    requireEmployersOrder(deps.db, employer, input.orderNo),
  )
}
