import { joined, type Stretch } from '@ce/contract/stretches'
import type { CallOptions } from '../call.ts'
import { limitAfter } from '../limit-after.ts'
import type { Beat, PlayerState, Session } from './state.ts'
import { toTenth } from './stretches.ts'
import { order, type Turn } from './turn.ts'

/** a beat every 15 s (product §4 Study) */
export const beatMs = 15_000
/** so long may a first try take, ms: what comes after it waits */
const firstTryMs = 10_000
/** the wire takes at most so many stretches in one beat */
const stretchesMax = 200
/** how long after a failed sending the next one, by the number of failures */
const backoffMs = [1000, 2000, 4000, 8000, 15_000]

/** Ends the stretch being played; it waits for the next beat. */
export function closeStretch({ state }: Turn): void {
  if (!state.stretch) return
  const from = toTenth(state.stretch.from)
  const to = toTenth(Math.min(state.stretch.to, state.duration))
  if (from < to) state.watched = [...state.watched, [from, to]]
  state.stretch = null
}

/** Begins a play session. Its `start` opens the server's clock and carries nothing. */
export function beginSession(turn: Turn): void {
  // of the one that is given up: its time counts until the next begins
  emitPlayed(turn)
  turn.state.session = { id: turn.newId(), seq: 0, open: false }
  turn.state.watched = []
  turn.state.presence = null
  turn.state.asked = false
  turn.state.lastBeatAt = turn.now
  push(turn, 'start', [])
}

/** Puts what was played since the last beat into a new one and sends it when its turn comes. */
export function emit(turn: Turn, event: Exclude<Beat['event'], 'start'>, presenceId?: string) {
  const { state } = turn
  if (!state.session?.open || !state.reports) return
  const going = state.stretch
  closeStretch(turn)
  const all = joined(state.watched)
  push(turn, event, all.slice(0, stretchesMax), presenceId)
  state.watched = all.slice(stretchesMax)
  state.lastBeatAt = turn.now
  // the next stretch goes on where this one ends, so that rounding leaves no hole
  if (going) state.stretch = { ...going, from: toTenth(going.to) }
}

/**
 * The answer to a check, while other beats wait or are on their way: there is a minute for it, so it goes before them. It tells nothing of what was
 * played, which would come before its turn.
 */
export function answerAhead(turn: Turn, presenceId: string): void {
  turn.state.retryAt = 0
  push(turn, 'presence', [], presenceId)
}

function push(turn: Turn, event: Beat['event'], intervals: Stretch[], presenceId?: string): void {
  const { state } = turn
  const session = state.session
  if (!session) return
  const next = { ...nextBeat(state, session, event, intervals), ...(presenceId && { presenceId }) }
  const both = withLast(turn, next)
  state.session = { ...session, seq: session.seq + 1 }
  state.told = next.position
  state.queue = both ? [...state.queue.slice(0, -1), both] : [...state.queue, next]
  pump(turn)
}

/**
 * Takes in the beat that waits before it and was never sent: one tells all of it, so that after an outage the server is asked twice and not forty
 * times, and a slow line catches up (decision 060). Null: there is none, or one of the two stands for itself.
 */
function withLast(turn: Turn, next: Beat): Beat | null {
  const { state } = turn
  const last = state.queue.at(-1)
  if (!last || !isOfFilm(last) || !isOfFilm(next) || !ofOneSession(last, next)) return null
  if (has(state.underWay, last) || has(state.failed, last)) return null
  // an `end` stays behind when the page goes away with something unanswered (flush): what was played must not stay with it
  if (next.event === 'end' && hasOvertaken(turn, last)) return null
  const intervals = joined([...last.intervals, ...next.intervals])
  return intervals.length > stretchesMax ? null : { ...next, intervals }
}

/** A start opens the clock, and a check is answered by itself. */
const isOfFilm = ({ event }: Beat) => event !== 'start' && event !== 'presence'

function nextBeat(
  state: PlayerState,
  session: Session,
  event: Beat['event'],
  intervals: Stretch[],
): Beat {
  return {
    id: state.signCourseId,
    lessonId: state.lessonId,
    playSessionId: session.id,
    seq: session.seq,
    event,
    position: toTenth(Math.min(Math.max(0, state.position), state.duration)),
    intervals,
    ...(state.media === 'ended' && state.filmEnd !== null && { filmEnd: state.filmEnd }),
  }
}

/**
 * What the page would say if it were killed now: the next beat, not made yet. Kept under that beat's own number,
 * which it will be replaced by. Null: nothing was played that is in no beat.
 */
export function draftOf(state: PlayerState): Beat | null {
  const { session, reports, stretch, watched } = state
  if (!session?.open || !reports) return null
  const open: Stretch[] = stretch
    ? [[toTenth(stretch.from), toTenth(Math.min(stretch.to, state.duration))]]
    : []
  const intervals = joined([...watched, ...open]).slice(0, stretchesMax)
  return intervals.length > 0 ? nextBeat(state, session, 'hide', intervals) : null
}

/**
 * Another page has sent the draft of this beat under its number, or it cannot be had as it is: the same again under the next
 * one, before all others, for what they tell goes on where this one ends. Of a page that is gone the numbers beyond the last that is left are free.
 */
export function renumber(turn: Turn, beat: Beat): void {
  const { state } = turn
  const { session } = state
  if (beat.event === 'start') {
    state.dropped += 1
    return
  }
  const own = beat.playSessionId === session?.id
  const numbers = [beat, ...state.queue].filter((one) => ofOneSession(one, beat))
  const seq = own ? session.seq : Math.max(...numbers.map((one) => one.seq)) + 1
  state.queue = [{ ...beat, seq }, ...state.queue]
  if (own) state.session = { ...session, seq: seq + 1 }
}

