import { foldNumber } from '@ce/contract/fold-text'
import { refundingCaseOutcomes } from '@ce/contract/state-names'
import type { Tx } from '../../../../platform/db/database.ts'
import { refuse } from '../../../../platform/errors.ts'
import { fenToYuan } from '../../../../platform/payments/channel-values.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { lockSigns } from '../../../learning/sign/service.ts'
import type { MoneyCaseOutcome } from '../case-rules.ts'
import { parseRefundNoAtChannel } from '../numbers.ts'
import { mayDecideMoneyCase } from '../policy.ts'
import {
  findDecisionByReference,
  findMoneyCaseBySubject,
  findOwnMoneyNumber,
  listBillRowsByNumber,
  lockReferenceNumber,
  type MoneyCase,
  openAmountOfCase,
  type UsedBillRow,
} from '../store/cases.ts'
import { findOrder, lockOrder, type Order } from '../store/orders.ts'
import { findPayment, lockPayment, type Payment } from '../store/payments.ts'
import { findRefund, type Refund } from '../store/refunds.ts'

export interface CaseReference {
  outcome: MoneyCaseOutcome
  orderNo: string | null
  signId: string | null
  refundNo: string | null
}

export interface CaseTarget {
  order: Order | undefined
  line: Order['lines'][number] | undefined
  payment: Payment | undefined
  refund: Refund | undefined
}

const ofLine: readonly MoneyCaseOutcome[] = ['REFUNDS_LINE', 'PARTIAL']

/**
 * Locks signs, order and payment, in this sequence. For PAYS_ORDER it locks only the signs; recording the payment locks
 * the rest, because ledgers are locked before orders.
 */
export async function lockCaseTarget(tx: Tx, row: MoneyCase, named: CaseReference): Promise<CaseTarget> {
  const { outcome } = named
  const orderNo = row.orderNo ?? (outcome === 'PAYS_ORDER' ? named.orderNo : null)
  const payment = row.outTradeNo ? await findPayment(tx, row.outTradeNo) : undefined
  const refundNo = refundNoOf(row, named)
  if (!orderNo) {
    if (outcome === 'PAYS_ORDER') refuse('order.notFound')
    return { order: undefined, line: undefined, payment, refund: undefined }
  }
  const found = (await findOrder(tx, orderNo)) ?? refuse('order.notFound')
  await lockSigns(
    tx,
    found.lines.map(({ signId }) => signId),
  )
  if (outcome === 'PAYS_ORDER') return { order: found, line: found.lines[0], payment, refund: undefined }
  const order = await lockOrder(tx, orderNo)
  const locked = payment && (await lockPayment(tx, payment.outTradeNo))
  const refund = refundNo ? await findRefund(tx, refundNo) : undefined
  if (refundNo && refund?.orderNo !== orderNo) refuse('order.caseNoRefund')
  const line = lineOf(order, named, refund)
  return { order, line, payment: locked, refund }
}

/**
 * Returns the number of the refund that the decision is about. For some cases the subject names the refund, for others
 * staff name it; null when there is none.
 */
function refundNoOf(row: MoneyCase, { outcome, refundNo }: CaseReference): string | null {
  if (row.kind === 'REFUND_STUCK') return row.subject
  if (row.kind === 'REFUND_NOT_BOOKED' && outcome === 'IN_PLACE_OF') return parseRefundNoAtChannel(row.subject).refundNo
  return outcome === 'IN_PLACE_OF' ? (refundNo ?? refuse('order.caseNoRefund')) : null
}

function lineOf(order: Order, { outcome, signId }: CaseReference, refund: Refund | undefined) {
  const chosen = signId ?? refund?.signId
  const line = chosen ? order.lines.find((one) => one.signId === chosen) : undefined
  if (ofLine.includes(outcome) && order.lines.length > 1 && !line) refuse('order.caseNoLine')
  return line ?? order.lines[0]
}

export function filterPermittedCaseOutcomes(
  staff: StaffAtWork,
  outcomes: readonly MoneyCaseOutcome[],
): MoneyCaseOutcome[] {
  return outcomes.filter((one) => mayDecideMoneyCase(staff, { givesBack: refundingCaseOutcomes.includes(one) }))
}

