import type { RefusalKey } from '@ce/contract'
import {
  accrue,
  type Beat,
  type Bench,
  type Clock,
  isOver,
  type Presence,
  type Progress,
} from './clock.ts'
import { answerBy, answerCheck, askedAnew, presenceOf, withNewPresence } from './presence.ts'
import { lengthOf, normal, type Ranges, union, without } from './ranges.ts'

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
  const answered = beat.event === 'presence' ? answerCheck(clock, beat, bench) : clock
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
