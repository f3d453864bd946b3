/** Shanghai is always eight hours ahead of UTC. */
const aheadMs = 8 * 3_600_000
const dayMs = 24 * 3_600_000

export interface PastDayCredit {
  /** The day of Asia/Shanghai as YYYY-MM-DD. */
  day: string
  credited: number
}

interface Arrival {
  added: number
  age: number
  nowMs: number
  /** The start of the session in milliseconds since 1970; nothing was watched before it. */
  openedMs: number
  /** The day of the study clock before this heartbeat, and the credit of that day. */
  before: { day: string; dayCredited: number }
}

/**
 * Assumes continuous watching, so the part before midnight belongs to yesterday. @returns the credit for the past day
 * and the part of `added` that does not belong to today
 */
export function creditByDay({ added, age, nowMs, openedMs, before }: Arrival) {
  const msOfDay = (nowMs + aheadMs) % dayMs
  const dayStart = nowMs - msOfDay
  const today = shanghaiDate(dayStart)
  const yesterday = shanghaiDate(dayStart - dayMs)
  const turned = before.day !== today && before.dayCredited > 0
  const over: PastDayCredit | null = turned ? { day: before.day, credited: before.dayCredited } : null
  // Only credit of yesterday is moved; after a longer pause the clock keeps its credit.
  const mayMove = !over || over.day === yesterday
  const told = added + age - Math.floor(msOfDay / 100)
  const possible = Math.floor((dayStart - openedMs) / 100)
  const early = mayMove ? Math.max(0, Math.min(added, told, possible)) : 0
  if (early === 0) return { over, early }
  return { over: { day: yesterday, credited: (over?.credited ?? 0) + early }, early }
}

const shanghaiDate = (atMs: number) => new Date(atMs + aheadMs).toISOString().slice(0, 10)
