import { audit, employerActorName } from '../../../../platform/audit.ts'
import { appNow, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { findPlan } from '../../../catalogue/service.ts'
import { lockSigns } from '../../../learning/sign/service.ts'
import { newOrderNo } from '../numbers.ts'
import {
  countOrdersOfSign,
  findActiveOrders,
  listSignIdsOfOrder,
  lockOrder,
  type NewOrder,
  type Order,
  type OrderSuccessor,
  type PayType,
} from '../store/orders.ts'
import { requireBelowDailyOrderLimit, requireOrderChannel } from './create.ts'
import { loadEmployerOrder, requireEmployerOrder } from './employer-order.ts'
import { minChannelOrderMs } from './open-payment.ts'
import { recordOrderSuccessor, replaceOrder } from './replace.ts'

const mostOrders = 20

interface Wish {
  orderNo: string
  payType: PayType
}

/**
 * Replaces the order by an order of another channel with the same people and courses. The new order keeps the expiry
 * time of the first order, and the people stay reserved. A repeat returns the new order.
 * @throws Refusal order.gatewayDown, order.ordersSpent.
 */
export async function changeEmployerOrderChannel(deps: Deps, employer: { organisationId: string }, wish: Wish) {
  const { orderNo } = wish
  const old = await requireEmployerOrder(deps.db, employer, orderNo)
  if (old.payType === wish.payType && old.status === 'PENDING') return loadEmployerOrder(deps, employer, orderNo)
  if (old.status === 'PENDING') {
    const { organisationId } = employer
    const actor = employerActorName(organisationId)
    // The setting is read first, because a second connection in the transaction could block forever.
    const most = await deps.settings.get('invitation.ordersPerDay')
    const next = await inTransaction(deps.db, (tx) => note(tx, deps, { ...wish, organisationId, most }))
    if (next) await replaceOrder(deps, { orderNo, actor }, next, (tx) => tell(tx, actor, orderNo, next))
  }
  return loadEmployerOrder(deps, employer, await orderInstead(deps, old, wish))
}

/** Returns null when the order can no longer be paid. */
async function note(
  tx: Tx,
  deps: Deps,
  { orderNo, payType, organisationId, most }: Wish & { organisationId: string; most: number },
): Promise<OrderSuccessor | null> {
  await lockSigns(tx, await listSignIdsOfOrder(tx, orderNo))
  const old = await lockOrder(tx, orderNo)
  if (old.status !== 'PENDING') return null
  const channel = requireOrderChannel(deps, payType)
  if (old.expireAt.getTime() - old.readAt.getTime() < minChannelOrderMs) refuse('order.endsSoon')
  const [line] = old.lines
  const plan = line && (await findPlan(tx, line.planId))
  if (!line || plan?.state !== 'OPEN') return refuse('order.planClosed')
  if ((await countOrdersOfSign(tx, line.signId)) >= mostOrders) refuse('order.switchedTooOften')
  await requireBelowDailyOrderLimit(tx, { organisationId }, most)
  const next = { channel, order: likeIt(old, payType, await appNow(tx)) }
  await recordOrderSuccessor(tx, deps, old, next)
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

function tell(tx: Tx, actor: string, inPlaceOf: string, { order }: OrderSuccessor): Promise<void> {
  const { orderNo, payType, lines } = order
  const amountFen = lines.reduce((sum, line) => sum + line.amountFen, 0)
  const signIds = lines.map(({ signId }) => signId)
  const detail = { signIds, amountFen, payType, inPlaceOf }
  return audit(tx, { actor, action: 'order.created', subject: orderNo, detail })
}

/** @throws Refusal order.notUnpaid when no unpaid order with the same people and channel exists. */
async function orderInstead(deps: Deps, old: Order, { payType }: Wish): Promise<string> {
  const signIds = old.lines.map(({ signId }) => signId)
  const live = await findActiveOrders(deps.db, signIds)
  const [first] = live.values()
  const same =
    first?.status === 'PENDING' &&
    first.payType === payType &&
    first.organisationId === old.organisationId &&
    first.lines.length === signIds.length &&
    signIds.every((signId) => live.get(signId)?.orderNo === first.orderNo)
  return same ? first.orderNo : refuse('order.notUnpaid')
}
