/** One slide of a film: how it looks, what is said, and for how long it stands. */
export interface Scene {
  png: string
  wav: string
  /** a whole number of frames */
  seconds: number
}

/** The film's length, free of the crumbs that adding fractions leaves. */
export function totalSeconds(scenes: Scene[]): number {
  const total = scenes.reduce((sum, { seconds }) => sum + seconds, 0)
  return Number(total.toFixed(3))
}
