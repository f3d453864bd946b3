export interface RefundFacts {
  /** of the order */
  status: string
  /** of the line */
  amountFen: number
  /** null: never paid */
  daysSincePaid: number | null
  /** its money is on its way back already */
  goneBack: boolean
  /** a course of the line has given hours that still count */
  hoursCredited: boolean
  /** its student sits an exam of it at this moment */
  examRunning: boolean
}

export type RefundObstacle = 'NOT_PAID' | 'FREE' | 'HOURS_CREDITED' | 'EXAM_RUNNING' | 'TOO_LATE'

/** the channels give money back within a year */
export const channelDays = 365

/**
 * Why the money of an order's line cannot go back (product §4: only before any hours are credited); null: it can.
 * @param mostDays after paying: for whoever asks `order.refundDays`; what staff open or decide is bound by the channel alone
 */
export function refundObstacle(facts: RefundFacts, mostDays = channelDays): RefundObstacle | null {
  if (facts.status !== 'PAID' || facts.goneBack) return 'NOT_PAID'
  if (facts.amountFen === 0) return 'FREE'
  if (facts.hoursCredited) return 'HOURS_CREDITED'
  if (facts.examRunning) return 'EXAM_RUNNING'
  return facts.daysSincePaid !== null && facts.daysSincePaid > mostDays ? 'TOO_LATE' : null
}
