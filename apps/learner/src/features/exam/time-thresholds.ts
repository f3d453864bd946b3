/** told at these and at no other times (product §4 Access), minutes */
const thresholds = [10, 5, 1] as const

/** The threshold passed between two readings, in minutes; null: none. Of several at once the lowest counts. */
export function crossed(before: number, now: number): number | null {
  const passed = thresholds.filter((minutes) => before > minutes * 60 && now <= minutes * 60)
  return passed.at(-1) ?? null
}

/** How the timer looks: quiet, then noticeable from 5 minutes, then urgent in the last one. */
export function urgencyOf(seconds: number): 'quiet' | 'soon' | 'last' {
  if (seconds <= 60) return 'last'
  return seconds <= 300 ? 'soon' : 'quiet'
}
