import { joined, type Stretch } from '@ce/contract/stretches'
import type { Beat, PlayerState, Session } from './state.ts'
import { toTenth } from './stretches.ts'
import { order, type Turn } from './turn.ts'

/** a beat every 15 s (product §4 Study) */
export const beatMs = 15_000
/** so long may a first try take, ms: what comes after it waits, and a presence check is answered within a minute */
export const firstTryMs = 10_000
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
 * The answer to a check, while other beats wait or are on their way: there is a minute for it, so it is sent at once, beside what is under way. It tells
 * nothing of what was played, which would come before its turn.
 */
export function answerAhead(turn: Turn, presenceId: string): void {
  const { state } = turn
  const { queue } = state
  const answer = nextIn(turn, 'presence', [], presenceId)
  if (!answer) return
  const going = state.sending ? 1 : 0
  state.queue = [...queue.slice(0, going), answer, ...queue.slice(going)]
  state.sending = true
  order(turn, { do: 'send', beat: answer })
}

function push(turn: Turn, event: Beat['event'], intervals: Stretch[], presenceId?: string): void {
  const beat = nextIn(turn, event, intervals, presenceId)
  if (!beat) return
  turn.state.queue = [...turn.state.queue, beat]
  pump(turn)
}

/** The next beat of the session, with its number; none without one. */
function nextIn(
  { state }: Turn,
  event: Beat['event'],
  intervals: Stretch[],
  presenceId?: string,
): Beat | null {
  const { session } = state
  if (!session) return null
  const beat = { ...nextBeat(state, session, event, intervals), ...(presenceId && { presenceId }) }
  state.session = { ...session, seq: session.seq + 1 }
  state.told = beat.position
  return beat
}

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
  const { queue, sending, session } = state
  const others = without(kept, queue).filter((beat) => beat.playSessionId !== session?.id)
  const going = sending ? 1 : 0
  state.queue = [...queue.slice(0, going), ...others, ...queue.slice(going)]
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

/** Sends the oldest unsent beat, one at a time; after a failure not before its time. */
export function pump(turn: Turn): void {
  const { state } = turn
  const [beat] = state.queue
  if (!beat || !state.ready || state.sending || state.stop === 'signed-out') return
  if (turn.now < state.retryAt) return
  state.sending = true
  order(turn, { do: 'send', beat })
}

/**
 * Sends all at once: the page is going away and nothing can wait for answers. But an `end` closes its session for what comes after it, and
 * requests may overtake each other: with a beat before it unanswered it stays on the device, and is told in its turn.
 */
export function flush(turn: Turn): void {
  const { queue, sending, ready } = turn.state
  // only a `start` can be in it, and that would end the session of what is left over
  if (!ready) return
  queue.forEach((beat, index) => {
    if (sending && index === 0) return
    if (beat.event === 'end' && hasOvertaken(turn, beat)) return
    order(turn, { do: 'send', beat })
  })
  turn.state.sending = queue.length > 0
}

const ofOneSession = (a: Beat, b: Beat) => a.playSessionId === b.playSessionId

/** What its session told before is still under way: of what was sent all at once one may overtake another. */
export function hasOvertaken({ state: { queue } }: Turn, beat: Beat): boolean {
  const place = queue.findIndex((queued) => same(queued, beat))
  return queue.slice(0, Math.max(0, place)).some((other) => ofOneSession(other, beat))
}

/** The server has spoken about a beat, well or badly: it is not repeated. */
export function settle(turn: Turn, beat: Beat): void {
  const { state } = turn
  state.queue = state.queue.filter((queued) => !same(queued, beat))
  state.sending = false
  state.failures = 0
  state.retryAt = 0
  state.answeredAt = turn.now
}

/** Nothing more is told of it: the server has closed it. */
export function dropSession({ state }: Turn, id: string): void {
  state.queue = state.queue.filter((beat) => beat.playSessionId !== id)
}

/** A session that is not open yet is given up: its start, if it is on its way, is not repeated. */
export function dropStart(turn: Turn): void {
  const { state } = turn
  if (!state.session || state.session.open) return
  const [first] = state.queue
  dropSession(turn, state.session.id)
  state.session = null
  state.sending &&= state.queue[0] === first
}

/** No answer: it is sent again after a while, and the answer to a check before all others. `retryAfter`: seconds the server asked for. */
export function postpone(turn: Turn, retryAfter = 0): void {
  const { state } = turn
  const wait = backoffMs[Math.min(state.failures, backoffMs.length - 1)] ?? 0
  state.sending = false
  state.failures += 1
  state.retryAt = turn.now + Math.max(wait, retryAfter * 1000)
  const answers = state.queue.filter(isAnswer)
  if (answers.length > 0) state.queue = [...answers, ...without(state.queue, answers)]
}

/** Of a check, and nothing else: it may be told before what was played before it. */
const isAnswer = ({ event, intervals }: Beat) => event === 'presence' && intervals.length === 0

/** Told apart by session and number, as the server does. */
export function without(beats: readonly Beat[], others: readonly Beat[]): Beat[] {
  return beats.filter((beat) => !others.some((other) => same(beat, other)))
}

/** The same to the server, whatever they tell. */
export function same(a: Beat, b: Beat): boolean {
  return ofOneSession(a, b) && a.seq === b.seq
}
