import { audit, studentActorName } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Refusal, refuse } from '../../../../platform/errors.ts'
import type { ChannelOrder } from '../../../../platform/payments/gateway.ts'
import { lockSigns } from '../../../learning/sign/service.ts'
import { outTradeNoOf } from '../numbers.ts'
import { reportDifference } from '../store/differences.ts'
import { findOrder, listSignIdsOfOrder, lockOrder, type OrderCloseReason, setOrderClosed } from '../store/orders.ts'
import {
  closeOpenPayment,
  countPayments,
  findOpenPayment,
  insertPayment,
  lockPayment,
  type Payment,
  setPaymentChannelState,
} from '../store/payments.ts'
import { callChannel, findGateway, isExpectedPayment } from './channel.ts'
import { recordPayment } from './record-payment.ts'
import { sendRefund } from './refund.ts'

export async function applyPaymentState(deps: Deps, payment: Payment, said: ChannelOrder) {
  if (said.state === 'SUCCESS') await settle(deps, payment, said)
  else if (said.state === 'NOTPAY' || said.state === 'PAYERROR')
    await setPaymentChannelState(deps.db, payment.outTradeNo, said.state)
  else if (await isBeingReplaced(deps, payment)) await putNext(deps, payment)
  else await markClosed(deps, payment.orderNo, payment, { reason: 'CHANNEL_CLOSED', actor: 'system' })
}

/** True when a process stopped after it closed this payment at the channel and before it opened the next payment. */
async function isBeingReplaced(deps: Deps, { orderNo, outTradeNo }: Payment): Promise<boolean> {
  const open = await findOpenPayment(deps.db, orderNo)
  return open?.outTradeNo === outTradeNo && open.nextKind !== null
}

/** Returns false when the money is not what we requested. */
async function settle(deps: Deps, payment: Payment, said: ChannelOrder): Promise<boolean> {
  const gateway = findGateway(deps, payment.channel)
  if (!gateway || !isExpectedPayment(said, payment, gateway)) {
    await reportPaymentMismatch(deps, payment, said)
    return false
  }
  for (let round = 0; round < 5; round += 1) {
    const recorded = await inTransaction(deps.db, (tx) => recordPayment(tx, deps, payment, said)).catch((error) => {
      // Another payment already has this transaction number of the channel, so do not record the money twice.
      if (error.constraint !== 'payment_transaction_id_key') throw error
    })
    if (!recorded) {
      await reportPaymentMismatch(deps, payment, said)
      return false
    }
    if (recorded.kind === 'REFUNDING') await sendRefund(deps, recorded.refundNo)
    if (recorded.kind !== 'BLOCKED') {
      if ('left' in recorded && recorded.left) await closeOtherPayment(deps, recorded.left)
      return true
    }
    await closeOrder(deps, recorded.inTheWay, 'REPLACED', 'system')
  }
  /**
   * New orders were created again and again, so give up for now: the channel repeats the notification, or the next
   * query finds the payment.
   */
  return refuse('common.busy')
}

/**
 * Closes another payment of an order that is already paid. If that payment turns out to be paid too, it is refunded, so
 * a failing channel need not delay the caller.
 */
