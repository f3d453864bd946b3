/** Half open, in whatever unit both ends have. */
export type Stretch = [from: number, to: number]

/** What any stretches cover together, as stretches in normal form: ascending, apart, none empty (product §4 Study). */
export function joined(stretches: readonly Stretch[]): Stretch[] {
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
