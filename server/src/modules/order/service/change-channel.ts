import { actorOfEmployer, audit } from '../../../platform/audit.ts'
import { appNow, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { findPlan } from '../../catalogue/service.ts'
import { lockSigns } from '../../sign/service.ts'
import { newOrderNo } from '../numbers.ts'
import {
  findLiveOrders,
  listSignIds,
  lockOrder,
  type NewOrder,
  type Order,
  type PayType,
} from '../store/orders.ts'
import { countOrdersOfSign, type Successor } from '../store/successors.ts'
import { channelOf } from './create.ts'
import { employerOrder, requireEmployersOrder } from './employer-order.ts'
import { requireFewOrders } from './few-orders.ts'
import { shortestLifeMs } from './open-payment.ts'
import { noteNext, replaceOrder } from './replace.ts'

/** whoever tries it oftener cancels and orders anew */
const mostOrders = 20

interface Wish {
  orderNo: string
  payType: PayType
}

/**
 * The employer's open order by another channel: another order of the same people, courses and sum takes its place, as a student's does.
 * Whom it holds it holds no longer than the first one would have, and between the two nobody is free: neither is
 * anybody's answer asked for anew. A repeat finds the order that took the place.
 * @throws Refusal order.gatewayDown, order.ordersSpent: then the order stands as it was
 */
export async function changeEmployersChannel(
  deps: Deps,
  employer: { organisationId: string },
  wish: Wish,
) {
  const { orderNo } = wish
  const old = await requireEmployersOrder(deps.db, employer, orderNo)
  if (old.payType === wish.payType && old.status === 'PENDING')
    return employerOrder(deps, employer, orderNo)
  if (old.status === 'PENDING') {
    const { organisationId } = employer
    const actor = actorOfEmployer(organisationId)
    // read before: a transaction that waits for a second connection can wait for ever
    const most = await deps.settings.get('invitation.ordersPerDay')
    const next = await inTransaction(deps.db, (tx) =>
      note(tx, deps, { ...wish, organisationId, most }),
    )
    if (next)
      await replaceOrder(deps, { orderNo, actor }, next, (tx) => tell(tx, actor, orderNo, next))
  }
  return employerOrder(deps, employer, await orderInstead(deps, old, wish))
}

/** What shall take the order's place, written down under its locks; null: it cannot be paid any more. */
async function note(
  tx: Tx,
  deps: Deps,
  { orderNo, payType, organisationId, most }: Wish & { organisationId: string; most: number },
): Promise<Successor | null> {
  await lockSigns(tx, await listSignIds(tx, orderNo))
  const old = await lockOrder(tx, orderNo)
  if (old.status !== 'PENDING') return null
  const channel = channelOf(deps, payType)
  if (old.expireAt.getTime() - old.readAt.getTime() < shortestLifeMs) refuse('order.endsSoon')
  const [line] = old.lines
  const plan = line && (await findPlan(tx, line.planId))
  if (!line || plan?.state !== 'OPEN') return refuse('order.planClosed')
  if ((await countOrdersOfSign(tx, line.signId)) >= mostOrders) refuse('order.switchedTooOften')
  await requireFewOrders(tx, { organisationId }, most)
  const next = { channel, order: likeIt(old, payType, await appNow(tx)) }
  await noteNext(tx, deps, old, next)
  return next
}

function likeIt(old: Order, payType: PayType, createdAt: Date): NewOrder {
  const { studentId, organisationId, expireAt } = old
  return {
    ...{ orderNo: newOrderNo(createdAt), studentId, organisationId, payType },
    lines: old.lines.map(({ signId, title, amountFen, courseIds }) => ({
      ...{ signId, title, amountFen, courseIds },
    })),
    ...{ createdAt, expireAt, status: 'PENDING' },
  }
}

function tell(tx: Tx, actor: string, inPlaceOf: string, { order }: Successor): Promise<void> {
  const { orderNo, payType, lines } = order
  const amountFen = lines.reduce((sum, line) => sum + line.amountFen, 0)
  const signIds = lines.map(({ signId }) => signId)
  const detail = { signIds, amountFen, payType, inPlaceOf }
  return audit(tx, { actor, action: 'order.created', subject: orderNo, detail })
}

/** The same employer's open order of the same people by this channel. @throws Refusal order.notUnpaid: there is none */
async function orderInstead(deps: Deps, old: Order, { payType }: Wish): Promise<string> {
  const signIds = old.lines.map(({ signId }) => signId)
  const live = await findLiveOrders(deps.db, signIds)
  const [first] = live.values()
  const same =
    first?.status === 'PENDING' &&
    first.payType === payType &&
    first.organisationId === old.organisationId &&
    first.lines.length === signIds.length &&
    signIds.every((signId) => live.get(signId)?.orderNo === first.orderNo)
  return same ? first.orderNo : refuse('order.notUnpaid')
}
