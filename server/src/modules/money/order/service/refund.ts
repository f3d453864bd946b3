import { audit } from '../../../../platform/audit.ts'
import { type Db, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { continueForBudget, sweepItemsOneByOne } from '../../../../platform/jobs/sweep.ts'
import type { Gateway, RefundAnswer, RefundState } from '../../../../platform/payments/gateway.ts'
import { lockSigns } from '../../../learning/sign/service.ts'
import { notify } from '../../../message/service.ts'
import { refundDoneMessage } from '../given-back-message.ts'
import { refundNoAtChannel } from '../numbers.ts'
import { findMoneyCaseBySubject } from '../store/cases.ts'
import { closeAgreedDifference, closeStuckRefundDifference, reportDifference } from '../store/differences.ts'
import { sumRefundPaidOutside } from '../store/foreign-refunds.ts'
import { listSignIdsOfOrder, lockOrder, type Order, setOrderLineRefunded, setOrderStatus } from '../store/orders.ts'
import { lockPayment } from '../store/payments.ts'
import {
  claimRefund,
  countChannelRefunds,
  countRefundsOfPayment,
  countRequestedRefunds,
  findRefund,
  listDueRefunds,
  markPaymentRefunded,
  type Refund,
  recordRefundResponse,
  setRefundInProgress,
  setRefundStatus,
} from '../store/refunds.ts'
import { channelFailureText, findGateway, logChannelFailure } from './channel.ts'
import { recordMoneyTime } from './channel-time.ts'
import { closeRefundCase } from './end-settled-cases.ts'

/** After this many final refusals by the channel staff get a case. */
const triesForStaff = 3
/**
 * Unknown responses in a row before staff get a case: WeChat allows fifty refunds of a payment and then refuses with
 * its own text.
 */
const asksForStaff = 6

/**
 * The job repeats a refund that the channel does not confirm. @param byHand true for a retry by staff, which is
 * possible at any time
 */
export async function sendRefund(deps: Deps, refundNo: string, byHand = false): Promise<void> {
  const refund = await findRefund(deps.db, refundNo)
  if (refund) await send(deps, refund, byHand)
}

async function send(deps: Deps, before: Refund, byHand = false): Promise<void> {
  const gateway = findGateway(deps, before.channel)
  const claimed = await claimRefund(deps.db, before, byHand)
  if (!claimed) return
  const { attempt, unanswered } = claimed
  const refund = { ...before, attempt }
  // Report the refund to staff, because its channel is not configured any more.
  if (!gateway) return reportStuck(deps.db, refund, 'NO_CHANNEL')
  if (await isSpent(deps, gateway, refund)) return reportStuck(deps.db, refund, 'SPENT')
  const answer = await ask(gateway, refund, attempt === before.attempt && before.askCount > 0).catch(async (error) => {
    logChannelFailure(`refund ${before.refundNo}`, error)
    await recordRefundResponse(deps.db, refund.refundNo, channelFailureText(error))
    if (unanswered >= asksForStaff) await reportStuck(deps.db, refund, 'UNANSWERED')
    return null
  })
  if (answer) await recordRefundResponse(deps.db, refund.refundNo, { answer: answer.state, words: null })
  if (!answer) return
  const { state, doneAt, amountFen, anew } = answer
  if (state === 'PENDING') await recordOnItsWay(deps, refund)
  /**
   * A request that was just sent asked only for the rest of the refund, so the refund counts as PENDING and not as
   * STUCK with its whole amount.
   */ else
    await recordRefund(deps, anew ? { ...refund, status: 'PENDING' } : refund, {
      state,
      doneAt,
      amountFen,
    })
}

/**
 * The channel is paying the refund, so its case is closed: staff must not pay it outside. If the channel takes too
 * long, the refund becomes a case again.
 */
async function recordOnItsWay(deps: Deps, refund: Refund): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockRefundedOrder(tx, refund)
    const time = await setRefundInProgress(tx, refund)
    if (time === 'SHORT') await closeStuckRefundDifference(tx, refund.refundNo)
    if (time === 'LONG') await reportStuck(tx, refund, 'PENDING')
  })
}

async function isSpent(deps: Deps, { mostRefunds }: Gateway, { outTradeNo }: Refund) {
  return mostRefunds !== undefined && (await countChannelRefunds(deps.db, outTradeNo)) >= mostRefunds
}

/** Lists orders whose payment allows no further refund, so that other lines must be refunded outside. */
export async function listOrdersWithoutRefundsLeft(deps: Deps, orderNos: string[]): Promise<Set<string>> {
  const rows = await countRequestedRefunds(deps.db, orderNos)
  const spent = rows.filter(({ channel, asked }) => asked >= (findGateway(deps, channel)?.mostRefunds ?? Infinity))
  return new Set(spent.map(({ orderNo }) => orderNo))
}

/** Queries the refund number first if the channel may know it, and requests the refund if the channel does not. */
async function ask(gateway: Gateway, refund: Refund, askedBefore: boolean): Promise<RefundAnswer & { anew: boolean }> {
  const { outTradeNo, dueFen: amountFen, totalFen } = refund
  const numbers = { refundNo: refundNoAtChannel(refund), outTradeNo }
  const known = askedBefore ? await gateway.queryRefund(numbers) : null
  // Requesting a stuck refund again is safe unless a part was already paid outside.
  if (known && (known.state !== 'STUCK' || refund.elsewhereFen > 0)) return { ...known, anew: false }
  const said = await gateway.refund({ ...numbers, amountFen, totalFen })
  // An accepted repeat does not end a stuck refund; only a query can show that it is in progress.
  const isStuck = known?.state === 'STUCK' && said.state === 'PENDING'
  return { ...(isStuck ? known : said), anew: known === null }
}

