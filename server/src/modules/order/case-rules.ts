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
  // more was entered than came: that is a surplus like any other
  if (kind === 'REFUND_UNKNOWN' && sumFen < 0)
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

/** An order's line as a refund of the merchant console meets it. */
interface LineFacts {
  amount: number
  /** how far its money has gone back; null: it is kept */
  refund: string | null
  /** what hinders a refund of it; null: nothing */
  obstacle: string | null
}

/** Of the ways in which a case of its kind ends, those that the state of its order leaves: what cannot be chosen is not offered. */
export function outcomesLeft(
  outcomes: readonly Outcome[],
  order: { lines: LineFacts[]; refundWaits: boolean } | null,
): Outcome[] {
  if (!order) return [...outcomes]
  const kept = order.lines.filter(({ refund }) => refund === null)
  // the channel's year is over where it is not asked
  const closable = kept.some(({ obstacle }) => obstacle === null || obstacle === 'TOO_LATE')
  return outcomes.filter((outcome) => {
    if (outcome === 'REFUNDS_LINE') return closable
    if (outcome === 'PARTIAL') return kept.some(({ obstacle }) => obstacle !== 'NOT_PAID')
    return outcome !== 'IN_PLACE_OF' || order.refundWaits
  })
}

/** What the portal proposes for a refund that it heard of: in place of one that waits, of a whole line, or of a part; null: staff choose. */
export function suggestedOutcome(
  kind: Difference['kind'],
  rest: number,
  outcomes: readonly Outcome[],
  lines: LineFacts[],
): Outcome | null {
  if (kind === 'REFUND_STUCK') return outcomes.includes('RETURNED') ? 'RETURNED' : null
  if (kind !== 'REFUND_UNKNOWN') return null
  if (outcomes.includes('IN_PLACE_OF')) return 'IN_PLACE_OF'
  const whole = lines.some(({ amount, refund }) => refund === null && amount === rest)
  if (whole && outcomes.includes('REFUNDS_LINE')) return 'REFUNDS_LINE'
  return !whole && outcomes.includes('PARTIAL') ? 'PARTIAL' : null
}
