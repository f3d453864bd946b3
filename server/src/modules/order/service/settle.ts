import { actorOfStudent, audit } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import type { ChannelOrder } from '../../../platform/payments/gateway.ts'
import { lockSigns } from '../../sign/service.ts'
import { outTradeNoOf } from '../numbers.ts'
import { reportDifference } from '../store/differences.ts'
import {
  type CloseReason,
  findOrder,
  listSignIds,
  lockOrder,
  setOrderClosed,
} from '../store/orders.ts'
import {
  closeOpenPayment,
  countPayments,
  findOpenPayment,
  insertPayment,
  lockPayment,
  type Payment,
  setChannelState,
} from '../store/payments.ts'
import { asked, gatewayOf, isOurs } from './channel.ts'
import { recordPayment } from './record-payment.ts'
import { sendRefund } from './refund.ts'

/** Applies what a channel says of one of our payments; saying it twice changes nothing. */
export async function applyChannel(deps: Deps, payment: Payment, said: ChannelOrder) {
  if (said.state === 'SUCCESS') await settle(deps, payment, said)
  else if (said.state === 'NOTPAY' || said.state === 'PAYERROR')
    await setChannelState(deps.db, payment.outTradeNo, said.state)
  else if (await isBeingReplaced(deps, payment)) await putNext(deps, payment)
  else
    await markClosed(deps, payment.orderNo, payment, { reason: 'CHANNEL_CLOSED', actor: 'system' })
}

/** A process died between closing it at the channel and opening the next one. */
async function isBeingReplaced(deps: Deps, { orderNo, outTradeNo }: Payment): Promise<boolean> {
  const open = await findOpenPayment(deps.db, orderNo)
  return open?.outTradeNo === outTradeNo && open.nextKind !== null
}

/** Makes paid money count, or sends it back. False: it is not the money we asked for. */
async function settle(deps: Deps, payment: Payment, said: ChannelOrder): Promise<boolean> {
  const gateway = gatewayOf(deps, payment.channel)
  if (!gateway || !isOurs(said, payment, gateway)) {
    await reportMismatch(deps, payment, said)
    return false
  }
  for (let round = 0; round < 5; round += 1) {
    const recorded = await inTransaction(deps.db, (tx) =>
      recordPayment(tx, deps, payment, said),
    ).catch((error) => {
      // the channel's number is another payment's: money is not there twice
      if (error.constraint !== 'payment_transaction_id_key') throw error
    })
    if (!recorded) {
      await reportMismatch(deps, payment, said)
      return false
    }
    if (recorded.kind === 'REFUNDING') await sendRefund(deps, recorded.refundNo)
    if (recorded.kind !== 'BLOCKED') {
      if ('left' in recorded && recorded.left) await closeLeft(deps, recorded.left)
      return true
    }
    await closeOrder(deps, recorded.inTheWay, 'REPLACED', 'system')
  }
  // a new order in the way each time: the channel says it again, or the next query does
  return refuse('common.busy')
}

/**
 * The order's other payment, when the order has been paid already: whoever would still pay it would get it back, so
 * that nothing waits for a channel that does not answer now.
 */
export async function closeLeft(deps: Deps, left: Payment): Promise<void> {
  try {
    const said = await closeAtChannel(deps, left)
    if (said?.state === 'SUCCESS') await settle(deps, left, said)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** For the staff's worklist: nobody can do anything about it here. Each query says it again; it is told once. */
export async function reportMismatch(deps: Deps, payment: Payment, said: ChannelOrder) {
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
 * Ends an open order, the channel first: if it turns out paid, it becomes paid instead. Afterwards the order is not
 * open any more; read it to learn which. @throws Refusal order.gatewayDown, then nothing has changed
 * @param then what belongs to closing it: done in the same transaction, and only there
 */
export async function closeOrder(
  deps: Deps,
  orderNo: string,
  reason: CloseReason,
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
  // another way to pay, or its address, came each time
  return refuse('common.busy')
}

interface Ending {
  reason: CloseReason
  actor: string
  then?: ((tx: Tx) => Promise<void>) | undefined
}

/** undefined: the channel is not configured any more, and the order has had its time. */
async function closeAtChannel(deps: Deps, payment: Payment): Promise<ChannelOrder | undefined> {
  const gateway = gatewayOf(deps, payment.channel)
  if (!gateway) {
    const order = await findOrder(deps.db, payment.orderNo)
    return order?.overdue ? undefined : refuse('order.gatewayDown')
  }
  const { outTradeNo } = payment
  const said = await asked(gateway.close(outTradeNo), `close ${outTradeNo}`)
  return said.state === 'NOTPAY' ? refuse('order.gatewayDown') : said
}

/**
 * @param closed what the channel closed, as it was read before. False: by now the order waits for another payment, or for this one at an
 * address that came meanwhile – to the channel the number may have been unknown then, and is an order now. Neither is closed.
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
    await lockSigns(tx, await listSignIds(tx, orderNo))
    const now = await lockOrder(tx, orderNo)
    if (now.status !== 'PENDING') return true
    const open = await findOpenPayment(tx, orderNo)
    if (open && open.outTradeNo !== closed?.outTradeNo) return false
    // whoever brings the address later than this finds it closed, and closes it at the channel once more (openAddress)
    if (open && (await lockPayment(tx, open.outTradeNo)).codeUrl !== closed?.codeUrl) return false
    await closeOpenPayment(tx, orderNo)
    await setOrderClosed(tx, orderNo, reason)
    await audit(tx, { actor, action: 'order.closed', subject: orderNo, detail: { reason } })
    await then?.(tx)
    return true
  })
}

/**
 * Closes an open payment, the channel first, and puts the one that was written down for it in its place: if it turns
 * out paid, it pays its order instead. @throws Refusal order.gatewayDown, then it can still be paid
 */
export async function replacePayment(deps: Deps, payment: Payment): Promise<void> {
  const said = await closeAtChannel(deps, payment)
  if (said?.state === 'SUCCESS' && (await settle(deps, payment, said))) return
  await putNext(deps, payment)
}

/** The payment is closed at the channel: the next one is opened in the same transaction that closes it here. */
async function putNext(deps: Deps, { orderNo, outTradeNo }: Payment): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockSigns(tx, await listSignIds(tx, orderNo))
    const order = await lockOrder(tx, orderNo)
    const { status, nextKind, channel, amountFen } = await lockPayment(tx, outTradeNo)
    if (order.status !== 'PENDING' || status !== 'CREATED' || !nextKind) return
    await closeOpenPayment(tx, orderNo)
    const next = outTradeNoOf(orderNo, (await countPayments(tx, orderNo)) + 1)
    const row = { outTradeNo: next, orderNo, channel, amountFen, kind: nextKind }
    await insertPayment(tx, row)
    await audit(tx, {
      // only a student's phone asks for another kind of payment
      actor: order.studentId ? actorOfStudent(order.studentId) : 'system',
      action: 'payment.replaced',
      subject: orderNo,
      detail: { outTradeNo, next, kind: nextKind },
    })
  })
}
