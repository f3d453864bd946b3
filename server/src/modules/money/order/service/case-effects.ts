import { isProposer } from '../../../../platform/approvals.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { notify } from '../../../message/service.ts'
import { failApplicationOfRefundedOrder } from '../../invoice/service/outcome.ts'
import { caseDecidedMessage, refundStartedMessage } from '../messages.ts'
import { refundNoAtChannel } from '../numbers.ts'
import { refundObstacle } from '../refund-rules.ts'
import {
  type CaseDecision,
  findBillTime,
  findMoneyCaseBySubject,
  type MoneyCase,
  netAmountOfLine,
  reduceCaseSurplus,
  setDecisionNotifiedAmount,
  setDecisionRefundNo,
  setPaymentTotalFen,
} from '../store/cases.ts'
import { findActiveOrders, lockOrder, type Order } from '../store/orders.ts'
import { findPaidPayment, insertPayment, lockPayment, type Payment } from '../store/payments.ts'
import { findOpenRefundRequest, listRefundFacts, setRefundRequestEnded } from '../store/refund-requests.ts'
import { findRefund, setRefundNotDone, setRefundRemainderRequested, setRefundStatus } from '../store/refunds.ts'
import type { CaseTarget } from './case-target.ts'
import { findGateway } from './channel.ts'
import { startLineRefund } from './decide-refund.ts'
import { recordPayment } from './record-payment.ts'
import { recordRefundDone } from './refund.ts'

export interface CaseChannelFollowUp {
  refundNo?: string
  left?: Payment | undefined
}

export interface CaseDecisionContext {
  row: MoneyCase
  decision: CaseDecision
  target: CaseTarget
  staff: StaffAtWork
}

export async function applyCaseDecision(
  tx: Tx,
  deps: Deps,
  deciding: CaseDecisionContext,
): Promise<CaseChannelFollowUp> {
  const { decision, target } = deciding
  const afterwards = await effectOf(tx, deps, deciding)
  const { order, line } = target
  if (!order || !line) return afterwards
  const { refundNo } = decision
  const refund = refundNo ? await findRefund(tx, refundNo) : undefined
  const messages = caseDecidedMessage(order, line, {
    ...decision,
    isSurplus: deciding.row.sumFen > 0,
    dueFen: refund ? refund.dueFen : null,
  })
  await notify(tx, ...messages)
  if (messages.length > 0) await setDecisionNotifiedAmount(tx, decision.id, decision.amountFen)
  return afterwards
}

async function effectOf(tx: Tx, deps: Deps, deciding: CaseDecisionContext): Promise<CaseChannelFollowUp> {
  const { outcome } = deciding.decision
  if (outcome === 'PAYS_ORDER') return payOrder(tx, deps, deciding)
  if (outcome === 'PARTIAL') return returnPart(tx, deciding)
  const { order } = deciding.target
  const { refundNo, amountFen } = deciding.decision
  return refundNo && order ? bookElsewhere(tx, refundNo, amountFen, order) : {}
}

/** Records the payment of a case like a notified payment: it pays the order, reopens it, or is refunded. */
async function payOrder(
  tx: Tx,
  deps: Deps,
  { row, decision, target }: CaseDecisionContext,
): Promise<CaseChannelFollowUp> {
  const { order } = target
  if (!order || decision.amountFen !== order.amountFen) refuse('order.caseNotThePrice')
  const { orderNo, amountFen } = order
  const outTradeNo = row.subject
  const theirs = theirsOf(row)
  const { channel } = row
  if (!channel || theirs < amountFen) return refuse('order.caseNotThePrice')
  if (!target.payment) await insertPayment(tx, { outTradeNo, orderNo, channel, amountFen, status: 'CLOSED' })
  if (theirs > amountFen) await setPaymentTotalFen(tx, outTradeNo, theirs)
  const recorded = await recordPayment(
    tx,
    deps,
    { outTradeNo, orderNo },
    {
      outTradeNo,
      state: 'SUCCESS',
      amountFen,
      merchant: findGateway(deps, channel)?.merchant ?? '',
      transactionId: transactionOf(row),
      paidAt: await findBillTime(tx, { kind: 'PAYMENT', channel, number: outTradeNo }),
    },
    'BILL',
  )
  if (recorded.kind === 'BLOCKED') refuse('order.caseOrderBlocked', { orderNo: recorded.inTheWay })
  if (recorded.kind === 'KNOWN') refuse('order.casePaymentKnown')
  if (recorded.kind === 'REFUNDING') return { refundNo: recorded.refundNo, left: recorded.left }
  return recorded.kind === 'PAID' ? { left: recorded.left } : {}
}

