export interface RefundFacts {
  status: string
  amountFen: number
  /** null: never paid */
  daysSincePaid: number | null
  /** a course of the order has given hours that still count */
  hoursCredited: boolean
  /** somebody sits an exam of the order at this moment */
  examRunning: boolean
}

export type RefundObstacle = 'NOT_PAID' | 'FREE' | 'HOURS_CREDITED' | 'EXAM_RUNNING' | 'TOO_LATE'

/**
 * Why an order's money cannot go back (product §4: only before any hours are credited); null: it can. The channel gives
 * money back within a year, so `refundDays` is at most that.
 */
export function refundObstacle(facts: RefundFacts, refundDays: number): RefundObstacle | null {
  if (facts.status !== 'PAID') return 'NOT_PAID'
  if (facts.amountFen === 0) return 'FREE'
  if (facts.hoursCredited) return 'HOURS_CREDITED'
  if (facts.examRunning) return 'EXAM_RUNNING'
  return facts.daysSincePaid !== null && facts.daysSincePaid > refundDays ? 'TOO_LATE' : null
}
