/** An interval includes `from` and excludes `to`; both may have any unit. */
export type Interval = [from: number, to: number]

/**
 * Joins overlapping intervals; the result is sorted, without overlaps or empty intervals (docs/rules/study.md#credit).
 */
export function unionOfIntervals(stretches: readonly Interval[]): Interval[] {
  const sorted = stretches.filter(([from, to]) => from < to).sort((a, b) => a[0] - b[0])
  const result: Interval[] = []
  let last: Interval | undefined
  for (const [from, to] of sorted) {
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else {
      last = [from, to]
      result.push(last)
    }
  }
  return result
}