/** @throws Refusal order.caseNeedsRefund when an outcome refunds money and the staff member may not refund. */
export function requireMayDecideCase(staff: StaffAtWork, ...outcomes: MoneyCaseOutcome[]): void {
  if (filterPermittedCaseOutcomes(staff, outcomes).length < outcomes.length) refuse('order.caseNeedsRefund')
}

interface Named {
  /** Id of the decision, whose own row is ignored in the check. */
  id: string
  outcome: MoneyCaseOutcome
  amountFen: number
  reference: string
  row: MoneyCase
}

interface Referred {
  counterId: string | null
  reference: string | null
}

/**
 * Checks the number and sum of a transfer against bills, notifications, our own numbers and other decisions; spelling
 * may differ.
 * @returns the number as the channel writes it, and the open case of the bill row with this number
 */
export async function requireCaseReference(tx: Tx, named: Named): Promise<Referred> {
  const { id, outcome, row } = named
  const reference = foldNumber(named.reference)
  await lockReferenceNumber(tx, reference)
  const known = await listBillRowsByNumber(tx, reference, id)
  if (known.length === 0) {
    if (outcome === 'BILL_ROW') refuse('order.noBillRow')
    const own = await findOwnMoneyNumber(tx, reference)
    if (own) refuse('order.referenceOwn', { what: own })
    const other = await findDecisionByReference(tx, reference, id)
    if (other)
      refuse('order.referenceUsed', {
        sum: fenToYuan(other.amountFen),
        about: other.orderNo ?? other.subject,
      })
    return { counterId: null, reference }
  }
  return requireRow(tx, named, known, isRefundWanted(outcome, row) ? 'REFUND' : 'PAYMENT')
}

/** A surplus needs a refund; missing money needs a payment. */
function isRefundWanted(outcome: MoneyCaseOutcome, row: MoneyCase): boolean {
  return outcome === 'RETURNED' || (outcome === 'BILL_ROW' && row.sumFen > 0)
}

async function requireRow(
  tx: Tx,
  { amountFen, reference, row }: Named,
  known: UsedBillRow[],
  kind: UsedBillRow['kind'],
): Promise<Referred> {
  const found = known.find((one) => one.kind === kind) ?? refuse('order.referenceOtherWay')
  const { number, outTradeNo, transactionId } = found
  if (found.ours) refuse('order.referenceOwn', { what: kind === 'REFUND' ? '退款单号' : '商户订单号' })
  if (kind === 'REFUND' && row.outTradeNo !== outTradeNo)
    refuse('order.referenceOfOther', { number: outTradeNo, sum: fenToYuan(found.amountFen) })
  if (!found.done) refuse('order.referenceNotDone')
  const free = found.amountFen - found.usedFen
  if (amountFen > free)
    refuse('order.referenceSum', { sum: fenToYuan(found.amountFen), free: fenToYuan(Math.max(0, free)) })
  const typed = foldNumber(reference)
  const used = typed === foldNumber(transactionId) ? transactionId : number
  const counter = await counterOf(tx, kind, kind === 'REFUND' ? `${outTradeNo} ${number}` : number)
  if (!counter || counter.id === row.id) return { counterId: null, reference: used }
  // A closed case has no open amount.
  const left = counter.state === 'OPEN' ? openAmountOfCase(counter) : 0
  if (amountFen > left) refuse('order.referenceSum', { sum: fenToYuan(found.amountFen), free: fenToYuan(left) })
  return { counterId: counter.id, reference: used }
}

async function counterOf(tx: Tx, kind: UsedBillRow['kind'], subject: string): Promise<MoneyCase | undefined> {
  if (kind === 'REFUND') return findMoneyCaseBySubject(tx, 'REFUND_UNKNOWN', subject)
  for (const paid of ['UNKNOWN_PAYMENT', 'NOT_BOOKED', 'AMOUNT'] as const) {
    const found = await findMoneyCaseBySubject(tx, paid, subject)
    if (found && found.state !== 'HEALED') return found
  }
}
