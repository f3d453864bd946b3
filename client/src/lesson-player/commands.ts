import { beginPlaySession, queueBeat, sendNextBeat } from './heartbeats.ts'
import { firstUncoveredSecond } from './intervals.ts'
import { isCheckOverdue } from './presence.ts'
import { isFilmTooShort, isPlayingUnrestricted, maxPlayablePosition, type PauseReason } from './state.ts'
import { addPlayerCommand, type PlayerStepContext, requestSeek, serverNow, showPlayerHint } from './step-context.ts'

/**
 * Milliseconds without a response after which the server is asked before playing continues, because another device may
 * have taken over.
 */
export const maxServerSilenceMs = 20_000
/** The video's address is renewed this many milliseconds before it expires. */
const addressMarginMs = 60_000
const addressRetryMs = 15_000

/** Pressing play continues the lesson after every kind of stop. */
export function requestPlay(turn: PlayerStepContext): void {
  const { state } = turn
  const plays = state.wants && state.media === 'playing'
  state.wants = true
  showPlayerHint(turn, null)
  state.halt = null
  state.stop = null
  // Playing again continues the session, so its `end` is no longer pending.
  state.endsLater = null
  if (plays || state.media === 'renewing') return
  if (state.media === 'error') {
    state.renewals = 0
    renewVideoAddress(turn)
    return
  }
  fetchFreshVideoAddress(turn)
  if (state.media === 'ended') rewind(turn)
  if (state.reports) askServer(turn)
  else startPlaying(turn)
}

/** Waits for the server to start its clock before the film plays, because the server credits nothing played before. */
function askServer(turn: PlayerStepContext): void {
  const { state } = turn
  const asked = state.media === 'waiting'
  state.media = 'waiting'
  if (!state.session || isCheckOverdue(turn)) beginPlaySession(turn)
  else if (asked || !state.session.open) retryBeatsNow(turn)
  else if (turn.now - state.answeredAt <= maxServerSilenceMs) startPlaying(turn)
  else queueBeat(turn, 'beat')
}

/** Seeks to the first uncredited second, or to the start. */
function rewind(turn: PlayerStepContext): void {
  const { state } = turn
  const gap = state.done ? 0 : (firstUncoveredSecond(state.covered, state.duration) ?? 0)
  const to = isFilmTooShort(state) ? 0 : gap
  state.position = to
  requestSeek(turn, to)
}

export function startPlaying(turn: PlayerStepContext): void {
  const { state } = turn
  state.media = 'loading'
  const sought = state.stood?.sought ? state.stood.at : null
  state.stood = { at: sought ?? state.position, since: turn.now, sought: sought !== null }
  state.lastBeatAt = Math.max(state.lastBeatAt, turn.now - 1000)
  addPlayerCommand(turn, { do: 'play' })
}

/** Asks the film to pause. The heartbeat is sent when the element reports the pause (`onPaused`). */
export function requestPause(turn: PlayerStepContext): void {
  const { state } = turn
  state.wants = false
  if (state.media === 'waiting') state.media = 'paused'
  addPlayerCommand(turn, { do: 'pause' })
}

/** Pauses an article that nobody is reading. The deadline of an open presence check does not change. */
export function pauseReading(turn: PlayerStepContext, why: PauseReason): void {
  if (!turn.state.wants) return
  requestPause(turn)
  turn.state.halt = why
}

export function requestSeekTo(turn: PlayerStepContext, to: number): void {
  const { state } = turn
  const limit = maxPlayablePosition(state)
  if (state.media === 'error' || state.media === 'renewing') return
  if (to > limit && !isPlayingUnrestricted(state)) showPlayerHint(turn, 'not-yet')
  requestSeek(turn, Math.min(Math.max(0, to), limit))
}

export function renewVideoAddress(turn: PlayerStepContext): void {
  turn.state.media = 'renewing'
  turn.state.renewals += 1
  addPlayerCommand(turn, { do: 'renew' })
}

/**
 * Requests a new video address before the old one expires. Without a network, the loaded part of the video can still be
 * played.
 */
export function fetchFreshVideoAddress(turn: PlayerStepContext): void {
  const { state, now } = turn
  const ends = !state.loaded && serverNow(turn) > state.addressUntil - addressMarginMs
  if (!(ends || state.addressMissed) || now - state.addressAskedAt < addressRetryMs) return
  state.addressAskedAt = now
  addPlayerCommand(turn, { do: 'fetchAddress' })
}

export function retryBeatsNow(turn: PlayerStepContext): void {
  turn.state.retryAt = 0
  sendNextBeat(turn)
}
