import type { Difference } from './store/differences.ts'

export type Outcome =
  | 'PAYS_ORDER'
  | 'BILL_ROW'
  | 'REFUNDS_LINE'
  | 'PARTIAL'
  | 'IN_PLACE_OF'
  | 'RETURNED'
  | 'RECOVERED'
  | 'KEPT'
  | 'WRITTEN_OFF'
  | 'CONFIRMED'

interface CaseFacts extends Pick<Difference, 'kind'> {
  /** what the channel has more than our books; less: negative */
  sumFen: number
  /** what is left of it */
  rest: number
  /** the order that it is about is known */
  ofOrder: boolean
}

/** money that is there, and nobody's: given back, or kept */
const surplus: readonly Outcome[] = ['BILL_ROW', 'RETURNED', 'KEPT', 'CONFIRMED']
/** money that is gone and should be there */
const missing: readonly Outcome[] = ['BILL_ROW', 'RECOVERED', 'WRITTEN_OFF', 'CONFIRMED']

/** How a case of this kind may end. Which of them the order's own rules allow is found out by trying (preview). */
export function outcomesOf({ kind, sumFen, rest, ofOrder }: CaseFacts): readonly Outcome[] {
  // opened again, and what cannot be undone was right
  if (rest === 0) return ['CONFIRMED']
  if (kind === 'REFUND_STUCK') return ['RETURNED']
  if (kind === 'REFUND_NOT_BOOKED') return ['IN_PLACE_OF', 'CONFIRMED']
  if (kind === 'REFUND_UNKNOWN')
    return ofOrder ? ['REFUNDS_LINE', 'PARTIAL', 'IN_PLACE_OF', ...missing] : missing
  // money of a whole day is not one payer's
  if (kind === 'NOT_AT_CHANNEL' && !ofOrder) return ['CONFIRMED']
  if (sumFen < 0) return missing
  const isPayment = kind === 'UNKNOWN_PAYMENT' || kind === 'AMOUNT' || kind === 'NOT_BOOKED'
  return isPayment ? ['PAYS_ORDER', ...surplus] : surplus
}

/** one person is enough for these, unless the sum is high or differs */
const simple: readonly Outcome[] = [
  'PAYS_ORDER',
  'BILL_ROW',
  'RETURNED',
  'RECOVERED',
  'KEPT',
  'WRITTEN_OFF',
]

/**
 * Whether another person has to agree: above a sum that staff set, where the sums of both sides differ, where only a part is settled, and
 * for all that ends a refund or a course, or says that nothing was wrong.
 */
export function needsSecondPerson(
  row: { kind: Difference['kind']; sumFen: number; refundNo: string | null },
  decision: { outcome: Outcome; amountFen: number },
  thresholdFen: number,
): boolean {
  if (row.refundNo || !simple.includes(decision.outcome)) return true
  if (row.kind === 'AMOUNT' || row.kind === 'REFUND_AMOUNT') return true
  return decision.amountFen > thresholdFen || decision.amountFen !== Math.abs(row.sumFen)
}
