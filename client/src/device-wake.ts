import { deviceNow, monotonicNow } from './clock.ts'

/** The device's clock and the monotonic clock at one moment, in epoch ms. */
export interface DeviceClocks {
  shown: number
  steady: number
}

/** Milliseconds by which the two clocks may advance differently without a sleep. */
const driftMs = 2000
/** Milliseconds between two comparisons of the clocks. */
const lookMs = 1000

/**
 * Whether the device slept: the monotonic clock may stop during sleep, so the device's clock has advanced much more.
 */
export function hasDeviceSlept(before: DeviceClocks, after: DeviceClocks): boolean {
  return after.shown - before.shown - (after.steady - before.steady) > driftMs
}

/**
 * No event reports sleep, so two clocks are compared once a second. A changed device clock looks the same, so the
 * callback must ask the server for the time.
 */
export function onDeviceWake(act: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const read = (): DeviceClocks => ({ shown: deviceNow(), steady: monotonicNow() })
  let last = read()
  const look = () => {
    const before = last
    last = read()
    if (hasDeviceSlept(before, last)) act()
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
