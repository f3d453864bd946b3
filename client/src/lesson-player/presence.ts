import { presenceShownMs } from '@ce/contract/presence'
import { closeStretch, emit } from './beats.ts'
import type { Beat, PlayerState } from './state.ts'
import { order, serverNow, type Turn } from './turn.ts'

/** after an answer that was too early by the server's clock, ms */
const againMs = 1000

/** Only who is watching is asked, or has just watched to the end; who has paused answers by going on. */
function isWatching({ media, stop, endsLater }: PlayerState): boolean {
  return !stop && (endsLater || media === 'playing' || media === 'loading' || media === 'seeking')
}

/** When the open check shows, epoch ms of this device; null: nobody is to be asked. */
export function asksAt(state: PlayerState): number | null {
  if (!state.presence || !isWatching(state)) return null
  return state.presence.dueAt + presenceShownMs - state.offset
}

/** Asks when the server's moment has come, and pauses when nobody answered in time (product §4 Study). */
export function keepPresence(turn: Turn): void {
  const { state } = turn
  const { presence } = state
  if (!presence || state.stop) return
  const shows = asksAt(state)
  if (shows !== null && turn.now >= shows) state.asked = true
  if (state.asked && serverNow(turn) > presence.answerBy) missPresence(turn)
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

/** This device's clock is ahead, or the line told it late: the answer is given again, and nothing it tells is lost. */
export function answerAgain({ state, now }: Turn, beat: Beat): void {
  state.queue = [beat, ...state.queue]
  state.retryAt = now + againMs
}

/** A check is due, whether it shows yet or not: what is played from then on counts once it is answered. */
export function presenceIsDue(turn: Turn): boolean {
  const { presence, asked } = turn.state
  return presence !== null && (asked || serverNow(turn) >= presence.dueAt)
}

/** By the server's clock; its session earns nothing any more. */
export function presenceOverdue(turn: Turn): boolean {
  const { presence } = turn.state
  return presence !== null && serverNow(turn) > presence.answerBy
}
