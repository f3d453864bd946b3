import { presenceShownMs } from '@ce/contract/presence'
import { joined } from '@ce/contract/stretches'
import { answerAhead, closeStretch, emit } from './beats.ts'
import type { Beat, BeatAnswer, MediaPhase, PlayerState, Stop } from './state.ts'
import { lengthOf } from './stretches.ts'
import { order, serverNow, type Turn } from './turn.ts'

/** after an answer that was too early by the server's clock, ms */
const againMs = 1000

const watching: ReadonlySet<MediaPhase> = new Set(['playing', 'loading', 'seeking'])

/**
 * Only who is watching is asked, or has just watched to the end; and whose told seconds wait for it, however it stands. Who has
 * paused else answers by going on.
 */
function isWatching(state: PlayerState): boolean {
  const { media, stop, endsLater, session } = state
  if (stop || media === 'idle') return false
  return watching.has(media) || endsLater === 'answered' || (session !== null && hasWaiting(state))
}

/** The server has been told of more than it has credited. */
function hasWaiting({ covered, reported }: PlayerState): boolean {
  return lengthOf(joined([...covered, ...reported])) > lengthOf(covered)
}

/** When the open check shows, epoch ms of this device; null: nobody is to be asked. */
export function asksAt(state: PlayerState): number | null {
  if (!state.presence || !isWatching(state)) return null
  return state.presence.dueAt + presenceShownMs - state.offset
}

/**
 * The check as an answer tells it. One that has run out was told before an outage, or in it: what is told after it says whether it is asked
 * again (decision 053).
 */
export function noteCheck(turn: Turn, { presence }: BeatAnswer): void {
  const { state } = turn
  if (presence && presence.id === state.answeredCheck) return
  const known = presence?.id === state.presence?.id ? state.presence : null
  const answerBy = presence ? Date.parse(presence.answerBy) : 0
  if (known && answerBy < known.answerBy) return
  if (presence && serverNow(turn) > answerBy && isTelling(state)) return
  if (!known) state.asked = false
  state.presence = presence && { id: presence.id, dueAt: Date.parse(presence.dueAt), answerBy }
}

const isTelling = ({ queue, session }: PlayerState) =>
  queue.some((beat) => beat.playSessionId === session?.id)

/** Asks when the server's moment has come, and pauses when nobody answered in time (product §4 Study). */
export function keepPresence(turn: Turn): void {
  const { state } = turn
  const { presence } = state
  if (!presence || state.stop) return
  const shows = asksAt(state)
  const why = state.asked ? 'presence-missed' : 'presence-unasked'
  if (shows !== null && turn.now >= shows) state.asked = true
  if (state.asked && serverNow(turn) > presence.answerBy) missPresence(turn, why)
}

/** The server takes no answer any more: to this beat, or to what it tells. */
export function expirePresence(turn: Turn, beat: Beat): void {
  const { queue, asked, session } = turn.state
  const own = [beat, ...queue].filter(({ playSessionId }) => playSessionId === session?.id)
  const given = own.some(({ event }) => event === 'presence')
  if (given) missPresence(turn, 'presence-late')
  else missPresence(turn, asked ? 'presence-missed' : 'presence-unasked')
}

/** It pauses and says why: nobody answered, nobody could be asked, or the answer came too late. What was credited stays. */
function missPresence(turn: Turn, why: Stop): void {
  const { state } = turn
  emit(turn, 'pause')
  closeStretch(turn)
  state.session = null
  state.presence = null
  state.asked = false
  state.endsLater = null
  state.wants = false
  state.stop = why
  order(turn, { do: 'pause' })
}

/** "I am here": the answer counts from the moment it reaches the server. */
export function answerPresence(turn: Turn): void {
  const { state } = turn
  if (!state.asked || !state.presence) return
  if (state.queue.length > 0) answerAhead(turn, state.presence.id)
  else emit(turn, 'presence', state.presence.id)
  state.answeredCheck = state.presence.id
  state.presence = null
  state.asked = false
  if (state.endsLater) end(turn)
}

/** The last stretch is told, and the session with it; not before the answer to an open check, nor before it is known that there is none. */
export function endInTime(turn: Turn): void {
  const { state } = turn
  // without a network nobody has said what fell due
  const unheard = !state.presence && state.failures > 0 && isTelling(state)
  if (presenceIsDue(turn)) state.endsLater = 'answered'
  else if (unheard) state.endsLater = 'told'
  else {
    end(turn)
    return
  }
  emit(turn, 'pause')
  closeStretch(turn)
}

/** An outage is told, and what was told in it waits for no answer. */
export function endWhenTold(turn: Turn): void {
  const { state } = turn
  if (state.endsLater !== 'told' || isTelling(state)) return
  if (!presenceIsDue(turn) || needsNoAnswer(turn)) end(turn)
}

function end(turn: Turn): void {
  const { state } = turn
  state.endsLater = null
  emit(turn, 'end')
  closeStretch(turn)
  state.session = null
  // one that was announced is asked of nobody any more
  state.presence = null
  state.asked = false
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

/** Nobody was asked, for it had paused or had no network, and nothing that was told waits for an answer: who goes on begins anew instead. */
export function needsNoAnswer(turn: Turn): boolean {
  return presenceIsDue(turn) && !turn.state.asked && !hasWaiting(turn.state)
}

/** By the server's clock; its session earns nothing any more. */
export function presenceOverdue(turn: Turn): boolean {
  const { presence } = turn.state
  return presence !== null && serverNow(turn) > presence.answerBy
}
