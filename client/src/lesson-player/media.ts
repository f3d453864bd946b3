import { fetchFreshVideoAddress, renewVideoAddress, requestPause, requestPlay } from './commands.ts'
import { closeOpenInterval, heartbeatMs, queueBeat, queuePlayedRanges } from './heartbeats.ts'
import { roundToTenthSecond } from './intervals.ts'
import { endLessonOrAwaitCheck, runPresenceCheck } from './presence.ts'
import { filmEndToleranceSeconds, isPlayingUnrestricted, type MediaPhase, maxPlayablePosition } from './state.ts'
import { addPlayerCommand, type PlayerStepContext, requestSeek, serverNow, showPlayerHint } from './step-context.ts'

/** Tolerance in seconds for rounding and for the element's own steps. */
const stepSeconds = 0.3
/** Seconds an interval may grow faster than the clock between two events. */
const driftSeconds = 1
const clockFactor = 1.1
/** Longest delay in seconds with which a busy page notices playing. */
const lateSeconds = 10
/** Highest speed after first viewing. */
const fastest = 2
const hintMs = 6000
/** The third seek in a row aims this many seconds before the limit, later ones twice as far each time. */
const safeSeconds = 2
/** New addresses requested in a row before the video counts as broken. */
const renewalsMax = 3
/** Trust a new address (docs/rules/calls.md#private-links) for these milliseconds despite a wrong clock. */
const addressGoodMs = 8 * 60_000

/** Handles a film that has started playing. If the server has not been asked yet, the film is paused again. */
export function onPlaying(turn: PlayerStepContext, at: number): void {
  const { state } = turn
  if (state.media === 'seeking' || state.media === 'renewing') return
  // A headset or the system started the film, so ask the server first.
  if (!state.wants && !state.stop) requestPlay(turn)
  if (state.stop || isWaiting(turn)) {
    addPlayerCommand(turn, { do: 'pause' })
    return
  }
  state.media = 'playing'
  openStretch(turn, at)
}

const isWaiting = ({ state }: PlayerStepContext) => state.media === 'waiting'

function openStretch(turn: PlayerStepContext, at: number): void {
  const { state } = turn
  const from = cameFrom(turn, at)
  state.position = at
  state.stood = null
  if (state.stretch) return
  state.stretch = { from, to: at, seenAt: turn.now }
  if (from < at) state.reach = Math.max(state.reach, at)
}

/**
 * Returns where playing began. A busy page notices playing late, so the beginning may be before the reported position.
 */
function cameFrom({ state, now }: PlayerStepContext, at: number): number {
  const { stood } = state
  if (!stood || at < stood.at) return at
  const passed = Math.min((now - stood.since) / 1000, lateSeconds)
  const most = stood.at + passed * clockFactor * (isPlayingUnrestricted(state) ? fastest : 1)
  return at <= most ? stood.at : at
}

function landedAt(turn: PlayerStepContext, at: number): number {
  return turn.state.stood?.sought ? cameFrom(turn, at) : at
}

export function onTimeUpdate(turn: PlayerStepContext, at: number, loaded: boolean): void {
  const { state } = turn
  state.loaded = loaded
  if (state.media === 'loading' && state.wants && at > state.position) onPlaying(turn, at)
  if (state.media !== 'playing') return
  grow(turn, at)
  state.renewals = 0
  if (state.hint && turn.now - state.hintAt > hintMs) showPlayerHint(turn, null)
  if (state.reports && turn.now - state.lastBeatAt >= heartbeatMs) queueBeat(turn, 'beat')
  runPresenceCheck(turn)
  fetchFreshVideoAddress(turn)
}

/** Records what was played, even if the page has not yet noticed that the film plays. */
export function recordPlayed(turn: PlayerStepContext, at: number): void {
  const { state } = turn
  const { media } = state
  if (media === 'playing') grow(turn, at)
  else if ((media === 'loading' || media === 'seeking') && cameFrom(turn, at) < at) {
    openStretch(turn, at)
    closeOpenInterval(turn)
    state.stood = { at, since: turn.now, sought: media === 'seeking' }
  }
}

const exchangeable: ReadonlySet<MediaPhase> = new Set(['idle', 'waiting', 'playing', 'paused', 'loading'])

/**
 * Loads the film from a new address. The played part is reported first, because loading pauses the film for a moment.
 */
export function onVideoAddressReceived(turn: PlayerStepContext, url: string, until: number): void {
  const { state } = turn
  state.addressMissed = !exchangeable.has(state.media)
  if (state.addressMissed) {
    state.addressAskedAt = 0
    return
  }
  queuePlayedRanges(turn)
  closeOpenInterval(turn)
  state.media = 'renewing'
  addPlayerCommand(turn, { do: 'load', url, until })
}

function grow(turn: PlayerStepContext, at: number): void {
  const { state } = turn
  const { stretch } = state
  state.position = at
  if (!stretch) {
    openStretch(turn, at)
    return
  }
  const most = stretch.to + ((turn.now - stretch.seenAt) / 1000) * clockFactor + driftSeconds
  const jumped = at < stretch.to - stepSeconds || (at > most && !isPlayingUnrestricted(state))
  if (jumped) {
    closeOpenInterval(turn)
    state.stretch = { from: at, to: at, seenAt: turn.now }
    if (at > maxPlayablePosition(state) + stepSeconds) requestSeek(turn, maxPlayablePosition(state))
    return
  }
  state.stretch = { ...stretch, to: Math.max(stretch.to, at), seenAt: turn.now }
  state.reach = Math.max(state.reach, at)
}

export function onBufferEmpty(turn: PlayerStepContext): void {
  const { state } = turn
  closeOpenInterval(turn)
  if (state.media !== 'playing') return
  state.media = 'loading'
  state.stood = { at: state.position, since: turn.now, sought: false }
}

