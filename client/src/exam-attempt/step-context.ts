import type { AttemptCommand, AttemptState } from './state.ts'

/** Context of one step of the reducer. The step may change this copy of the state. */
export interface AttemptStepContext {
  state: AttemptState
  commands: AttemptCommand[]
  /** Epoch milliseconds of the device's clock. */
  now: number
}

export function addAttemptCommand(turn: AttemptStepContext, command: AttemptCommand): void {
  turn.commands.push(command)
}

/** Keeps the newest time beacon, because the response to a repeated request may come late. */
export function setTimeBeacon({ state }: AttemptStepContext, beacon: string): void {
  if (timeOfBeacon(beacon) > timeOfBeacon(state.beacon)) state.beacon = beacon
}

/** The contract guarantees that a time beacon begins with server time in epoch milliseconds. */
export function timeOfBeacon(beacon: string): number {
  return Number(beacon.split('.')[0])
}

/**
 * Sets the difference between server clock and device clock, assuming that the server read its time half a round trip
 * ago. Ignores responses to requests from before a sleep.
 */
export function setServerClock({ state, now }: AttemptStepContext, serverNow: string, sentAt: number): void {
  const overSleep = sentAt < state.wokeAt
  if (overSleep && state.heardAt > 0) return
  state.offset = Date.parse(serverNow) - (sentAt + now) / 2
  state.heardAt = overSleep ? sentAt : now
}
