import { type Interval, unionOfIntervals } from '@ce/contract/intervals'
import { retryWaitMs } from '@ce/contract/retry-wait'
import type { CallOptions } from '../call.ts'
import { timeLimitAfterFailures } from '../upload-limit.ts'
import { roundToTenthSecond } from './intervals.ts'
import type { Heartbeat, PlayerSession, PlayerState } from './state.ts'
import { addPlayerCommand, type PlayerStepContext } from './step-context.ts'

/** The player sends a heartbeat every 15 s (docs/rules/study.md#heartbeats). */
export const heartbeatMs = 15_000
/** Milliseconds until the first send of a heartbeat times out. Later heartbeats wait meanwhile. */
const firstTryMs = 10_000
/** Most intervals of one heartbeat in the wire format. */
const stretchesMax = 200
/** Shortest and longest wait in milliseconds before the next try. The wait grows with the number of failures. */
const retry = { firstMs: 1000, longestMs: 15_000 }

/** Closes the interval that is being played. The next heartbeat reports it. */
export function closeOpenInterval({ state }: PlayerStepContext): void {
  if (!state.stretch) return
  const from = roundToTenthSecond(state.stretch.from)
  const to = roundToTenthSecond(Math.min(state.stretch.to, state.duration))
  if (from < to) state.watched = [...state.watched, [from, to]]
  state.stretch = null
}

/**
 * Begins a play session with a `start` heartbeat, which starts the session's clock on the server and has no intervals.
 */
export function beginPlaySession(turn: PlayerStepContext): void {
  // Report what was played in the old session first, because it no longer counts after the new session has begun.
  queuePlayedRanges(turn)
  turn.state.session = { id: turn.newId(), seq: 0, open: false }
  turn.state.watched = []
  turn.state.presence = null
  turn.state.asked = false
  turn.state.lastBeatAt = turn.now
  push(turn, 'start', [])
}

export function queueBeat(turn: PlayerStepContext, event: Exclude<Heartbeat['event'], 'start'>, presenceId?: string) {
  const { state } = turn
  if (!state.session?.open || !state.reports) return
  const going = state.stretch
  closeOpenInterval(turn)
  const all = unionOfIntervals(state.watched)
  push(turn, event, all.slice(0, stretchesMax), presenceId)
  state.watched = all.slice(stretchesMax)
  state.lastBeatAt = turn.now
  // Continue at the rounded end, so that rounding leaves no gap.
  if (going) state.stretch = { ...going, from: roundToTenthSecond(going.to) }
}

/**
 * Sends the answer to a presence check before waiting heartbeats, because a check allows one minute. The answer has no
 * intervals, because they would reach the server before older ones.
 */
export function sendCheckAnswerFirst(turn: PlayerStepContext, presenceId: string): void {
  turn.state.retryAt = 0
  push(turn, 'presence', [], presenceId)
}

function push(turn: PlayerStepContext, event: Heartbeat['event'], intervals: Interval[], presenceId?: string): void {
  const { state } = turn
  const session = state.session
  if (!session) return
  const next = { ...nextBeat(state, session, event, intervals), ...(presenceId && { presenceId }) }
  const both = withLast(turn, next)
  state.session = { ...session, seq: session.seq + 1 }
  state.told = next.position
  state.queue = both ? [...state.queue.slice(0, -1), both] : [...state.queue, next]
  sendNextBeat(turn)
}

/**
 * Merges a heartbeat into the last waiting one, so that an outage ends with few requests (decision 060). Returns null
 * when they must stay separate.
 */
function withLast(turn: PlayerStepContext, next: Heartbeat): Heartbeat | null {
  const { state } = turn
  const last = state.queue.at(-1)
  if (!last || !isOfFilm(last) || !isOfFilm(next) || !areBeatsOfOneSession(last, next)) return null
  if (has(state.underWay, last) || has(state.failed, last)) return null
  // A closing page may keep back its `end` (`sendBeatsBeforeClosing`), so do not merge played intervals into an `end`.
  if (next.event === 'end' && hasEarlierUnanswered(turn, last)) return null
  const intervals = unionOfIntervals([...last.intervals, ...next.intervals])
  return intervals.length > stretchesMax ? null : { ...next, intervals }
}

