import { deviceNow, steadyNow } from './clock.ts'

/** Two clocks of a device at one moment, epoch ms: the one people read, and one that nobody sets. */
export interface Clocks {
  shown: number
  steady: number
}

/** more than the two drift apart by themselves */
const driftMs = 2000
/** timers stand still with the device, and go on when it wakes: so long after it at most a page knows */
const lookMs = 1000

/** The device slept in between: the steady clock stood still meanwhile. */
export function slept(before: Clocks, after: Clocks): boolean {
  return after.shown - before.shown - (after.steady - before.steady) > driftMs
}

/**
 * Calls back when the device has slept, until what it returns is called. Whether `performance.now()` goes on during sleep depends on the browser: on Windows
 * it does; in Chromium on Linux, Android and macOS, in Safari, and in Firefox on Linux it stands still, and every countdown by it is late by as long as the
 * device slept. How long that was only the server knows: somebody may have set the device's own clock, which looks the same. So whoever is called asks it.
 * No event says that a computer sleeps whose page stays in front: the two clocks are compared once a second, and when the page comes back.
 */
export function onWake(act: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const read = (): Clocks => ({ shown: deviceNow(), steady: steadyNow() })
  let last = read()
  const look = () => {
    const before = last
    last = read()
    if (slept(before, last)) act()
  }
  const timer = setInterval(look, lookMs)
  document.addEventListener('visibilitychange', look, { signal })
  document.addEventListener('resume', look, { signal })
  globalThis.addEventListener('pageshow', look, { signal })
  return () => {
    clearInterval(timer)
    stop.abort()
  }
}
