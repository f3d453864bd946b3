import type { MoneyDifferenceRow } from './store/differences.ts'

export type MoneyCaseOutcome =
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

interface CaseFacts extends Pick<MoneyDifferenceRow, 'kind'> {
  /** Amount at the channel minus amount in our books, in fen. */
  sumFen: number
  /** Part of the amount that no decision covers yet. */
  rest: number
  ofOrder: boolean
}

/** Outcomes for money at the channel that belongs to nobody. */
const surplus: readonly MoneyCaseOutcome[] = ['BILL_ROW', 'RETURNED', 'KEPT', 'CONFIRMED']
/** Outcomes for money that is missing at the channel. */
const missing: readonly MoneyCaseOutcome[] = ['BILL_ROW', 'RECOVERED', 'WRITTEN_OFF', 'CONFIRMED']

/** Lists the outcomes that fit the case; the preview then checks which of them the order allows. */
export function caseOutcomesOf({ kind, sumFen, rest, ofOrder }: CaseFacts): readonly MoneyCaseOutcome[] {
  if (rest === 0) return ['CONFIRMED']
  if (kind === 'REFUND_STUCK') return ['RETURNED']
  if (kind === 'REFUND_NOT_BOOKED') return ['IN_PLACE_OF', 'CONFIRMED']
  /**
   * A refund in the merchant console is a negative sum. If staff entered more than was refunded, the sum is positive
   * and is treated as a surplus below.
   */
  if (kind === 'REFUND_UNKNOWN' && sumFen < 0)
    return ofOrder ? ['REFUNDS_LINE', 'PARTIAL', 'IN_PLACE_OF', ...missing] : missing
  // Money of a whole day belongs to no single payer.
  if (kind === 'NOT_AT_CHANNEL' && !ofOrder) return ['CONFIRMED']
  if (sumFen < 0) return missing
  const isPayment = kind === 'UNKNOWN_PAYMENT' || kind === 'AMOUNT' || kind === 'NOT_BOOKED'
  return isPayment ? ['PAYS_ORDER', ...surplus] : surplus
}

/** One person may decide on these outcomes unless the amount is high or differs. */
const simple: readonly MoneyCaseOutcome[] = ['PAYS_ORDER', 'BILL_ROW', 'RETURNED', 'RECOVERED', 'KEPT', 'WRITTEN_OFF']

/** Partial amounts and the end of a refund or a course also need two people. */
export function isSecondPersonNeededForCase(
  row: { kind: MoneyDifferenceRow['kind']; sumFen: number; refundNo: string | null },
  decision: { outcome: MoneyCaseOutcome; amountFen: number },
  thresholdFen: number,
): boolean {
  if (row.refundNo || !simple.includes(decision.outcome)) return true
  if (row.kind === 'AMOUNT' || row.kind === 'REFUND_AMOUNT') return true
  return decision.amountFen > thresholdFen || decision.amountFen !== Math.abs(row.sumFen)
}

interface LineFacts {
  amount: number
  refund: string | null
  obstacle: string | null
}

/** Removes outcomes that the state of the order does not allow. */
export function possibleCaseOutcomes(
  outcomes: readonly MoneyCaseOutcome[],
  order: { lines: LineFacts[]; refundWaits: boolean } | null,
): MoneyCaseOutcome[] {
  if (!order) return [...outcomes]
  const kept = order.lines.filter(({ refund }) => refund === null)
  // TOO_LATE is about refunds that the channel must pay, so it does not matter for money that is already refunded.
  const closable = kept.some(({ obstacle }) => obstacle === null || obstacle === 'TOO_LATE')
  return outcomes.filter((outcome) => {
    if (outcome === 'REFUNDS_LINE') return closable
    if (outcome === 'PARTIAL') return kept.some(({ obstacle }) => obstacle !== 'NOT_PAID')
    return outcome !== 'IN_PLACE_OF' || order.refundWaits
  })
}

/** Suggests a waiting refund, a whole line or a part of it; null lets staff choose. */
export function suggestedCaseOutcome(
  kind: MoneyDifferenceRow['kind'],
  rest: number,
  outcomes: readonly MoneyCaseOutcome[],
  lines: LineFacts[],
): MoneyCaseOutcome | null {
  if (kind === 'REFUND_STUCK') return outcomes.includes('RETURNED') ? 'RETURNED' : null
  if (kind !== 'REFUND_UNKNOWN') return null
  if (outcomes.includes('IN_PLACE_OF')) return 'IN_PLACE_OF'
  const whole = lines.some(({ amount, refund }) => refund === null && amount === rest)
  if (whole && outcomes.includes('REFUNDS_LINE')) return 'REFUNDS_LINE'
  return !whole && outcomes.includes('PARTIAL') ? 'PARTIAL' : null
}
