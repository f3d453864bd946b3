import { joined, type Stretch } from '@ce/contract/stretches'

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
  const result = joined([...covered, ...within])
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
