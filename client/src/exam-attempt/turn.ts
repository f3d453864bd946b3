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

/** Sets our clock by the server's: its instant lies half a round trip back. */
export function setClock({ state, now }: Turn, serverNow: string, sentAt: number): void {
  state.offset = Date.parse(serverNow) - (sentAt + now) / 2
  state.heardAt = now
}
