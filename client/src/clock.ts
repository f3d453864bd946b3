/**
 * Only this file reads the device's clocks (checked by `tools/structure`).
 *
 * Milliseconds of a clock that nobody can set, for durations and countdowns. It may stop while the device sleeps
 * (`device-wake.ts`).
 */
export const monotonicNow = (): number => performance.timeOrigin + performance.now()

/** Epoch milliseconds of a clock that anybody can set. Never use it for durations. */
export const deviceNow = (): number => Date.now()

/** Milliseconds by which a practice portal is ahead of the device (practice.ts). */
let ahead = 0

export function setPortalTime(now: number): void {
  ahead = now - deviceNow()
}

/** Use this time for dates in forms and comparisons with the portal's dates. */
export const portalNow = (): number => deviceNow() + ahead
