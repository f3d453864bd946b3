import type { RefusalKey } from '@ce/contract'
import { presenceShownMs, presenceSoonestMs } from '@ce/contract/presence'
import { lengthOf, normal, type Ranges, union, without } from './ranges.ts'

/** All times and media positions here are whole tenths of a second (ds); instants count from 1970. */

/** 0.1 s rounding and the player's own steps: how far a stretch may start beyond the furthest point. */
const guardDs = 10
/** how far a position may lie beyond the recorded length of the lesson */
const overrunDs = 10
/**
 * At most so much reported media waits for a gap to be filled or a presence check to be answered: an hour, for a page that
 * comes back from a dead line sends all it has at once, and the last may arrive first. Waiting earns nothing.
 */
const heldMaxDs = 36_000
/** nobody watches in so many pieces; a forged coverage must not grow without end */
const mostPieces = 300
/** decision 039: a check shows so long after it is due, and no person answers it sooner than that */
const shownDs = presenceShownMs / 100
const soonestDs = presenceSoonestMs / 100
/** a check is announced so long before it is due, six heartbeats: on a bad line most of their answers are lost */
const announceDs = 900
/** a session of which nothing was heard for so long before it fell due, two heartbeats, may not have been told of it */
const silentDs = 300
/**
 * decision 053: past the moment at which a check fell due in a silence so much counts at most, once it is answered; with the 15–20 minutes that lay
 * before it, up to 32 of one silence
 */
const silenceDs = 7200
/** product §4 Study: one grace per student, for delays on the way here */
export const graceDs = 50

/** A student's one wall clock, with the open play session on it. */
export interface Clock {
  /** null: none is open */
  sessionNo: number | null
  /** the highest seq of the open session */
  lastSeq: number
  /** up to when the allowance was counted */
  accruedAt: number
  allowance: number
  grace: number
  /** all there ever was */
  credited: number
  /** media of the open session that could not be credited yet */
  held: Ranges
  presenceId: string
  /** study left until the next presence check */
  presenceLeft: number
  /** so long after it was due it could be asked at first: its session was silent (decision 053) */
  presenceLate: number
  /** the Shanghai day of the last beat, and what was credited in it */
  day: string
  dayCredited: number
  /** beats accepted in it */
  dayBeats: number
}

/** A lesson in the current round of a sign course. */
export interface Progress {
  covered: Ranges
  furthest: number
  resume: number
  done: boolean
}

export interface Beat {
  sessionNo: number
  seq: number
  event: 'start' | 'beat' | 'pause' | 'seek' | 'end' | 'hide' | 'presence'
  position: number
  intervals: Ranges
  presenceId: string | undefined
}

/** What a beat is judged by besides its student's state. */
export interface Bench {
  now: number
  /** time counts until then: now, or the end of the study time of the session that is open (decision 020) */
  until: number
  /** Shanghai day of now */
  today: string
  /** length of the lesson */
  duration: number
  donePerMille: number
  presenceAnswer: number
  /** a new presence check: after how much study */
  drawPresence(): { id: string; after: number }
}

export interface Presence {
  id: string
  due: number
  answerBy: number
}

export type Verdict =
  | { refusal: RefusalKey }
  | {
      clock: Clock
      progress: Progress
      added: number
      presence: Presence | null
      /** what the session that is over has left: the one taken over, or the late one */
      left?: Left
    }

/** What a session that was taken over may still bring: the time it had not used, and media that it told and that waits for what is before it. */
export interface Left {
  time: number
  held: Ranges
}

export const noProgress: Progress = { covered: [], furthest: 0, resume: 0, done: false }

/** The clock of a student who has never studied. */
export function newClock({ now, today, drawPresence }: Bench): Clock {
  const { id, after } = drawPresence()
  return {
    sessionNo: null,
    lastSeq: 0,
    accruedAt: now,
    allowance: 0,
    grace: graceDs,
    credited: 0,
    held: [],
    presenceId: id,
    presenceLeft: after,
    presenceLate: 0,
    day: today,
    dayCredited: 0,
    dayBeats: 0,
  }
}

/**
 * Product §4 Study: judges one beat that was not seen before. Credit is the union of watched
 * stretches within what the student's clock allows; on first viewing only what touches the furthest
 * point counts. Changes nothing it is given. What is refused leaves no trace.
 */
export function judge(before: Clock, progress: Progress, beat: Beat, bench: Bench): Verdict {
  const problem = beatProblem(beat, bench.duration)
  if (problem) return { refusal: problem }
  const clock = askedAnew(accrue(counted(before, bench.today), bench.until), before, beat, bench)
  if (beat.event === 'start') return start(clock, progress, beat, bench)
  if (clock.sessionNo !== beat.sessionNo) return { refusal: 'course.sessionNotOpen' }
  const answered = beat.event === 'presence' ? answer(clock, beat, bench) : clock
  if ('refusal' in answered) return answered
  const result = credit(answered, progress, beat, bench)
  const brought = lengthOf(without(watched(beat, bench.duration), progress.covered))
  const refusal = brought > 0 && result.added === 0 ? whyNothing(answered, bench) : null
  if (refusal) return { refusal }
  return beat.event === 'end' ? { ...result, clock: closed(result.clock), presence: null } : result
}