export async function closeOtherPayment(deps: Deps, left: Payment): Promise<void> {
  try {
    const said = await closeAtChannel(deps, left)
    if (said?.state === 'SUCCESS') await settle(deps, left, said)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** The channel may repeat the wrong payment, but only one case is created. */
export async function reportPaymentMismatch(deps: Deps, payment: Payment, said: ChannelOrder) {
  const { outTradeNo, orderNo, amountFen, channel } = payment
  const detail = {
    ours: amountFen,
    theirs: said.amountFen,
    merchant: said.merchant,
    transactionId: said.transactionId,
  }
  await inTransaction(deps.db, async (tx) => {
    const news = await reportDifference(tx, {
      kind: 'NOTIFICATION',
      subject: outTradeNo,
      channel,
      orderNo,
      detail,
    })
    if (!news) return
    await audit(tx, {
      actor: 'system',
      action: 'payment.mismatched',
      subject: outTradeNo,
      detail: { orderNo, ...detail },
    })
  })
}

/**
 * Closes the order at the channel first; if the channel has the payment, the order becomes paid. @throws Refusal
 * order.gatewayDown, and nothing changed. @param then runs in the closing transaction
 */
export async function closeOrder(
  deps: Deps,
  orderNo: string,
  reason: OrderCloseReason,
  actor: string,
  then?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const ending = { reason, actor, then }
  for (let round = 0; round < 5; round += 1) {
    const payment = await findOpenPayment(deps.db, orderNo)
    const said = payment && (await closeAtChannel(deps, payment))
    if (payment && said?.state === 'SUCCESS' && (await settle(deps, payment, said))) return
    if (await markClosed(deps, orderNo, payment, ending)) return
  }
  return refuse('common.busy')
}

interface Ending {
  reason: OrderCloseReason
  actor: string
  then?: ((tx: Tx) => Promise<void>) | undefined
}

/** Returns undefined when the channel is not configured any more. */
async function closeAtChannel(deps: Deps, payment: Payment): Promise<ChannelOrder | undefined> {
  const gateway = findGateway(deps, payment.channel)
  if (!gateway) {
    const order = await findOrder(deps.db, payment.orderNo)
    return order?.overdue ? undefined : refuse('order.gatewayDown')
  }
  const { outTradeNo } = payment
  const said = await callChannel(gateway.close(outTradeNo), `close ${outTradeNo}`)
  return said.state === 'NOTPAY' ? refuse('order.gatewayDown') : said
}

/**
 * Closes the order in our books.
 * @param closed the payment that was closed at the channel
 * @returns false, without closing the order, when it has another open payment or its payment got an address in the
 * meantime.
 */
async function markClosed(
  deps: Deps,
  orderNo: string,
  closed: Payment | undefined,
  { reason, actor, then }: Ending,
): Promise<boolean> {
  const order = await findOrder(deps.db, orderNo)
  if (order?.status !== 'PENDING') return true
  return inTransaction(deps.db, async (tx) => {
    await lockSigns(tx, await listSignIdsOfOrder(tx, orderNo))
    const now = await lockOrder(tx, orderNo)
    if (now.status !== 'PENDING') return true
    const open = await findOpenPayment(tx, orderNo)
    if (open && open.outTradeNo !== closed?.outTradeNo) return false
    // An address that arrives later finds the payment closed and closes it at the channel again (openPaymentAddress).
    if (open && (await lockPayment(tx, open.outTradeNo)).codeUrl !== closed?.codeUrl) return false
    await closeOpenPayment(tx, orderNo)
    await setOrderClosed(tx, orderNo, reason)
    await audit(tx, { actor, action: 'order.closed', subject: orderNo, detail: { reason } })
    await then?.(tx)
    return true
  })
}

/**
 * Replaces a payment by another one after closing it at the channel. If the channel reports it as paid, it pays the
 * order instead.
 * @throws Refusal order.gatewayDown.
 */
export async function replacePayment(deps: Deps, payment: Payment): Promise<void> {
  const said = await closeAtChannel(deps, payment)
  if (said?.state === 'SUCCESS' && (await settle(deps, payment, said))) return
  await putNext(deps, payment)
}

/** Closes this payment and opens the next one in the same transaction. */
async function putNext(deps: Deps, { orderNo, outTradeNo }: Payment): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockSigns(tx, await listSignIdsOfOrder(tx, orderNo))
    const order = await lockOrder(tx, orderNo)
    const { status, nextKind, channel, amountFen } = await lockPayment(tx, outTradeNo)
    if (order.status !== 'PENDING' || status !== 'CREATED' || !nextKind) return
    await closeOpenPayment(tx, orderNo)
    const next = outTradeNoOf(orderNo, (await countPayments(tx, orderNo)) + 1)
    const row = { outTradeNo: next, orderNo, channel, amountFen, kind: nextKind }
    await insertPayment(tx, row)
    await audit(tx, {
      // Only students ask for another kind of payment; without a student the actor is the system.
      actor: order.studentId ? studentActorName(order.studentId) : 'system',
      action: 'payment.replaced',
      subject: orderNo,
      detail: { outTradeNo, next, kind: nextKind },
    })
  })
}
