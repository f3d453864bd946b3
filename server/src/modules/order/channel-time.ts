/** clocks of a channel and of ours differ by seconds; ten minutes are no clock's difference */
const tolerance = 10 * 60_000

export interface MoneyTime {
  at: Date
  /** what the channel said, when it cannot be true */
  absurd: Date | null
}

/**
 * When money moved, as its channel says: the day of it decides which year's income it is. A time before we asked for it or after now is kept
 * within these bounds, and told. Said without a time, it is now.
 */
export function moneyTime(
  said: Date | null | undefined,
  { from, now }: { from: Date; now: Date },
): MoneyTime {
  if (!said) return { at: now, absurd: null }
  if (said.getTime() > now.getTime() + tolerance) return { at: now, absurd: said }
  if (said.getTime() < from.getTime() - tolerance) return { at: from, absurd: said }
  return { at: said, absurd: null }
}
