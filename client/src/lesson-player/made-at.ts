import { deviceNow } from '../clock.ts'
import type { Beat } from './state.ts'

const moments = new WeakMap<Beat, number>()

/** When a beat was made, epoch ms of this device: the first time it is asked for, or the moment that was kept with it. */
export function madeAt(beat: Beat): number {
  const known = moments.get(beat)
  if (known !== undefined) return known
  const now = deviceNow()
  moments.set(beat, now)
  return now
}

const mostSeconds = 86_400

/** As it is sent: with how long ago it was made, so that study that was told late counts on its day. */
export function withAge(beat: Beat): Beat {
  const seconds = Math.round((deviceNow() - madeAt(beat)) / 1000)
  return seconds > 0 ? { ...beat, ageSeconds: Math.min(seconds, mostSeconds) } : beat
}

/** A beat read back from the device: opening a page makes it no younger. */
export function knowMadeAt(beat: Beat, at: number): void {
  moments.set(beat, at)
}
