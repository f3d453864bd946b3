import { foldNumber } from '@ce/contract/fold-text'
import type { Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import { yuanOf } from '../../../platform/payments/yuan.ts'
import type { Outcome } from '../case-rules.ts'
import {
  findCaseOf,
  findOwnNumber,
  findReference,
  type KnownRow,
  listKnownRows,
  lockReference,
  type MoneyCase,
  restOf,
} from '../store/cases.ts'

interface Named {
  /** of the decision: its own row is not in its way */
  id: string
  outcome: Outcome
  amountFen: number
  reference: string
  row: MoneyCase
}

/** What an act names, once it was looked up. */
interface Referred {
  counterId: string | null
  reference: string | null
}

/**
 * Compares the number and the sum of an act with all that the portal knows: rows of any channel's bill, refunds that a notice told of, our own
 * numbers, other acts. What the channels know is worth what they say it is, less what it was used for.
 * It may be typed in other writing than the channel's.
 * @returns the number as the channel has it, and the open case that this row of a bill is, which the act settles as well
 */
export async function requireReference(tx: Tx, named: Named): Promise<Referred> {
  const { id, outcome, row } = named
  const reference = foldNumber(named.reference)
  await lockReference(tx, reference)
  const known = await listKnownRows(tx, reference, id)
  if (known.length === 0) {
    if (outcome === 'BILL_ROW') refuse('order.noBillRow')
    const own = await findOwnNumber(tx, reference)
    if (own) refuse('order.referenceOwn', { what: own })
    const other = await findReference(tx, reference, id)
    if (other)
      refuse('order.referenceUsed', {
        sum: yuanOf(other.amountFen),
        about: other.orderNo ?? other.subject,
      })
    return { counterId: null, reference }
  }
  return requireRow(tx, named, known, isRefundWanted(outcome, row) ? 'REFUND' : 'PAYMENT')
}

/** money that went back makes up for a surplus, money that came for what is missing */
function isRefundWanted(outcome: Outcome, row: MoneyCase): boolean {
  return outcome === 'RETURNED' || (outcome === 'BILL_ROW' && row.sumFen > 0)
}

async function requireRow(
  tx: Tx,
  { amountFen, reference, row }: Named,
  known: KnownRow[],
  kind: KnownRow['kind'],
): Promise<Referred> {
  const found = known.find((one) => one.kind === kind) ?? refuse('order.referenceOtherWay')
  const { number, outTradeNo, transactionId } = found
  if (found.ours)
    refuse('order.referenceOwn', { what: kind === 'REFUND' ? '退款单号' : '商户订单号' })
  if (kind === 'REFUND' && row.outTradeNo !== outTradeNo)
    refuse('order.referenceOfOther', { number: outTradeNo, sum: yuanOf(found.amountFen) })
  if (!found.done) refuse('order.referenceNotDone')
  const free = found.amountFen - found.usedFen
  if (amountFen > free)
    refuse('order.referenceSum', { sum: yuanOf(found.amountFen), free: yuanOf(Math.max(0, free)) })
  const typed = foldNumber(reference)
  const used = typed === foldNumber(transactionId) ? transactionId : number
  const counter = await counterOf(tx, kind, kind === 'REFUND' ? `${outTradeNo} ${number}` : number)
  if (!counter || counter.id === row.id) return { counterId: null, reference: used }
  // what settled it otherwise is used up
  const left = counter.state === 'OPEN' ? restOf(counter) : 0
  if (amountFen > left)
    refuse('order.referenceSum', { sum: yuanOf(found.amountFen), free: yuanOf(left) })
  return { counterId: counter.id, reference: used }
}

/** The case that the row of a bill is about: no order has its money. */
async function counterOf(
  tx: Tx,
  kind: KnownRow['kind'],
  subject: string,
): Promise<MoneyCase | undefined> {
  if (kind === 'REFUND') return findCaseOf(tx, 'REFUND_UNKNOWN', subject)
  for (const paid of ['UNKNOWN_PAYMENT', 'NOT_BOOKED', 'AMOUNT'] as const) {
    const found = await findCaseOf(tx, paid, subject)
    if (found && found.state !== 'HEALED') return found
  }
}