/** Why nothing more can be credited to the session; null: what came waits for a gap to be filled, or for the clock. */
function whyNothing(clock: Clock, bench: Bench): RefusalKey | null {
  if (isOver(bench) && clock.presenceLeft > 0)
    return clock.allowance + clock.grace > 0 ? null : 'course.studyClosed'
  return bench.now > answerBy(clock, bench) ? 'course.presenceExpired' : null
}

/** The study time of the open session has ended. */
const isOver = ({ now, until }: Bench) => until < now

/**
 * A beat of a session that another page has taken over since: what it had watched by then is credited from the time
 * it had left, and never from any other. Nothing of it: it is told where study goes on.
 */
export function judgeLate(
  before: Clock,
  progress: Progress,
  beat: Beat,
  { time, held }: Left,
  bench: Bench,
): Verdict {
  const problem = beatProblem(beat, bench.duration)
  if (problem) return { refusal: problem }
  const wanted = without(union(watched(beat, bench.duration), held), progress.covered)
  const { taken, left, furthest } = take(wanted, progress, time)
  const added = lengthOf(taken)
  if (added === 0) return { refusal: 'course.takenOver' }
  const clock = counted(before, bench.today)
  const covered = union(progress.covered, taken)
  const done = progress.done || isDone(covered, bench)
  return {
    clock: {
      ...clock,
      credited: clock.credited + added,
      dayCredited: clock.dayCredited + added,
    },
    progress: { covered, furthest, resume: carried(progress, taken), done },
    added,
    presence: null,
    left: { time: time - added, held: firstOf(left, heldMaxDs) },
  }
}

function isDone(covered: Ranges, { duration, donePerMille }: Bench): boolean {
  return lengthOf(covered) * 1000 >= duration * donePerMille
}

/** What can be said of a beat without its student. */
export function beatProblem(beat: Omit<Beat, 'sessionNo'>, duration: number): RefusalKey | null {
  if (beat.event === 'start' && beat.intervals.length > 0) return 'course.badIntervals'
  const bad = ([from, to]: [number, number]) => !(from >= 0 && from <= to)
  if (!(beat.position >= 0) || beat.intervals.some(bad)) return 'course.badIntervals'
  const furthest = Math.max(beat.position, ...beat.intervals.map(([, to]) => to))
  return furthest > duration + overrunDs ? 'course.positionBeyondLesson' : null
}

/** The allowance grows with time while a session is open, never past an unanswered presence check. */
function accrue(clock: Clock, now: number): Clock {
  if (clock.sessionNo === null) return clock
  const time = Math.min(Math.max(0, now - clock.accruedAt), clock.presenceLeft)
  return {
    ...clock,
    accruedAt: clock.accruedAt + time,
    allowance: clock.allowance + time,
    presenceLeft: clock.presenceLeft - time,
  }
}

/**
 * Decision 053: a check that fell due while nothing was heard of its session, so that no page could ask or no answer arrive, is asked
 * when the session is heard of again. Nothing counts past the moment it fell due until it is answered, as of any other.
 */
function askedAnew(clock: Clock, before: Clock, beat: Beat, bench: Bench): Clock {
  if (before.presenceLeft === 0 || clock.presenceLeft > 0 || isOver(bench)) return clock
  const unheard = dueOf(clock) - before.accruedAt
  const silent = unheard > silentDs
  if (!silent && bench.now <= answerBy(clock, bench)) return clock
  // one that was told shows at once, for its answer may be this very beat; of the other nobody can know before (decision 039)
  const told = !silent || (unheard <= announceDs && beat.presenceId === clock.presenceId)
  const due = told ? bench.now - shownDs : bench.now
  return { ...clock, presenceLate: Math.max(0, due - dueOf(clock)) }
}

/** The clock with one more beat accepted today. */
function counted(clock: Clock, today: string): Clock {
  return clock.day === today
    ? { ...clock, dayBeats: clock.dayBeats + 1 }
    : { ...clock, day: today, dayCredited: 0, dayBeats: 1 }
}

function closed(clock: Clock): Clock {
  return { ...clock, sessionNo: null, allowance: 0, held: [] }
}

/** Opens the clock, taking over from any other session. Whoever starts is present: a check that was due is drawn anew. */
function start(clock: Clock, progress: Progress, beat: Beat, bench: Bench): Verdict {
  const ready = clock.presenceLeft > 0 ? clock : withNewPresence(clock, bench)
  const opened: Clock = {
    ...closed(ready),
    sessionNo: beat.sessionNo,
    lastSeq: beat.seq,
    accruedAt: bench.now,
  }
  const presence = presenceOf(opened, bench)
  const left = { time: clock.allowance, held: clock.held }
  return { clock: opened, progress, added: 0, presence, left }
}

