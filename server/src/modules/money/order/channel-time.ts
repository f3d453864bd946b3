/** Clocks differ by seconds, never by ten minutes. */
const tolerance = 10 * 60_000

export interface LimitedMoneyTime {
  at: Date
  /** The time reported by the channel, set only when it is impossible. */
  absurd: Date | null
}

/**
 * Limits the payment time, which decides the year of the income, to the span from our request to now. If the channel
 * reports no time, the current time is used.
 */
export function limitReportedMoneyTime(
  said: Date | null | undefined,
  { from, now }: { from: Date; now: Date },
): LimitedMoneyTime {
  if (!said) return { at: now, absurd: null }
  if (said.getTime() > now.getTime() + tolerance) return { at: now, absurd: said }
  if (said.getTime() < from.getTime() - tolerance) return { at: from, absurd: said }
  return { at: said, absurd: null }
}
