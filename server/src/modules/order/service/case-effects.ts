import { audit } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { giveUpRefunded } from '../../invoice/service.ts'
import { notify } from '../../message/service.ts'
import { decidedMessage } from '../case-messages.ts'
import { refundNoAtChannel } from '../numbers.ts'
import { refundObstacle } from '../refund-rules.ts'
import { refundedMessage } from '../refunded-message.ts'
import {
  type CaseDecision,
  findBilledAt,
  findCaseOf,
  keptOfLine,
  lessenBy,
  type MoneyCase,
  setDecisionRefund,
  setPaymentTotal,
  setTold,
} from '../store/cases.ts'
import { findLiveOrders, lockOrder, type Order } from '../store/orders.ts'
import { findPaidPayment, insertPayment, lockPayment, type Payment } from '../store/payments.ts'
import { endRefundRequest, findOpenRequest, listRefundFacts } from '../store/refund-requests.ts'
import { askForRest, findRefund, setNotReturned, setRefundStatus } from '../store/refunds.ts'
import type { Target } from './case-target.ts'
import { gatewayOf } from './channel.ts'
import { closeLine } from './decide-refund.ts'
import { recordPayment } from './record-payment.ts'
import { bookReturned } from './refund.ts'

/** What is to be done at the channel once the decision is there. */
export interface Afterwards {
  refundNo?: string
  left?: Payment | undefined
}

/** A decision that counts, what it is about, and who made it count. */
export interface Deciding {
  row: MoneyCase
  decision: CaseDecision
  target: Target
  staff: StaffAtWork
}

/** Does to order, refund and invoice what a decision says, in its transaction; the decision counts already. */
export async function applyDecision(tx: Tx, deps: Deps, deciding: Deciding): Promise<Afterwards> {
  const { decision, target } = deciding
  const afterwards = await effectOf(tx, deps, deciding)
  const { order, line } = target
  if (!order || !line) return afterwards
  const { refundNo } = decision
  const refund = refundNo ? await findRefund(tx, refundNo) : undefined
  const messages = decidedMessage(order, line, {
    ...decision,
    isSurplus: deciding.row.sumFen > 0,
    dueFen: refund ? refund.dueFen : null,
  })
  await notify(tx, ...messages)
  if (messages.length > 0) await setTold(tx, decision.id, decision.amountFen)
  return afterwards
}

async function effectOf(tx: Tx, deps: Deps, deciding: Deciding): Promise<Afterwards> {
  const { outcome } = deciding.decision
  if (outcome === 'PAYS_ORDER') return payOrder(tx, deps, deciding)
  if (outcome === 'PARTIAL') return returnPart(tx, deciding)
  const { order } = deciding.target
  const { refundNo, amountFen } = deciding.decision
  return refundNo && order ? bookElsewhere(tx, refundNo, amountFen, order) : {}
}

/** The bill's row becomes a payment of the order, and is booked as if the channel had told of it: it pays, revives, or goes back. */
async function payOrder(
  tx: Tx,
  deps: Deps,
  { row, decision, target }: Deciding,
): Promise<Afterwards> {
  const { order } = target
  if (!order || decision.amountFen !== order.amountFen) refuse('order.caseNotThePrice')
  const { orderNo, amountFen } = order
  const outTradeNo = row.subject
  const theirs = theirsOf(row)
  const { channel } = row
  if (!channel || theirs < amountFen) return refuse('order.caseNotThePrice')
  if (!target.payment)
    await insertPayment(tx, { outTradeNo, orderNo, channel, amountFen, status: 'CLOSED' })
  if (theirs > amountFen) await setPaymentTotal(tx, outTradeNo, theirs)
  const recorded = await recordPayment(
    tx,
    deps,
    { outTradeNo, orderNo },
    {
      outTradeNo,
      state: 'SUCCESS',
      amountFen,
      merchant: gatewayOf(deps, channel)?.merchant ?? '',
      transactionId: transactionOf(row),
      paidAt: await findBilledAt(tx, { kind: 'PAYMENT', channel, number: outTradeNo }),
    },
    'BILL',
  )
  if (recorded.kind === 'BLOCKED') refuse('order.caseOrderBlocked', { orderNo: recorded.inTheWay })
  if (recorded.kind === 'KNOWN') refuse('order.casePaymentKnown')
  if (recorded.kind === 'REFUNDING') return { refundNo: recorded.refundNo, left: recorded.left }
  return recorded.kind === 'PAID' ? { left: recorded.left } : {}
}

/**
 * What was given back in the merchant console ends a line: its course closes and its refund begins. The channel is asked only for what is
 * missing, once the decision counts.
 */
