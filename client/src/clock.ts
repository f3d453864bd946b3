/**
 * The only place that reads this device's clocks (checked by `tools/structure`): whoever needs the time says which one.
 *
 * Milliseconds of a clock that nobody sets: it goes on evenly from when the page was opened. For spans and countdowns, with an offset to the
 * server's time from one of its answers. It may stand still while the device sleeps: `wake.ts` says when it
 * has.
 */
export const steadyNow = (): number => performance.timeOrigin + performance.now()

/**
 * What the device's own clock shows, epoch ms; anybody may set it. For what outlives the page and for proposals in a form, never for how long
 * something lasts.
 */
export const deviceNow = (): number => Date.now()

/** ms by which the portal's time is ahead of the device's clock, as far as this page knows: a practice portal tells it (practice.ts) */
let ahead = 0

/** Notes what the portal's time is. */
export function setPortalNow(now: number): void {
  ahead = now - deviceNow()
}

/** The device's clock, moved as a practice portal's is: for what a form proposes and what is compared with the portal's own dates. */
export const portalNow = (): number => deviceNow() + ahead