const isOfFilm = ({ event }: Heartbeat) => event !== 'start' && event !== 'presence'

function nextBeat(
  state: PlayerState,
  session: PlayerSession,
  event: Heartbeat['event'],
  intervals: Interval[],
): Heartbeat {
  return {
    id: state.signCourseId,
    lessonId: state.lessonId,
    playSessionId: session.id,
    seq: session.seq,
    event,
    position: roundToTenthSecond(Math.min(Math.max(0, state.position), state.duration)),
    intervals,
    ...(state.media === 'ended' && state.filmEnd !== null && { filmEnd: state.filmEnd }),
  }
}

/**
 * Returns a heartbeat with all intervals that are not reported yet, to be stored in case the page is killed, or null
 * when there are none.
 */
export function unsentHeartbeat(state: PlayerState): Heartbeat | null {
  const { session, reports, stretch, watched } = state
  if (!session?.open || !reports) return null
  const open: Interval[] = stretch
    ? [[roundToTenthSecond(stretch.from), roundToTenthSecond(Math.min(stretch.to, state.duration))]]
    : []
  const intervals = unionOfIntervals([...watched, ...open]).slice(0, stretchesMax)
  return intervals.length > 0 ? nextBeat(state, session, 'hide', intervals) : null
}

/**
 * Sends a heartbeat again with the next free number of its session, before the waiting heartbeats. After a page has
 * closed, all numbers after its last heartbeat are free.
 */
export function resendBeatUnderNextNumber(turn: PlayerStepContext, beat: Heartbeat): void {
  const { state } = turn
  const { session } = state
  if (beat.event === 'start') {
    state.dropped += 1
    return
  }
  const own = beat.playSessionId === session?.id
  const numbers = [beat, ...state.queue].filter((one) => areBeatsOfOneSession(one, beat))
  const seq = own ? session.seq : Math.max(...numbers.map((one) => one.seq)) + 1
  state.queue = [{ ...beat, seq }, ...state.queue]
  if (own) state.session = { ...session, seq: seq + 1 }
}

/**
 * Puts stored heartbeats of earlier pages into the queue: after heartbeats on their way, before waiting ones. Stored
 * heartbeats of this page's own session are skipped.
 */
export function queueStoredBeats({ state }: PlayerStepContext, kept: readonly Heartbeat[]): void {
  const { queue, underWay, session } = state
  const others = excludeBeats(kept, queue).filter((beat) => beat.playSessionId !== session?.id)
  const waiting = excludeBeats(queue, underWay)
  state.queue = [...excludeBeats(queue, waiting), ...others, ...waiting]
}

/** Sends a heartbeat with all progress that is not reported yet. Called when the page may close soon. */
export function queueUnreportedProgress(turn: PlayerStepContext): void {
  const { position, told } = turn.state
  if (hasPlayed(turn) || roundToTenthSecond(position) !== told) queueBeat(turn, 'hide')
}

export function queuePlayedRanges(turn: PlayerStepContext): void {
  if (hasPlayed(turn)) queueBeat(turn, 'beat')
}

function hasPlayed({ state: { watched, stretch } }: PlayerStepContext): boolean {
  return watched.length > 0 || (stretch !== null && roundToTenthSecond(stretch.to) > roundToTenthSecond(stretch.from))
}

/**
 * Time limit for sending a heartbeat. For the answer to a presence check it hardly grows, because a check allows one
 * minute, which is then enough for three tries.
 */
export function beatSendLimit({ event }: Heartbeat, failures: number): CallOptions {
  return timeLimitAfterFailures(firstTryMs, event === 'presence' ? Math.min(failures, 1) : failures)
}

export function sendNextBeat(turn: PlayerStepContext): void {
  const { state } = turn
  const beat = nextBeatToSend(state)
  if (beat && turn.now >= state.retryAt) send(turn, beat)
}

/**
 * Picks the oldest heartbeat when no other is on its way. The answer to a check comes first and may run in parallel.
 */
export function nextBeatToSend({ queue, underWay, ready, stop }: PlayerState): Heartbeat | null {
  if (!ready || stop === 'signed-out') return null
  const answer = queue.find(isAnswer)
  if (answer) return has(underWay, answer) ? null : answer
  return (underWay.length === 0 && queue[0]) || null
}