/** Locks signs, order and payment, in this sequence. */
export async function recordRefund(
  deps: Deps,
  refund: Refund,
  { state: status, doneAt, amountFen: given }: RefundAnswer & { state: Exclude<RefundState, 'PENDING'> },
): Promise<void> {
  const { refundNo, outTradeNo, orderNo, amountFen, attempt, channel, createdAt: from } = refund
  await inTransaction(deps.db, async (tx) => {
    const order = await lockRefundedOrder(tx, refund)
    if (status === 'DONE') await reportDoubleRefund(tx, refund, given)
    const number = refundNoAtChannel(refund)
    const about = { kind: 'REFUND' as const, subject: refundNo, number, channel, orderNo, from }
    const at = status === 'DONE' ? await recordMoneyTime(tx, doneAt, about) : null
    if (!(await setRefundStatus(tx, refund, status, at))) return
    if (status === 'DONE') {
      await recordRefundDone(tx, refund, order)
      await closeAgreedDifference(tx, { kind: 'REFUND_STUCK', subject: refundNo })
      await closeRefundCase(tx, refundNoAtChannel(refund))
    } else if (status === 'STUCK' || attempt >= triesForStaff) {
      // Close an earlier case first, so that it is reopened with the new reason.
      if (status === 'STUCK') await closeStuckRefundDifference(tx, refundNo)
      await reportStuck(tx, refund, status)
    }
    await audit(tx, {
      actor: 'system',
      action: status === 'DONE' ? 'payment.refunded' : 'payment.refundFailed',
      subject: outTradeNo,
      detail: { refundNo, orderNo, amountFen, status },
    })
    if (status === 'DONE') await notify(tx, ...refundDoneMessage(order, refund))
  })
}

/** Locks signs, order and payment, in the same sequence as everywhere. */
export async function lockRefundedOrder(tx: Tx, refund: Refund): Promise<Order> {
  const { signId, orderNo, outTradeNo } = refund
  await lockSigns(tx, signId ? [signId] : await listSignIdsOfOrder(tx, orderNo))
  const order = await lockOrder(tx, orderNo)
  await lockPayment(tx, outTradeNo)
  return order
}

/** Reports a refund that staff and the channel both paid. @param given fen paid by the channel, when known */
export async function reportDoubleRefund(tx: Db, refund: Refund, given: number | null): Promise<void> {
  const { refundNo, outTradeNo, orderNo, amountFen, channel } = refund
  const said = await sumRefundPaidOutside(tx, refundNo, refundNoAtChannel(refund))
  /**
   * If the channel gave no amount, assume what was requested: only the rest after a part was paid outside, otherwise
   * the whole refund.
   */
  const askedForRest = refund.elsewhereFen > 0 && refund.dueFen > 0 && refund.status !== 'STUCK'
  const byChannel = given ?? (askedForRest ? refund.dueFen : amountFen)
  const surplus = Math.min(said, said + byChannel - amountFen)
  if (surplus <= 0) return
  const told = await findMoneyCaseBySubject(tx, 'REFUND_AMOUNT', refundNoAtChannel(refund))
  if (told && told.state !== 'HEALED' && told.sumFen < 0) return
  const detail = { ours: amountFen, theirs: amountFen, surplus, outTradeNo }
  await reportDifference(tx, { kind: 'REFUND_TWICE', subject: refundNo, channel, orderNo, detail })
}

async function reportStuck(
  db: Db,
  refund: Refund,
  status: RefundState | 'UNANSWERED' | 'SPENT' | 'NO_CHANNEL',
): Promise<void> {
  const { refundNo, outTradeNo, orderNo, dueFen, elsewhereFen, attempt, channel } = refund
  if (status === 'NO_CHANNEL' || status === 'SPENT')
    await recordRefundResponse(db, refundNo, { answer: status, words: null })
  await reportDifference(db, {
    kind: 'REFUND_STUCK',
    subject: refundNo,
    channel,
    orderNo,
    detail: { status, attempt, ours: dueFen + elsewhereFen, outTradeNo },
  })
}

/** The order becomes refunded when its last line is refunded. */
export async function recordRefundDone(tx: Tx, refund: Refund, order: Order): Promise<void> {
  const { outTradeNo, signId } = refund
  const { orderNo, lines, status } = order
  if (signId) await setOrderLineRefunded(tx, { orderNo, signId })
  const { done } = await countRefundsOfPayment(tx, outTradeNo)
  if (signId && !(status === 'REFUNDING' && done === lines.length)) return
  await markPaymentRefunded(tx, outTradeNo, 'REFUNDED')
  if (signId) await setOrderStatus(tx, orderNo, 'REFUNDED')
}

export async function retryRefunds(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const job = 'order.retryRefunds'
  await sweepItemsOneByOne(deps.db, {
    job,
    items: await listDueRefunds(deps.db, { job, limit: 100 }),
    subjectOf: ({ refundNo }) => refundNo,
    work: (refund) => send(deps, refund),
    goesOn: continueForBudget(stopping),
  })
}
