import type { Command, Hint, PlayerState } from './state.ts'

/** What one step works with: a copy of the state that it may change, and what it orders. */
export interface Turn {
  state: PlayerState
  commands: Command[]
  /** epoch ms of this device */
  now: number
  newId: () => string
}

/** The server's clock, epoch ms. */
export function serverNow({ state, now }: Turn): number {
  return now + state.offset
}

/** Tells the person something; it goes by itself after a while of playing. */
export function hint({ state, now }: Turn, what: Hint | null): void {
  state.hint = what
  state.hintAt = now
}

/** Sends the picture to a second. Until it is heard of again it is known where it stood, and since when. */
export function seek(turn: Turn, to: number): void {
  turn.state.stood = { at: to, since: turn.now, sought: true }
  order(turn, { do: 'seek', to })
}

/** To be done after the step, by whoever holds the element and the network. */
export function order(turn: Turn, command: Command): void {
  turn.commands.push(command)
}
