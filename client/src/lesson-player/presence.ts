import { closeStretch, emit } from './beats.ts'
import type { PlayerState } from './state.ts'
import { order, serverNow, type Turn } from './turn.ts'

/** Only who is watching is asked; who has paused answers by going on. */
export function isWatching({ media, stop }: PlayerState): boolean {
  return !stop && (media === 'playing' || media === 'loading' || media === 'seeking')
}

/** Asks when the server's moment has come, and pauses when nobody answered in time (product §4 Study). */
export function keepPresence(turn: Turn): void {
  const { state } = turn
  const { presence } = state
  if (!presence || state.stop) return
  const at = serverNow(turn)
  if (!state.asked && at >= presence.dueAt && isWatching(state)) state.asked = true
  if (state.asked && at > presence.answerBy) missPresence(turn)
}

/** Nobody answered: it pauses and says so. What was credited stays. */
export function missPresence(turn: Turn): void {
  const { state } = turn
  emit(turn, 'pause')
  closeStretch(turn)
  state.session = null
  state.presence = null
  state.asked = false
  state.endsLater = false
  state.wants = false
  state.stop = 'presence-missed'
  order(turn, { do: 'pause' })
}

/** "I am here": the answer counts from the moment it reaches the server. */
export function answerPresence(turn: Turn): void {
  const { state } = turn
  if (!state.asked || !state.presence) return
  emit(turn, 'presence', state.presence.id)
  state.answeredCheck = state.presence.id
  state.presence = null
  state.asked = false
  if (!state.endsLater) return
  state.endsLater = false
  emit(turn, 'end')
  state.session = null
}

/** By the server's clock; its session earns nothing any more. */
export function presenceOverdue(turn: Turn): boolean {
  const { presence } = turn.state
  return presence !== null && serverNow(turn) > presence.answerBy
}
