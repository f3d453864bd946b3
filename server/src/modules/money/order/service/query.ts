import { payType } from '@ce/contract'
import { studentActorName } from '../../../../platform/audit.ts'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Refusal, refuse } from '../../../../platform/errors.ts'
import { continueForBudget, sweepItemsOneByOne, waitForAll } from '../../../../platform/jobs/sweep.ts'
import { listExpiredOrders } from '../store/order-lists.ts'
import type { Order, PayType } from '../store/orders.ts'
import { claimPaymentQuery } from '../store/payments.ts'
import { applyPaymentState, closeOrder } from './apply-payment.ts'
import { callChannel, findGateway, openPaymentAddress } from './channel.ts'
import { requireOwnOrder } from './own-order.ts'

interface Question {
  orderNo: string
  /** The user says that the order is paid, so the channel is queried sooner. */
  paid?: '1' | undefined
}

export function queryOwnOrder(deps: Deps, student: StudentActor, input: Question) {
  return refreshOrder(deps, input, () => requireOwnOrder(deps.db, student, input.orderNo))
}

/**
 * Queries the channel with backoff while the order is unpaid, then reads the order again. A due query waits for a
 * notification in progress. @param read loads the order and checks the permission
 */
export async function refreshOrder<Seen extends Order>(deps: Deps, { paid }: Question, read: () => Promise<Seen>) {
  const before = await read()
  if (before.status !== 'PENDING') return { ...before, serverNow: before.readAt }
  await refresh(deps, before, paid === '1')
  const order = await read()
  return { ...order, serverNow: order.readAt }
}

function refresh(deps: Deps, order: Order, paid: boolean): Promise<void> {
  return ask(deps, order, paid).catch((error) => {
    if (!(error instanceof Refusal)) throw error
  })
}

async function ask(deps: Deps, order: Order, paid: boolean): Promise<void> {
  if (order.overdue) return closeOrder(deps, order.orderNo, 'EXPIRED', 'system')
  const payment = await claimPaymentQuery(deps.db, order.orderNo, paid)
  const gateway = payment && findGateway(deps, payment.channel)
  if (!payment || !gateway) return
  /**
   * Completes a QR code payment that has no address yet. The address of a browser payment is created only when somebody
   * opens it.
   */
  if (!payment.codeUrl) await openPaymentAddress(deps, order)
  const { outTradeNo } = payment
  const said = await callChannel(gateway.query(outTradeNo), `query ${outTradeNo}`)
  await applyPaymentState(deps, payment, said)
}

/** An order that was paid meanwhile becomes paid instead of cancelled. A repeat changes nothing. */
export async function cancelOrder(deps: Deps, student: StudentActor, input: { orderNo: string }) {
  const actor = studentActorName(student.studentId)
  return cancelPermittedOrder(deps, actor, () => requireOwnOrder(deps.db, student, input.orderNo))
}

/** @param read loads the order and checks the permission */
export async function cancelPermittedOrder(deps: Deps, actor: string, read: () => Promise<Order>) {
  const order = await read()
  if (order.status === 'PENDING') await closeOrder(deps, order.orderNo, 'CANCELLED', actor)
  const { status, closeReason } = await read()
  if (status !== 'CLOSED' || closeReason !== 'CANCELLED') refuse('order.notPending', { status })
  return null
}

/** Closes each order at the channel first. A failing order or channel does not delay others. */
export async function expireDueOrders(deps: Deps, stopping?: AbortSignal, budgetMs?: number): Promise<void> {
  const hasTime = continueForBudget(stopping, budgetMs)
  await waitForAll(payType.options.map((type) => expireBy(deps, type, hasTime)))
}

async function expireBy(deps: Deps, type: PayType, hasTime: () => boolean): Promise<void> {
  const job = 'order.expireDue'
  await sweepItemsOneByOne(deps.db, {
    job,
    items: await listExpiredOrders(deps.db, { job, payType: type, limit: 500 }),
    subjectOf: (orderNo) => orderNo,
    work: (orderNo) => closeOverdue(deps, orderNo),
    goesOn: hasTime,
  })
}

async function closeOverdue(deps: Deps, orderNo: string): Promise<unknown> {
  try {
    return await closeOrder(deps, orderNo, 'EXPIRED', 'system')
  } catch (error) {
    if (error instanceof Refusal && error.key === 'order.gatewayDown') return false
    throw error
  }
}