export async function beginReturned(
  tx: Tx,
  deps: Deps,
  { decision, target, staff }: Deciding,
): Promise<void> {
  const { order, line } = target
  if (!order || !line) return refuse('order.caseNoLine')
  const { orderNo } = order
  const { signId } = line
  await requireClosable(tx, orderNo, signId)
  const asked = await findOpenRequest(tx, { orderNo, signId })
  if (asked?.askedBy === staff.username) refuse('order.secondPerson')
  if (asked)
    await endRefundRequest(tx, asked.id, {
      state: 'APPROVED',
      by: staff.username,
      reason: decision.reason,
    })
  const paid = (await findPaidPayment(tx, orderNo)) ?? refuse('order.refundNotPossible')
  const { outTradeNo } = await lockPayment(tx, paid.outTradeNo)
  const refundNo = await closeLine(tx, order, line, outTradeNo)
  await setDecisionRefund(tx, decision.id, refundNo)
  // the payer of their own order reads of the money, too, once the decision counts
  if (order.organisationId) await notify(tx, refundedMessage(order, line))
  await audit(tx, {
    actor: 'system',
    action: 'payment.refundBegun',
    subject: outTradeNo,
    detail: { orderNo, signId, refundNo, reason: 'REQUESTED', amountFen: line.amountFen },
  })
  const refund = (await findRefund(tx, refundNo)) ?? refuse('order.refundNotPossible')
  const rest = refund.dueFen - decision.amountFen
  if (rest < 0) refuse('order.caseTooMuch')
  if (rest > 0 && !gatewayOf(deps, paid.channel)) refuse('order.refundNoChannel')
}

/** The rules of every refund, but for the channel's year: the money is back already. */
async function requireClosable(tx: Tx, orderNo: string, signId: string): Promise<void> {
  const facts = (await listRefundFacts(tx, [orderNo])).find((one) => one.signId === signId)
  const obstacle = facts ? refundObstacle(facts, Number.POSITIVE_INFINITY) : 'NOT_PAID'
  if (obstacle === 'HOURS_CREDITED') refuse('order.caseHoursCredited')
  if (obstacle === 'EXAM_RUNNING') refuse('order.refundExamRunning')
  if (obstacle) refuse('order.refundNotPossible')
}

/** A part of a line is back, or all of it, and its course goes on: less of it is kept, and the invoice follows. */
async function returnPart(tx: Tx, { target }: Deciding): Promise<Afterwards> {
  const { order, line } = target
  if (!order || !line) return refuse('order.caseNoLine')
  if (order.status !== 'PAID' || line.goneBack) refuse('order.refundNotPossible')
  if ((await keptOfLine(tx, order.orderNo, line.signId)) < 0) refuse('order.caseTooMuch')
  await giveUpRefunded(tx, order.orderNo)
  return {}
}

/** What came back by other ways ends the refund once it is all of it; the rest is asked for further. */
async function bookElsewhere(
  tx: Tx,
  refundNo: string,
  amountFen: number,
  order: Order,
): Promise<Afterwards> {
  const refund = (await findRefund(tx, refundNo)) ?? refuse('order.caseNoRefund')
  const { dueFen } = refund
  if (dueFen < 0) refuse('order.caseTooMuch')
  // a bill that had another sum than was due then has it beside what is due now
  const told = await findCaseOf(tx, 'REFUND_AMOUNT', refundNoAtChannel(refund))
  if (told && told.state !== 'HEALED') await lessenBy(tx, told.id, -amountFen)
  if (refund.status === 'DONE') return {}
  if (dueFen > 0) {
    await askForRest(tx, refundNo)
    return { refundNo }
  }
  await setRefundStatus(tx, refund, 'DONE')
  // read anew: it may have begun with this decision
  await bookReturned(tx, refund, await lockOrder(tx, order.orderNo))
  return {}
}

/**
 * Takes back what a decision did to a refund: its money is not back, so the channel is asked for it again – unless the year has been
 * ordered anew meanwhile, then it can only come by other ways. @returns whether it waits for its money now
 */
export async function undoElsewhere(tx: Tx, { refund }: Target): Promise<boolean> {
  if (refund?.status !== 'DONE') return true
  const live = refund.signId ? await findLiveOrders(tx, [refund.signId]) : new Map()
  if (live.size === 0) await setNotReturned(tx, refund)
  return live.size === 0
}

/** The column's guarantee: the comparison of a bill writes sums and numbers there. */
function detailOf(row: MoneyCase): Record<string, unknown> {
  return row.detail && typeof row.detail === 'object' ? { ...row.detail } : {}
}

function theirsOf(row: MoneyCase): number {
  return Number(detailOf(row).theirs ?? 0)
}

function transactionOf(row: MoneyCase): string | null {
  const { transactionId } = detailOf(row)
  return typeof transactionId === 'string' && transactionId !== '' ? transactionId : null
}
