/** Two clocks of a device at one moment, epoch ms: the one people read, and one that nobody sets. */
export interface Clocks {
  shown: number
  steady: number
}

/** more than the two drift apart by themselves */
const driftMs = 2000

/** The device slept in between: the steady clock may have stood still meanwhile, as a locked phone's does. */
export function slept(before: Clocks, after: Clocks): boolean {
  return after.shown - before.shown - (after.steady - before.steady) > driftMs
}
