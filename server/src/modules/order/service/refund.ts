import { audit } from '../../../platform/audit.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { sweepEach } from '../../../platform/jobs/sweep.ts'
import type { Gateway, RefundAnswer, RefundState } from '../../../platform/payments/gateway.ts'
import { notify } from '../../message/service.ts'
import { lockSigns } from '../../sign/service.ts'
import { returnedMessage } from '../given-back-message.ts'
import { refundNoAtChannel } from '../numbers.ts'
import { findCaseOf } from '../store/cases.ts'
import { healDifference, healStuck, reportDifference } from '../store/differences.ts'
import { sumSaidElsewhere } from '../store/elsewhere.ts'
import {
  listSignIds,
  lockOrder,
  type Order,
  setLineRefunded,
  setOrderStatus,
} from '../store/orders.ts'
import { lockPayment } from '../store/payments.ts'
import {
  claimRefund,
  countGiven,
  countRefunds,
  countRefundsAsked,
  findRefund,
  keepAnswer,
  listDueRefunds,
  type Refund,
  setOnItsWay,
  setPaymentGone,
  setRefundStatus,
} from '../store/refunds.ts'
import { budgetOf } from './budget.ts'
import { gatewayOf, logChannel } from './channel.ts'
import { bookedTime } from './channel-time.ts'
import { wordsOfChannel } from './channel-words.ts'
import { endRefundCase } from './overtaken.ts'

/** so many tries that the channel refused for good make it a case for staff, although we go on */
const triesForStaff = 3
/** and so many in a row that brought no answer we know: WeChat takes fifty refunds of a payment, and says so in words of its own */
const asksForStaff = 6

/**
 * Asks the channel to give the money back; what it does not confirm now, the job asks again.
 * @param byHand somebody of the staff asks, as often as they like
 */
export async function sendRefund(deps: Deps, refundNo: string, byHand = false): Promise<void> {
  const refund = await findRefund(deps.db, refundNo)
  if (refund) await send(deps, refund, byHand)
}

async function send(deps: Deps, before: Refund, byHand = false): Promise<void> {
  const gateway = gatewayOf(deps, before.channel)
  const claimed = await claimRefund(deps.db, before, byHand)
  if (!claimed) return
  const { attempt, unanswered } = claimed
  const refund = { ...before, attempt }
  // nobody else would say that its channel is not configured any more
  if (!gateway) return reportStuck(deps.db, refund, 'NO_CHANNEL')
  if (await isSpent(deps, gateway, refund)) return reportStuck(deps.db, refund, 'SPENT')
  const answer = await ask(
    gateway,
    refund,
    attempt === before.attempt && before.askCount > 0,
  ).catch(async (error) => {
    logChannel(`refund ${before.refundNo}`, error)
    await keepAnswer(deps.db, refund.refundNo, wordsOfChannel(error))
    if (unanswered >= asksForStaff) await reportStuck(deps.db, refund, 'UNANSWERED')
    return null
  })
  if (answer) await keepAnswer(deps.db, refund.refundNo, { answer: answer.state, words: null })
  if (!answer) return
  const { state, doneAt, amountFen, anew } = answer
  if (state === 'PENDING') await recordOnItsWay(deps, refund)
  // asked for just now, it is what is left and no more
  else
    await recordRefund(deps, anew ? { ...refund, status: 'PENDING' } : refund, {
      state,
      doneAt,
      amountFen,
    })
}

/** What was stuck goes on: nobody shall give the same money back in another way. Too long on its way, and it is a case for staff again. */
async function recordOnItsWay(deps: Deps, refund: Refund): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockRefunded(tx, refund)
    const time = await setOnItsWay(tx, refund)
    if (time === 'SHORT') await healStuck(tx, refund.refundNo)
    if (time === 'LONG') await reportStuck(tx, refund, 'PENDING')
  })
}

/** The channel has given as many refunds of this payment as it takes: another is refused, in words of its own. */
async function isSpent(deps: Deps, { mostRefunds }: Gateway, { outTradeNo }: Refund) {
  return mostRefunds !== undefined && (await countGiven(deps.db, outTradeNo)) >= mostRefunds
}

/** Which of these orders have no further refund at their channel: the money of another line has to go back in another way. */
export async function spentOrders(deps: Deps, orderNos: string[]): Promise<Set<string>> {
  const rows = await countRefundsAsked(deps.db, orderNos)
  const spent = rows.filter(
    ({ channel, asked }) => asked >= (gatewayOf(deps, channel)?.mostRefunds ?? Infinity),
  )
  return new Set(spent.map(({ orderNo }) => orderNo))
}

