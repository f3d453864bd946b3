import { type Interval, unionOfIntervals } from '@ce/contract/intervals'

/** The interval being played in media seconds, with the epoch milliseconds of its last update. */
export interface OpenInterval {
  from: number
  to: number
  seenAt: number
}

/** The wire format uses tenths of seconds (docs/rules/study.md#heartbeats). */
export function roundToTenthSecond(seconds: number): number {
  return Math.round(seconds * 10) / 10
}

/** Sums the intervals to a tenth of a second. They must not overlap. */
export function totalIntervalLength(stretches: readonly Interval[]): number {
  return roundToTenthSecond(stretches.reduce((sum, [from, to]) => sum + to - from, 0))
}

/**
 * Adds watched intervals to the credited ones, but only as many seconds as the server's total allows. The rest is
 * removed from the end.
 */
export function mergeCreditedIntervals(
  covered: readonly Interval[],
  watched: readonly Interval[],
  answer: { creditedSeconds: number; reach: number },
): Interval[] {
  const within = watched.map(([from, to]): Interval => [from, Math.min(to, answer.reach)])
  const result = unionOfIntervals([...covered, ...within])
  let excess = roundToTenthSecond(totalIntervalLength(result) - answer.creditedSeconds)
  while (excess > 0) {
    const last = result.pop()
    if (!last) break
    const kept = roundToTenthSecond(last[1] - last[0] - excess)
    if (kept > 0) result.push([last[0], roundToTenthSecond(last[0] + kept)])
    excess = roundToTenthSecond(excess - (last[1] - last[0]))
  }
  return result
}

/** Returns null when everything is covered. */
export function firstUncoveredSecond(covered: readonly Interval[], duration: number): number | null {
  let at = 0
  for (const [from, to] of covered) {
    if (from > at + 0.05) return at
    at = Math.max(at, to)
  }
  return at < duration - 0.05 ? at : null
}