export function onAutoplayBlocked(turn: PlayerStepContext): void {
  const { state } = turn
  state.media = 'paused'
  state.wants = false
  showPlayerHint(turn, 'press-play')
}

export function onPaused(turn: PlayerStepContext): void {
  const { state } = turn
  if (['renewing', 'ended', 'waiting', 'error', 'idle'].includes(state.media)) return
  state.media = 'paused'
  state.wants = false
  queueBeat(turn, 'pause')
  closeOpenInterval(turn)
}

export function onSeeking(turn: PlayerStepContext, at: number): void {
  const { state } = turn
  closeOpenInterval(turn)
  const to = landedAt(turn, at)
  if (to !== state.stood?.at) state.stood = { at, since: turn.now, sought: true }
  if (to > maxPlayablePosition(state) + stepSeconds) {
    showPlayerHint(turn, 'not-yet')
    /**
     * Seek back to the limit, but not if the player is seeking back already; then only the position where it lands
     * counts.
     */
    if (state.overshot === 0) requestSeek(turn, maxPlayablePosition(state))
  }
  if (state.media !== 'waiting' && state.media !== 'renewing' && state.media !== 'idle') state.media = 'seeking'
}

export function onSeeked(turn: PlayerStepContext, at: number, paused: boolean): void {
  const { state } = turn
  if (landedAt(turn, at) > maxPlayablePosition(state) + stepSeconds) {
    bounceBack(turn)
    return
  }
  state.overshot = 0
  state.position = at
  if (paused) state.stood = null
  if (state.media !== 'seeking') return
  if (state.watched.length > 0) queueBeat(turn, 'seek')
  state.media = paused ? 'paused' : 'playing'
  if (!paused) openStretch(turn, at)
}

/** Seeks back to the limit. If the browser lands beyond the limit again, each further seek goes further back. */
function bounceBack(turn: PlayerStepContext): void {
  const { state } = turn
  if (state.overshot > 0 && placeBefore(maxPlayablePosition(state), state.overshot) === 0) {
    standStill(turn)
    return
  }
  state.overshot += 1
  requestSeek(turn, placeBefore(maxPlayablePosition(state), state.overshot))
}

function placeBefore(limit: number, nth: number): number {
  return nth === 1 ? limit : Math.max(0, limit - safeSeconds * 2 ** (nth - 2))
}

/** No seek works, so the player stops. */
function standStill(turn: PlayerStepContext): void {
  const { state } = turn
  state.overshot = 0
  if (state.media === 'seeking') state.media = 'paused'
  showPlayerHint(turn, 'not-yet')
  requestPause(turn)
}

/** First viewing always runs at 1×. */
export function onSpeedChanged(turn: PlayerStepContext, rate: number): void {
  if (rate !== 1 && !isPlayingUnrestricted(turn.state)) addPlayerCommand(turn, { do: 'normalSpeed' })
}

export function onEnded(turn: PlayerStepContext, at?: number): void {
  const { state } = turn
  const end = endOf(turn, at)
  const isOther = Math.abs(end - state.duration) > filmEndToleranceSeconds
  state.filmEnd = isOther ? roundToTenthSecond(end) : null
  const last = isOther ? Math.min(end, state.duration) : state.duration
  if (state.media === 'loading') openStretch(turn, last)
  if (state.media === 'playing') grow(turn, last)
  state.media = 'ended'
  state.wants = false
  endLessonOrAwaitCheck(turn)
}

/**
 * Returns where the film ended. The element may report a length from a wrong file header, so the observed playing
 * decides.
 */
function endOf({ state, now }: PlayerStepContext, at = state.duration): number {
  const { duration, stretch } = state
  if (at < duration - filmEndToleranceSeconds) return at
  if (!stretch || state.media !== 'playing') return duration
  const passed = Math.max(0, now - stretch.seenAt) / 1000
  if (stretch.to > duration + filmEndToleranceSeconds) return stretch.to
  const most = stretch.to + passed * clockFactor + driftSeconds
  return duration <= most ? duration : stretch.to + Math.min(passed, driftSeconds)
}

/** Sets the corrected length of the lesson. Credited seconds are kept. */
export function onLengthCorrected({ state }: PlayerStepContext, duration: number, done: boolean): void {
  state.duration = duration
  state.done ||= done
  if (state.filmEnd !== null && Math.abs(state.filmEnd - duration) <= filmEndToleranceSeconds) state.filmEnd = null
}

/** Requests a new address after a playing error, because usually the signed address of the video has expired. */
export function onMediaError(turn: PlayerStepContext): void {
  const { state } = turn
  if (state.media === 'renewing' || state.media === 'error') return
  queuePlayedRanges(turn)
  closeOpenInterval(turn)
  renewOrGiveUp(turn)
}

export function onVideoAddressNotRenewed(turn: PlayerStepContext): void {
  if (turn.state.media === 'renewing') renewOrGiveUp(turn)
}

function renewOrGiveUp(turn: PlayerStepContext): void {
  const { state } = turn
  if (state.renewals < renewalsMax) {
    renewVideoAddress(turn)
    return
  }
  state.media = 'error'
  queueBeat(turn, 'pause')
}

/** Continues at the old position after the film was loaded from a new address. */
export function onVideoAddressRenewed(turn: PlayerStepContext, until: number): void {
  const { state } = turn
  state.addressUntil = Math.max(until, serverNow(turn) + addressGoodMs)
  state.loaded = false
  if (state.media !== 'renewing') return
  state.media = state.wants || state.session ? 'paused' : 'idle'
  requestSeek(turn, state.position)
  if (state.wants) requestPlay(turn)
}