/** A check answer without intervals may overtake other heartbeats. */
const isAnswer = ({ event, intervals }: Heartbeat) => event === 'presence' && intervals.length === 0

function send(turn: PlayerStepContext, beat: Heartbeat): void {
  turn.state.underWay = [...turn.state.underWay, beat]
  addPlayerCommand(turn, { do: 'send', beat })
}

/**
 * Sends all waiting heartbeats at once, because a closing page cannot wait for responses. Requests may overtake each
 * other, so an `end` is kept on the device while earlier heartbeats are unanswered.
 */
export function sendBeatsBeforeClosing(turn: PlayerStepContext): void {
  const { queue, underWay, ready, stop } = turn.state
  /**
   * Until stored heartbeats are loaded, only a `start` can be in the queue. Sent now, it would end the sessions of
   * earlier pages.
   */
  if (!ready || stop === 'signed-out') return
  for (const beat of excludeBeats(queue, underWay))
    if (beat.event !== 'end' || !hasEarlierUnanswered(turn, beat)) send(turn, beat)
}

export const areBeatsOfOneSession = (a: Heartbeat, b: Heartbeat): boolean => a.playSessionId === b.playSessionId

export function hasEarlierUnanswered({ state: { queue } }: PlayerStepContext, beat: Heartbeat): boolean {
  const place = queue.findIndex((queued) => isSameBeat(queued, beat))
  return queue.slice(0, Math.max(0, place)).some((other) => areBeatsOfOneSession(other, beat))
}

export function removeAnsweredBeat(turn: PlayerStepContext, beat: Heartbeat): void {
  const { state } = turn
  forget(turn, [beat])
  state.failures = 0
  state.retryAt = 0
  state.answeredAt = turn.now
}

/** Removes all heartbeats of a session from the queue, so that they do not delay others. */
export function dropPlaySession(turn: PlayerStepContext, id: string): void {
  const { queue } = turn.state
  const gone = queue.filter(({ playSessionId }) => playSessionId === id)
  forget(turn, gone)
}

function forget({ state }: PlayerStepContext, beats: readonly Heartbeat[]): void {
  state.queue = excludeBeats(state.queue, beats)
  state.underWay = excludeBeats(state.underWay, beats)
  state.failed = excludeBeats(state.failed, beats)
}

/** Drops a session whose `start` the server has not confirmed, so that the `start` is not sent again. */
export function dropSessionStart(turn: PlayerStepContext): void {
  const { state } = turn
  if (!state.session || state.session.open) return
  dropPlaySession(turn, state.session.id)
  state.session = null
}

/** Marks a heartbeat as not sent, so that it is sent again in its turn. */
export function markBeatForResend({ state }: PlayerStepContext, beat: Heartbeat): void {
  state.underWay = excludeBeats(state.underWay, [beat])
}

export function failBeatSend(turn: PlayerStepContext, beat: Heartbeat): void {
  const { state } = turn
  markBeatForResend(turn, beat)
  state.failed = [...excludeBeats(state.failed, [beat]), beat]
}

/** Plans the next try after a failure. `retryAfter`: seconds requested by the server. */
export function scheduleBeatRetry(turn: PlayerStepContext, beat: Heartbeat, retryAfter = 0): void {
  const { state } = turn
  failBeatSend(turn, beat)
  // Requests sent together count as one failure.
  if (turn.now >= state.retryAt) state.failures += 1
  const wait = retryWaitMs(state.failures, retry)
  state.retryAt = Math.max(state.retryAt, turn.now + Math.max(wait, retryAfter * 1000))
}

/** Returns the heartbeats that are not among `others`. Session and number identify a heartbeat, as on the server. */
export function excludeBeats(beats: readonly Heartbeat[], others: readonly Heartbeat[]): Heartbeat[] {
  return beats.filter((beat) => !has(others, beat))
}

export const isRepeatedBeat = ({ failed }: PlayerState, beat: Heartbeat): boolean => has(failed, beat)

function has(beats: readonly Heartbeat[], beat: Heartbeat): boolean {
  return beats.some((other) => isSameBeat(other, beat))
}

export function isSameBeat(a: Heartbeat, b: Heartbeat): boolean {
  return areBeatsOfOneSession(a, b) && a.seq === b.seq
}
