/** A stretch of media seconds, `from` < `to`. */
export type Stretch = [from: number, to: number]

/** What is being played right now: media seconds, and when (epoch ms) its end was last seen. */
export interface OpenStretch {
  from: number
  to: number
  seenAt: number
}

/** positions on the wire are media seconds to 0.1 (product §4 Study) */
export function toTenth(seconds: number): number {
  return Math.round(seconds * 10) / 10
}

/** Any stretches in normal form: ascending, apart, none empty. */
export function normal(stretches: readonly Stretch[]): Stretch[] {
  const sorted = stretches.filter(([from, to]) => from < to).sort((a, b) => a[0] - b[0])
  const result: Stretch[] = []
  let last: Stretch | undefined
  for (const [from, to] of sorted) {
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else {
      last = [from, to]
      result.push(last)
    }
  }
  return result
}

/** Seconds to 0.1; what overlaps counts twice, so of normal ones. */
export function lengthOf(stretches: readonly Stretch[]): number {
  return toTenth(stretches.reduce((sum, [from, to]) => sum + to - from, 0))
}

/**
 * What was covered before, with the reported stretches as far as the server's answer bears them out:
 * its total is the truth, so what it did not credit is taken off the end.
 */
export function merged(
  covered: readonly Stretch[],
  watched: readonly Stretch[],
  answer: { creditedSeconds: number; reach: number },
): Stretch[] {
  const within = watched.map(([from, to]): Stretch => [from, Math.min(to, answer.reach)])
  const result = normal([...covered, ...within])
  let excess = toTenth(lengthOf(result) - answer.creditedSeconds)
  while (excess > 0) {
    const last = result.pop()
    if (!last) break
    const kept = toTenth(last[1] - last[0] - excess)
    if (kept > 0) result.push([last[0], toTenth(last[0] + kept)])
    excess = toTenth(excess - (last[1] - last[0]))
  }
  return result
}

/** The first second that is not covered; null when all is. */
export function firstGap(covered: readonly Stretch[], duration: number): number | null {
  let at = 0
  for (const [from, to] of covered) {
    if (from > at + 0.05) return at
    at = Math.max(at, to)
  }
  return at < duration - 0.05 ? at : null
}