/** A number that was asked for before is asked about first; a number the channel does not know yet is asked for. */
async function ask(
  gateway: Gateway,
  refund: Refund,
  askedBefore: boolean,
): Promise<RefundAnswer & { anew: boolean }> {
  const { outTradeNo, dueFen: amountFen, totalFen } = refund
  const numbers = { refundNo: refundNoAtChannel(refund), outTradeNo }
  const known = askedBefore ? await gateway.queryRefund(numbers) : null
  // stuck at the channel, and perhaps not any more: asking for the same number again is the same refund
  // of one that is back in part the channel would give too much by this number
  if (known && (known.state !== 'STUCK' || refund.elsewhereFen > 0))
    return { ...known, anew: false }
  const said = await gateway.refund({ ...numbers, amountFen, totalFen })
  // that a repeat is accepted unfreezes no card: what was asked about is on its way again once a question has that for an answer
  const isStuck = known?.state === 'STUCK' && said.state === 'PENDING'
  return { ...(isStuck ? known : said), anew: known === null }
}

/** Books what the channel says of a refund, under the locks of signs, order and payment. */
export async function recordRefund(
  deps: Deps,
  refund: Refund,
  {
    state: status,
    doneAt,
    amountFen: given,
  }: RefundAnswer & { state: Exclude<RefundState, 'PENDING'> },
): Promise<void> {
  const { refundNo, outTradeNo, orderNo, amountFen, attempt, channel, createdAt: from } = refund
  await inTransaction(deps.db, async (tx) => {
    const order = await lockRefunded(tx, refund)
    if (status === 'DONE') await reportTwice(tx, refund, given)
    const number = refundNoAtChannel(refund)
    const about = { kind: 'REFUND' as const, subject: refundNo, number, channel, orderNo, from }
    const at = status === 'DONE' ? await bookedTime(tx, doneAt, about) : null
    if (!(await setRefundStatus(tx, refund, status, at))) return
    if (status === 'DONE') {
      await bookReturned(tx, refund, order)
      await healDifference(tx, { kind: 'REFUND_STUCK', subject: refundNo })
      // a bill had told of it before
      await endRefundCase(tx, refundNoAtChannel(refund))
    } else if (status === 'STUCK' || attempt >= triesForStaff) {
      // news: whoever ended it by hand had read of something before – no answer, a channel that was gone
      if (status === 'STUCK') await healStuck(tx, refundNo)
      await reportStuck(tx, refund, status)
    }
    await audit(tx, {
      actor: 'system',
      action: status === 'DONE' ? 'payment.refunded' : 'payment.refundFailed',
      subject: outTradeNo,
      detail: { refundNo, orderNo, amountFen, status },
    })
    if (status === 'DONE') await notify(tx, ...returnedMessage(order, refund))
  })
}

/** What a refund changes, locked in the order of everywhere: signs, order, payment. */
export async function lockRefunded(tx: Tx, refund: Refund): Promise<Order> {
  const { signId, orderNo, outTradeNo } = refund
  await lockSigns(tx, signId ? [signId] : await listSignIds(tx, orderNo))
  const order = await lockOrder(tx, orderNo)
  await lockPayment(tx, outTradeNo)
  return order
}

/**
 * The channel has given back what staff had given back otherwise: an entry was still undecided, or its word came late.
 * @param given by the channel, in fen, where it says so
 */
export async function reportTwice(tx: Db, refund: Refund, given: number | null): Promise<void> {
  const { refundNo, outTradeNo, orderNo, amountFen, channel } = refund
  const said = await sumSaidElsewhere(tx, refundNo, refundNoAtChannel(refund))
  // without its word: of one that was back in part, it was asked for the rest alone
  const askedForRest = refund.elsewhereFen > 0 && refund.dueFen > 0 && refund.status !== 'STUCK'
  const byChannel = given ?? (askedForRest ? refund.dueFen : amountFen)
  const surplus = Math.min(said, said + byChannel - amountFen)
  if (surplus <= 0) return
  // the bill has told of the same surplus
  const told = await findCaseOf(tx, 'REFUND_AMOUNT', refundNoAtChannel(refund))
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
    await keepAnswer(db, refundNo, { answer: status, words: null })
  await reportDifference(db, {
    kind: 'REFUND_STUCK',
    subject: refundNo,
    channel,
    orderNo,
    detail: { status, attempt, ours: dueFen + elsewhereFen, outTradeNo },
  })
}

/** A line's money is back; that of all lines, and the order is refunded. What was never kept is just gone. */
export async function bookReturned(tx: Tx, refund: Refund, order: Order): Promise<void> {
  const { outTradeNo, signId } = refund
  const { orderNo, lines, status } = order
  if (signId) await setLineRefunded(tx, { orderNo, signId })
  const { done } = await countRefunds(tx, outTradeNo)
  if (signId && !(status === 'REFUNDING' && done === lines.length)) return
  await setPaymentGone(tx, outTradeNo, 'REFUNDED')
  if (signId) await setOrderStatus(tx, orderNo, 'REFUNDED')
}

/** A job: refunds the channel has not confirmed are asked for again, refused ones too, until they are done. */
export async function retryRefunds(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const hasTime = budgetOf(stopping)
  const job = 'order.retryRefunds'
  await sweepEach(deps.db, {
    job,
    items: await listDueRefunds(deps.db, { job, limit: 100 }),
    subjectOf: ({ refundNo }) => refundNo,
    work: (refund) => send(deps, refund),
    goesOn: hasTime,
  })
}