/**
 * Starts the refund of a line whose money was refunded in the merchant console; this closes the course. The channel is
 * asked only for the part that is missing.
 */
export async function startReturnedRefund(
  tx: Tx,
  deps: Deps,
  { decision, target, staff }: CaseDecisionContext,
): Promise<void> {
  const { order, line } = target
  if (!order || !line) return refuse('order.caseNoLine')
  const { orderNo } = order
  const { signId } = line
  await requireClosable(tx, orderNo, signId)
  const asked = await findOpenRefundRequest(tx, { orderNo, signId })
  if (asked && isProposer(staff, asked.askedBy)) refuse('order.secondPerson')
  if (asked)
    await setRefundRequestEnded(tx, asked.id, {
      state: 'APPROVED',
      by: staff.username,
      reason: decision.reason,
    })
  const paid = (await findPaidPayment(tx, orderNo)) ?? refuse('order.refundNotPossible')
  const { outTradeNo } = await lockPayment(tx, paid.outTradeNo)
  const refundNo = await startLineRefund(tx, order, line, outTradeNo)
  await setDecisionRefundNo(tx, decision.id, refundNo)
  if (order.organisationId) await notify(tx, refundStartedMessage(order, line))
  await audit(tx, {
    actor: 'system',
    action: 'payment.refundBegun',
    subject: outTradeNo,
    detail: { orderNo, signId, refundNo, reason: 'REQUESTED', amountFen: line.amountFen },
  })
  const refund = (await findRefund(tx, refundNo)) ?? refuse('order.refundNotPossible')
  const rest = refund.dueFen - decision.amountFen
  if (rest < 0) refuse('order.caseTooMuch')
  if (rest > 0 && !findGateway(deps, paid.channel)) refuse('order.refundNoChannel')
}

/**
 * Refuses if the line may not be refunded. The rules are those of every refund, without the time limit of the channel.
 */
async function requireClosable(tx: Tx, orderNo: string, signId: string): Promise<void> {
  const facts = (await listRefundFacts(tx, [orderNo])).find((one) => one.signId === signId)
  const obstacle = facts ? refundObstacle(facts, Number.POSITIVE_INFINITY) : 'NOT_PAID'
  if (obstacle === 'HOURS_CREDITED') refuse('order.caseHoursCredited')
  if (obstacle === 'EXAM_RUNNING') refuse('order.refundExamRunning')
  if (obstacle) refuse('order.refundNotPossible')
}

async function returnPart(tx: Tx, { target }: CaseDecisionContext): Promise<CaseChannelFollowUp> {
  const { order, line } = target
  if (!order || !line) return refuse('order.caseNoLine')
  if (order.status !== 'PAID' || line.goneBack) refuse('order.refundNotPossible')
  if ((await netAmountOfLine(tx, order.orderNo, line.signId)) < 0) refuse('order.caseTooMuch')
  await failApplicationOfRefundedOrder(tx, order.orderNo)
  return {}
}

/**
 * Records money that was paid back outside the channel. The refund ends when this money covers it; otherwise the rest
 * is requested again.
 */
async function bookElsewhere(tx: Tx, refundNo: string, amountFen: number, order: Order): Promise<CaseChannelFollowUp> {
  const refund = (await findRefund(tx, refundNo)) ?? refuse('order.caseNoRefund')
  const { dueFen } = refund
  if (dueFen < 0) refuse('order.caseTooMuch')
  /**
   * An earlier bill may have made a case about the amount of this refund, so compare the bill with the amount that is
   * due now.
   */
  const told = await findMoneyCaseBySubject(tx, 'REFUND_AMOUNT', refundNoAtChannel(refund))
  if (told && told.state !== 'HEALED') await reduceCaseSurplus(tx, told.id, -amountFen)
  if (refund.status === 'DONE') return {}
  if (dueFen > 0) {
    await setRefundRemainderRequested(tx, refundNo)
    return { refundNo }
  }
  await setRefundStatus(tx, refund, 'DONE')
  // Read the order again, because the decision may have started the refund and changed the order.
  await recordRefundDone(tx, refund, await lockOrder(tx, order.orderNo))
  return {}
}

/**
 * Takes back that a refund is done, so that its money is due again, unless the student has ordered the year again.
 * @returns whether the refund waits for money
 */
export async function undoOutsideRefund(tx: Tx, { refund }: CaseTarget): Promise<boolean> {
  if (refund?.status !== 'DONE') return true
  const live = refund.signId ? await findActiveOrders(tx, [refund.signId]) : new Map()
  if (live.size === 0) await setRefundNotDone(tx, refund)
  return live.size === 0
}

/** Only reconciliation writes this column, so the cast is safe. */
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