function withNewPresence(clock: Clock, bench: Bench): Clock {
  const { id, after } = bench.drawPresence()
  return { ...clock, presenceId: id, presenceLeft: after, presenceLate: 0 }
}

/** A check in time: the time since it fell due counts, after a silence no more than its most. Refused: too late, no check that was asked, or before a person could. */
function answer(clock: Clock, beat: Beat, bench: Bench): Clock | { refusal: RefusalKey } {
  const asked = presenceOf(clock, bench)
  if (!asked || asked.id !== beat.presenceId || bench.now > asked.answerBy)
    return { refusal: 'course.presenceExpired' }
  if (bench.now < asked.due + soonestDs) return { refusal: 'course.presenceEarly' }
  const since = Math.min(Math.max(0, bench.until - clock.accruedAt), silenceDs)
  const next = withNewPresence(clock, bench)
  return {
    ...next,
    accruedAt: Math.max(clock.accruedAt, bench.until),
    allowance: clock.allowance + since,
    // the way to the next begins where this one fell due; it is announced as any other
    presenceLeft: Math.max(announceDs, next.presenceLeft - since),
  }
}

/** The presence check as the player must know it: from six heartbeats before it is due. */
function presenceOf(clock: Clock, bench: Bench): Presence | null {
  const due = dueOf(clock)
  if (clock.sessionNo === null || due - bench.now > announceDs) return null
  return { id: clock.presenceId, due, answerBy: answerBy(clock, bench) }
}

const dueOf = ({ accruedAt, presenceLeft, presenceLate }: Clock) =>
  accruedAt + presenceLeft + presenceLate

/** The time to answer begins when the check shows. */
const answerBy = (clock: Clock, { presenceAnswer }: Bench) =>
  dueOf(clock) + shownDs + presenceAnswer

function watched(beat: Beat, duration: number): Ranges {
  return normal(beat.intervals.map(([from, to]) => [from, Math.min(to, duration)]))
}

function credit(clock: Clock, progress: Progress, beat: Beat, bench: Bench) {
  const wanted = without(union(watched(beat, bench.duration), clock.held), progress.covered)
  const { taken, left, furthest } = take(wanted, progress, clock.allowance + clock.grace)
  const added = lengthOf(taken)
  const covered = union(progress.covered, taken)
  const overAllowance = Math.max(0, added - clock.allowance)
  const done = progress.done || isDone(covered, bench)
  const position = Math.min(beat.position, bench.duration)
  const latest = beat.seq > clock.lastSeq
  const spent: Clock = {
    ...clock,
    lastSeq: Math.max(clock.lastSeq, beat.seq),
    allowance: clock.allowance - (added - overAllowance),
    grace: clock.grace - overAllowance,
    credited: clock.credited + added,
    dayCredited: clock.dayCredited + added,
    held: firstOf(left, heldMaxDs),
  }
  const place = done ? (beat.event === 'end' ? 0 : position) : Math.min(position, furthest)
  const resume = latest ? place : carried(progress, taken)
  return {
    clock: spent,
    progress: { covered, furthest, resume, done },
    added,
    presence: isOver(bench) ? null : presenceOf(spent, bench),
  }
}

/** Told late: who is to go on within it need not watch it again. */
function carried({ resume, done }: Progress, taken: Ranges): number {
  if (done) return resume
  return taken.find(([from, to]) => from <= resume && resume < to)?.[1] ?? resume
}

/** The forward guard and the speed guard: back always, forward only from the furthest point, free after done. */
export function take(wanted: Ranges, progress: Progress, budget: number) {
  const taken: Ranges = []
  const left: Ranges = []
  let furthest = progress.furthest
  const pieces = progress.covered.length
  let open = budget
  for (const [from, to] of wanted) {
    const reachable =
      (progress.done || from <= furthest + guardDs) &&
      (pieces + taken.length < mostPieces || touches(progress.covered, from, to))
    const end = reachable ? Math.min(to, from + open) : from
    if (end > from) {
      taken.push([from, end])
      furthest = Math.max(furthest, end)
      open -= end - from
    }
    if (end < to) left.push([end, to])
  }
  return { taken, left, furthest }
}

function touches(covered: Ranges, from: number, to: number): boolean {
  return covered.some((range) => range[1] === from || range[0] === to)
}

/** The first so many tenths of a second of the stretches. */
function firstOf(ranges: Ranges, most: number): Ranges {
  const result: Ranges = []
  let open = most
  for (const [from, to] of ranges) {
    if (open <= 0 || result.length === mostPieces) break
    const end = Math.min(to, from + open)
    result.push([from, end])
    open -= end - from
  }
  return result
}
