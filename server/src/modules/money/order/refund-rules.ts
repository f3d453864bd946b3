export interface RefundFacts {
  status: string
  amountFen: number
  daysSincePaid: number | null
  goneBack: boolean
  /** True when a course of the line has hours in the ledger. */
  hoursCredited: boolean
  examRunning: boolean
}

export type RefundObstacle = 'NOT_PAID' | 'FREE' | 'HOURS_CREDITED' | 'EXAM_RUNNING' | 'TOO_LATE'

/** Payment channels refund only within one year. */
export const maxChannelRefundDays = 365

/**
 * Returns null when a refund is possible (docs/rules/money.md#refunds). @param mostDays days after payment:
 * `order.refundDays` for students, only the limit of the channel for staff
 */
export function refundObstacle(facts: RefundFacts, mostDays = maxChannelRefundDays): RefundObstacle | null {
  if (facts.status !== 'PAID' || facts.goneBack) return 'NOT_PAID'
  if (facts.amountFen === 0) return 'FREE'
  if (facts.hoursCredited) return 'HOURS_CREDITED'
  if (facts.examRunning) return 'EXAM_RUNNING'
  return facts.daysSincePaid !== null && facts.daysSincePaid > mostDays ? 'TOO_LATE' : null
}
