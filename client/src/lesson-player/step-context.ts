import type { PlayerCommand, PlayerHintKind, PlayerState } from './state.ts'

/** The step may change its copy of the state. */
export interface PlayerStepContext {
  state: PlayerState
  commands: PlayerCommand[]
  /** Epoch milliseconds of the device's clock. */
  now: number
  newId: () => string
}

/** The server's time in epoch milliseconds. */
export function serverNow({ state, now }: PlayerStepContext): number {
  return now + state.offset
}

export function showPlayerHint({ state, now }: PlayerStepContext, what: PlayerHintKind | null): void {
  state.hint = what
  state.hintAt = now
}

export function requestSeek(turn: PlayerStepContext, to: number): void {
  turn.state.stood = { at: to, since: turn.now, sought: true }
  addPlayerCommand(turn, { do: 'seek', to })
}

export function addPlayerCommand(turn: PlayerStepContext, command: PlayerCommand): void {
  turn.commands.push(command)
}
