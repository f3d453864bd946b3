import { unionOfIntervals } from '@ce/contract/intervals'
import { presenceShownAfterMs } from '@ce/contract/presence'
import { closeOpenInterval, queueBeat, sendCheckAnswerFirst } from './heartbeats.ts'
import { totalIntervalLength } from './intervals.ts'
import type { Heartbeat, MediaPhase, PlayerHeartbeatAnswer, PlayerState, StopReason } from './state.ts'
import { addPlayerCommand, type PlayerStepContext, serverNow } from './step-context.ts'

/** Milliseconds until a check answer that was too early is sent again. */
const againMs = 1000

const watching: ReadonlySet<MediaPhase> = new Set(['playing', 'loading', 'seeking'])

/**
 * Whether somebody is watching who can be asked. Usually nobody is asked during a pause, because playing again counts
 * as an answer.
 */
function isWatching(state: PlayerState): boolean {
  const { media, stop, endsLater, session } = state
  if (stop || media === 'idle') return false
  return watching.has(media) || endsLater === 'answered' || (session !== null && hasWaiting(state))
}

function hasWaiting({ covered, reported }: PlayerState): boolean {
  return totalIntervalLength(unionOfIntervals([...covered, ...reported])) > totalIntervalLength(covered)
}

/**
 * Returns when the presence check is shown, in epoch milliseconds of the device, or null when nobody is to be asked.
 */
export function presenceCheckShownAt(state: PlayerState): number | null {
  if (!state.presence || !isWatching(state)) return null
  return state.presence.dueAt + presenceShownAfterMs - state.offset
}

/**
 * Sets the open presence check from a response. An expired check comes from an outage, so it is ignored; later
 * responses tell whether it is asked again (decision 053).
 */
export function updatePresenceCheck(turn: PlayerStepContext, { presence }: PlayerHeartbeatAnswer): void {
  const { state } = turn
  if (presence && presence.id === state.answeredCheck) return
  const known = presence?.id === state.presence?.id ? state.presence : null
  const answerBy = presence ? Date.parse(presence.answerBy) : 0
  if (known && answerBy < known.answerBy) return
  if (presence && serverNow(turn) > answerBy && isTelling(state)) return
  if (!known) state.asked = false
  state.presence = presence && { id: presence.id, dueAt: Date.parse(presence.dueAt), answerBy }
}

const isTelling = ({ queue, session }: PlayerState) => queue.some((beat) => beat.playSessionId === session?.id)

/**
 * Asks for presence when a check is due, and pauses when nobody answers in time (docs/rules/study.md#presence-checks).
 */
export function runPresenceCheck(turn: PlayerStepContext): void {
  const { state } = turn
  const { presence } = state
  if (!presence || state.stop) return
  const shows = presenceCheckShownAt(state)
  const why = state.asked ? 'presence-missed' : 'presence-unasked'
  if (shows !== null && turn.now >= shows) state.asked = true
  if (state.asked && serverNow(turn) > presence.answerBy) missPresence(turn, why)
}

export function expirePresenceCheck(turn: PlayerStepContext, beat: Heartbeat): void {
  const { queue, asked, session } = turn.state
  const own = [beat, ...queue].filter(({ playSessionId }) => playSessionId === session?.id)
  const given = own.some(({ event }) => event === 'presence')
  if (given) missPresence(turn, 'presence-late')
  else missPresence(turn, asked ? 'presence-missed' : 'presence-unasked')
}

/** Stops playing after a missed presence check. Credited seconds are kept. */
function missPresence(turn: PlayerStepContext, why: StopReason): void {
  const { state } = turn
  queueBeat(turn, 'pause')
  closeOpenInterval(turn)
  state.session = null
  state.presence = null
  state.asked = false
  state.endsLater = null
  state.wants = false
  state.stop = why
  addPlayerCommand(turn, { do: 'pause' })
}

export function answerOpenCheck(turn: PlayerStepContext): void {
  const { state } = turn
  if (!state.asked || !state.presence) return
  if (state.queue.length > 0) sendCheckAnswerFirst(turn, state.presence.id)
  else queueBeat(turn, 'presence', state.presence.id)
  state.answeredCheck = state.presence.id
  state.presence = null
  state.asked = false
  if (state.endsLater) end(turn)
}

/**
 * Ends the lesson, or waits for an open presence check. Offline it also waits, because it is unknown whether a check is
 * open.
 */
export function endLessonOrAwaitCheck(turn: PlayerStepContext): void {
  const { state } = turn
  const unheard = !state.presence && state.failures > 0 && isTelling(state)
  if (isPresenceCheckDue(turn)) state.endsLater = 'answered'
  else if (unheard) state.endsLater = 'told'
  else {
    end(turn)
    return
  }
  queueBeat(turn, 'pause')
  closeOpenInterval(turn)
}

export function endLessonWhenReported(turn: PlayerStepContext): void {
  const { state } = turn
  if (state.endsLater !== 'told' || isTelling(state)) return
  if (!isPresenceCheckDue(turn) || isCheckWithoutQuestion(turn)) end(turn)
}

function end(turn: PlayerStepContext): void {
  const { state } = turn
  state.endsLater = null
  queueBeat(turn, 'end')
  closeOpenInterval(turn)
  state.session = null
  state.presence = null
  state.asked = false
}

/** A check answer that came too early is sent again. */
export function resendCheckAnswer({ state, now }: PlayerStepContext, beat: Heartbeat): void {
  state.queue = [beat, ...state.queue]
  state.retryAt = now + againMs
}

/** Whether a presence check is due. After its due time, seconds count only once the check is answered. */
export function isPresenceCheckDue(turn: PlayerStepContext): boolean {
  const { presence, asked } = turn.state
  return presence !== null && (asked || serverNow(turn) >= presence.dueAt)
}

/**
 * Whether a due check needs no answer, because nobody was asked and no played seconds depend on it. Playing then begins
 * a new session.
 */
export function isCheckWithoutQuestion(turn: PlayerStepContext): boolean {
  return isPresenceCheckDue(turn) && !turn.state.asked && !hasWaiting(turn.state)
}

/** Whether it is too late to answer the presence check, by server time. Its session then earns nothing more. */
export function isCheckOverdue(turn: PlayerStepContext): boolean {
  const { presence } = turn.state
  return presence !== null && serverNow(turn) > presence.answerBy
}
