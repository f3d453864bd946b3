import type { AttemptState, Command } from './state.ts'

/** What one step works with: a copy of the state that it may change, and what it orders. */
export interface Turn {
  state: AttemptState
  commands: Command[]
  /** epoch ms of this device */
  now: number
}

/** To be done after the step, by whoever holds the camera and the network. */
export function order(turn: Turn, command: Command): void {
  turn.commands.push(command)
}

/** Keeps the server's newest word on when it heard us; the answer to a repeat may come late. */
export function setBeacon({ state }: Turn, beacon: string): void {
  if (heardAtOf(beacon) > heardAtOf(state.beacon)) state.beacon = beacon
}

/** The contract's guarantee: when the server heard us, epoch ms of its own clock, is what a beacon begins with. */
export function heardAtOf(beacon: string): number {
  return Number(beacon.split('.')[0])
}

/**
 * Sets our clock by the server's: its instant lies half a round trip back. The device slept during a trip that began before it woke: nobody knows when the
 * server answered.
 */
export function setClock({ state, now }: Turn, serverNow: string, sentAt: number): void {
  const overSleep = sentAt < state.wokeAt
  if (overSleep && state.heardAt > 0) return
  state.offset = Date.parse(serverNow) - (sentAt + now) / 2
  state.heardAt = overSleep ? sentAt : now
}
