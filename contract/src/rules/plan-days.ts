/**
 * Shanghai is 8 hours ahead of UTC. It has had no daylight saving time since 1991, and plans start in 2000, so this
 * never changes.
 */
const aheadMs = 8 * 3_600_000
const dayMs = 86_400_000
const minuteMs = 60_000

export function startOfShanghaiDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - aheadMs).toISOString()
}

/** Returns the midnight after the last day, in Asia/Shanghai. */
export function endOfShanghaiDay(day: string): string {
  return new Date(Date.parse(startOfShanghaiDay(day)) + dayMs).toISOString()
}

export function shanghaiDayOf(at: string | number | Date): string {
  return new Date(new Date(at).getTime() + aheadMs).toISOString().slice(0, 10)
}

/** When the end is midnight, the last day is the day before it. */
export function lastShanghaiDayBefore(endAt: string | number | Date): string {
  return shanghaiDayOf(new Date(endAt).getTime() - 1)
}

export function isShanghaiMidnight(at: string): boolean {
  return (Date.parse(at) + aheadMs) % dayMs === 0
}

/** Older pages send 23:59 for the end of a day; other times are unchanged. */
export function roundLastMinuteToMidnight(at: string): string {
  const past = (Date.parse(at) + aheadMs) % dayMs
  return past >= dayMs - minuteMs ? new Date(Date.parse(at) - past + dayMs).toISOString() : at
}
