import { deviceNow } from '../clock.ts'
import type { Heartbeat } from './state.ts'

const moments = new WeakMap<Heartbeat, number>()

/**
 * Returns when a heartbeat was created, in epoch milliseconds: the stored time, or the time of the first call for this
 * heartbeat.
 */
export function beatCreatedAt(beat: Heartbeat): number {
  const known = moments.get(beat)
  if (known !== undefined) return known
  const now = deviceNow()
  moments.set(beat, now)
  return now
}

const mostSeconds = 86_400

/** Adds the heartbeat's age, so that study reported late counts on its own day. */
export function withAgeSeconds(beat: Heartbeat): Heartbeat {
  const seconds = Math.round((deviceNow() - beatCreatedAt(beat)) / 1000)
  return seconds > 0 ? { ...beat, ageSeconds: Math.min(seconds, mostSeconds) } : beat
}

export function rememberBeatCreatedAt(beat: Heartbeat, at: number): void {
  moments.set(beat, at)
}