/** What earlier pages left over comes before all but what is on its way: this page's own is in the queue, or a draft of it. */
export function bringBack({ state }: Turn, kept: readonly Beat[]): void {
  const { queue, underWay, session } = state
  const others = without(kept, queue).filter((beat) => beat.playSessionId !== session?.id)
  const waiting = without(queue, underWay)
  state.queue = [...without(queue, waiting), ...others, ...waiting]
}

/** Tells what no beat has told yet: the last words before the page may be gone. */
export function emitNews(turn: Turn): void {
  const { position, told } = turn.state
  if (hasPlayed(turn) || toTenth(position) !== told) emit(turn, 'hide')
}

/** Tells what was played and is in no beat yet, before something that may take long, or go wrong. */
export function emitPlayed(turn: Turn): void {
  if (hasPlayed(turn)) emit(turn, 'beat')
}

function hasPlayed({ state: { watched, stretch } }: Turn): boolean {
  return watched.length > 0 || (stretch !== null && toTenth(stretch.to) > toTenth(stretch.from))
}

/** How long a try may take, after so many failures in a row. There is a minute for the answer to a check: three tries. */
export function tryLimit({ event }: Beat, failures: number): CallOptions {
  return limitAfter(firstTryMs, event === 'presence' ? Math.min(failures, 1) : failures)
}

/** Sends what is next; after a failure not before its time. */
export function pump(turn: Turn): void {
  const { state } = turn
  const beat = nextToSend(state)
  if (beat && turn.now >= state.retryAt) send(turn, beat)
}

/** The oldest beat, once no other is under way; before it, and beside one that hangs, the answer to a check. */
export function nextToSend({ queue, underWay, ready, stop }: PlayerState): Beat | null {
  if (!ready || stop === 'signed-out') return null
  const answer = queue.find(isAnswer)
  if (answer) return has(underWay, answer) ? null : answer
  return (underWay.length === 0 && queue[0]) || null
}

/** Of a check, and nothing else: it may be told before what was played before it. */
const isAnswer = ({ event, intervals }: Beat) => event === 'presence' && intervals.length === 0

function send(turn: Turn, beat: Beat): void {
  turn.state.underWay = [...turn.state.underWay, beat]
  order(turn, { do: 'send', beat })
}

/**
 * Sends all at once: the page is going away and nothing can wait for answers. But an `end` closes its session for what comes after it, and
 * requests may overtake each other: with a beat before it unanswered it stays on the device, and is told in its turn.
 */
export function flush(turn: Turn): void {
  const { queue, underWay, ready, stop } = turn.state
  // not ready: only a `start` can be in it, and that would end the session of what is left over
  if (!ready || stop === 'signed-out') return
  for (const beat of without(queue, underWay))
    if (beat.event !== 'end' || !hasOvertaken(turn, beat)) send(turn, beat)
}

export const ofOneSession = (a: Beat, b: Beat): boolean => a.playSessionId === b.playSessionId

/** What its session told before is unanswered: of what was sent all at once one may overtake another. */
export function hasOvertaken({ state: { queue } }: Turn, beat: Beat): boolean {
  const place = queue.findIndex((queued) => same(queued, beat))
  return queue.slice(0, Math.max(0, place)).some((other) => ofOneSession(other, beat))
}

/** The server has spoken about a beat, well or badly: it is not repeated. */
export function settle(turn: Turn, beat: Beat): void {
  const { state } = turn
  forget(turn, [beat])
  state.failures = 0
  state.retryAt = 0
  state.answeredAt = turn.now
}

/** Nothing more is told of it: the server has closed it. What is under way holds nothing else up. */
export function dropSession(turn: Turn, id: string): void {
  const { queue } = turn.state
  const gone = queue.filter(({ playSessionId }) => playSessionId === id)
  forget(turn, gone)
}

function forget({ state }: Turn, beats: readonly Beat[]): void {
  state.queue = without(state.queue, beats)
  state.underWay = without(state.underWay, beats)
  state.failed = without(state.failed, beats)
}

/** A session that is not open yet is given up: its start, if it is on its way, is not repeated. */
export function dropStart(turn: Turn): void {
  const { state } = turn
  if (!state.session || state.session.open) return
  dropSession(turn, state.session.id)
  state.session = null
}

/** It has been heard of, and is told again when its turn comes. */
export function recall({ state }: Turn, beat: Beat): void {
  state.underWay = without(state.underWay, [beat])
}

/** This try has come to nothing, or is not waited for. */
export function giveUp(turn: Turn, beat: Beat): void {
  const { state } = turn
  recall(turn, beat)
  state.failed = [...without(state.failed, [beat]), beat]
}

/** No answer: the same again after a while. `retryAfter`: seconds the server asked for. */
export function postpone(turn: Turn, beat: Beat, retryAfter = 0): void {
  const { state } = turn
  giveUp(turn, beat)
  // what was sent together fails together: that is one failure
  if (turn.now >= state.retryAt) state.failures += 1
  const wait = backoffMs[Math.min(state.failures, backoffMs.length) - 1] ?? 0
  state.retryAt = Math.max(state.retryAt, turn.now + Math.max(wait, retryAfter * 1000))
}

/** Told apart by session and number, as the server does. */
export function without(beats: readonly Beat[], others: readonly Beat[]): Beat[] {
  return beats.filter((beat) => !has(others, beat))
}

/** It was sent before, and not heard of. */
export const isRepeat = ({ failed }: PlayerState, beat: Beat): boolean => has(failed, beat)

function has(beats: readonly Beat[], beat: Beat): boolean {
  return beats.some((other) => same(other, beat))
}

/** The same to the server, whatever they tell. */
export function same(a: Beat, b: Beat): boolean {
  return ofOneSession(a, b) && a.seq === b.seq
}
