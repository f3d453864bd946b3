/** Shanghai is eight hours ahead of UTC, summer and winter alike */
const aheadMs = 8 * 3_600_000
const dayMs = 24 * 3_600_000

/** A day's study that a beat adds to a day before its arrival; tenths of a second. */
export interface DayOver {
  /** YYYY-MM-DD in Shanghai */
  day: string
  credited: number
}

interface Arrival {
  /** credited by the beat */
  added: number
  /** how long ago its page made it; 0: a moment ago */
  age: number
  nowMs: number
  /** when its session began: nothing of it was watched earlier, whatever its page says of its age */
  openedMs: number
  /** of the student's clock before it: the day it counts, and what was credited in that */
  before: { day: string; dayCredited: number }
}

/**
 * Study counts on the day on which it was watched: what a beat brings was watched without a break until the moment it was made, as far as anybody
 * can know, and what lies before midnight is yesterday's. Which day it is changes no credit: the clock decides that.
 * @returns what is added to a day that is over, and how much of `added` is not today's
 */
export function watchedBefore({ added, age, nowMs, openedMs, before }: Arrival) {
  const msOfDay = (nowMs + aheadMs) % dayMs
  const dayStart = nowMs - msOfDay
  const today = shanghaiDate(dayStart)
  const yesterday = shanghaiDate(dayStart - dayMs)
  const turned = before.day !== today && before.dayCredited > 0
  const over: DayOver | null = turned ? { day: before.day, credited: before.dayCredited } : null
  // one day at a time is moved: a clock that stood still for longer keeps what it has
  const mayMove = !over || over.day === yesterday
  const told = added + age - Math.floor(msOfDay / 100)
  const possible = Math.floor((dayStart - openedMs) / 100)
  const early = mayMove ? Math.max(0, Math.min(added, told, possible)) : 0
  if (early === 0) return { over, early }
  return { over: { day: yesterday, credited: (over?.credited ?? 0) + early }, early }
}

const shanghaiDate = (atMs: number) => new Date(atMs + aheadMs).toISOString().slice(0, 10)
