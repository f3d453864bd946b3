/** Shanghai has had no summer time since 1991; plans begin in 2000. */
const aheadMs = 8 * 3_600_000
const dayMs = 86_400_000
const minuteMs = 60_000

/** The Shanghai midnight that opens a day, YYYY-MM-DD, as an instant. */
export function startOfDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - aheadMs).toISOString()
}

/** The Shanghai midnight that ends a last day: an end is the first moment that is too late. */
export function endOfDay(day: string): string {
  return new Date(Date.parse(startOfDay(day)) + dayMs).toISOString()
}

/** The Shanghai day on which something begins, YYYY-MM-DD. */
export function dayOf(at: string | number | Date): string {
  return new Date(new Date(at).getTime() + aheadMs).toISOString().slice(0, 10)
}

/** The last whole or begun Shanghai day before an end: midnight ends the day before. */
export function lastDayOf(endAt: string | number | Date): string {
  return dayOf(new Date(endAt).getTime() - 1)
}

/** Shanghai midnight, and nothing else. */
export function isMidnight(at: string): boolean {
  return (Date.parse(at) + aheadMs) % dayMs === 0
}

/** The last minute of a day, by which older pages name the end of that day, is its midnight; anything else stays as it is. */
export function lastMinuteAsMidnight(at: string): string {
  const past = (Date.parse(at) + aheadMs) % dayMs
  return past >= dayMs - minuteMs ? new Date(Date.parse(at) - past + dayMs).toISOString() : at
}
