import type { RefusalKey } from '@ce/contract'
import {
  addAllowance,
  type HeartbeatJudgeContext,
  isStudyOver,
  type LessonStudyState,
  type PresenceWindow,
  type StudyClockState,
  type StudyHeartbeat,
} from './clock.ts'
import {
  announcedPresenceCheck,
  answerPresenceCheck,
  drawNextPresenceCheck,
  presenceAnswerDeadline,
  rescheduleMissedCheck,
} from './presence.ts'
import { normalizeRanges, type Ranges, subtractRanges, totalLength, unionRanges } from './ranges.ts'

/** Tolerance for rounding and player steps, in tenths of a second. */
const guardDs = 10
/** Tenths of a second by which a position may exceed the recorded lesson length. */
const overrunDs = 10
/** At most one hour of watched ranges may wait for credit; a page that was offline may send that much at once. */
const heldMaxDs = 36_000
/** Limits the pieces of a forged coverage; no real viewer watches in so many pieces. */
const mostPieces = 300

export type HeartbeatVerdict =
  | { refusal: RefusalKey }
  | {
      clock: StudyClockState
      progress: LessonStudyState
      added: number
      presence: PresenceWindow | null
      left?: TakenOverSessionRemainder
    }

/** Unused time and pending ranges of a session that was taken over. */
export interface TakenOverSessionRemainder {
  time: number
  held: Ranges
}

/**
 * Watched ranges earn credit once, within the allowance (docs/rules/study.md#credit); on first viewing they must
 * continue from the furthest point.
 */
export function judgeHeartbeat(
  before: StudyClockState,
  progress: LessonStudyState,
  beat: StudyHeartbeat,
  bench: HeartbeatJudgeContext,
): HeartbeatVerdict {
  const problem = heartbeatProblem(beat, bench.duration)
  if (problem) return { refusal: problem }
  const clock = rescheduleMissedCheck(addAllowance(counted(before, bench.today), bench.until), before, beat, bench)
  if (beat.event === 'start') return start(clock, progress, beat, bench)
  if (clock.sessionNo !== beat.sessionNo) return { refusal: 'course.sessionNotOpen' }
  const answered = beat.event === 'presence' ? answerPresenceCheck(clock, beat, bench) : clock
  if ('refusal' in answered) return answered
  const result = credit(answered, progress, beat, bench)
  const brought = totalLength(subtractRanges(watched(beat, bench.duration), progress.covered))
  const refusal = brought > 0 && result.added === 0 ? whyNothing(answered, bench) : null
  if (refusal) return { refusal }
  return beat.event === 'end' ? { ...result, clock: closed(result.clock), presence: null } : result
}

/**
 * Returns the reason why a heartbeat earned no credit, or null if its ranges only wait for more allowance or for a gap
 * to be filled.
 */
function whyNothing(clock: StudyClockState, bench: HeartbeatJudgeContext): RefusalKey | null {
  if (isStudyOver(bench) && clock.presenceLeft > 0)
    return clock.allowance + clock.grace > 0 ? null : 'course.studyClosed'
  return bench.now > presenceAnswerDeadline(clock, bench) ? 'course.presenceExpired' : null
}

/** Judges a heartbeat of a session that was taken over. It earns credit only from the unused time of that session. */
export function judgeAfterTakeover(
  before: StudyClockState,
  progress: LessonStudyState,
  beat: StudyHeartbeat,
  { time, held }: TakenOverSessionRemainder,
  bench: HeartbeatJudgeContext,
): HeartbeatVerdict {
  const problem = heartbeatProblem(beat, bench.duration)
  if (problem) return { refusal: problem }
  const wanted = subtractRanges(unionRanges(watched(beat, bench.duration), held), progress.covered)
  const { taken, left, furthest } = splitCreditableRanges(wanted, progress, time)
  const added = totalLength(taken)
  if (added === 0) return { refusal: 'course.takenOver' }
  const clock = counted(before, bench.today)
  const covered = unionRanges(progress.covered, taken)
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

function isDone(covered: Ranges, { duration, donePerMille }: HeartbeatJudgeContext): boolean {
  return totalLength(covered) * 1000 >= duration * donePerMille
}

export function heartbeatProblem(beat: Omit<StudyHeartbeat, 'sessionNo'>, duration: number): RefusalKey | null {
  if (beat.event === 'start' && beat.intervals.length > 0) return 'course.badIntervals'
  const bad = ([from, to]: [number, number]) => !(from >= 0 && from <= to)
  if (!(beat.position >= 0) || beat.intervals.some(bad)) return 'course.badIntervals'
  const furthest = Math.max(beat.position, ...beat.intervals.map(([, to]) => to))
  return furthest > duration + overrunDs ? 'course.positionBeyondLesson' : null
}

function counted(clock: StudyClockState, today: string): StudyClockState {
  return clock.day === today
    ? { ...clock, dayBeats: clock.dayBeats + 1 }
    : { ...clock, day: today, dayCredited: 0, dayBeats: 1 }
}

function closed(clock: StudyClockState): StudyClockState {
  return { ...clock, sessionNo: null, allowance: 0, held: [] }
}

/** Starts a session. The start proves that the student is present, so a presence check that is due gets a new time. */
function start(
  clock: StudyClockState,
  progress: LessonStudyState,
  beat: StudyHeartbeat,
  bench: HeartbeatJudgeContext,
): HeartbeatVerdict {
  const ready = clock.presenceLeft > 0 ? clock : drawNextPresenceCheck(clock, bench)
  const opened: StudyClockState = {
    ...closed(ready),
    sessionNo: beat.sessionNo,
    lastSeq: beat.seq,
    accruedAt: bench.now,
  }
  const presence = announcedPresenceCheck(opened, bench)
  const left = { time: clock.allowance, held: clock.held }
  return { clock: opened, progress, added: 0, presence, left }
}

function watched(beat: StudyHeartbeat, duration: number): Ranges {
  return normalizeRanges(beat.intervals.map(([from, to]) => [from, Math.min(to, duration)]))
}

function credit(
  clock: StudyClockState,
  progress: LessonStudyState,
  beat: StudyHeartbeat,
  bench: HeartbeatJudgeContext,
) {
  const wanted = subtractRanges(unionRanges(watched(beat, bench.duration), clock.held), progress.covered)
  const { taken, left, furthest } = splitCreditableRanges(wanted, progress, clock.allowance + clock.grace)
  const added = totalLength(taken)
  const covered = unionRanges(progress.covered, taken)
  const overAllowance = Math.max(0, added - clock.allowance)
  const done = progress.done || isDone(covered, bench)
  const position = Math.min(beat.position, bench.duration)
  const latest = beat.seq > clock.lastSeq
  const spent: StudyClockState = {
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
    presence: isStudyOver(bench) ? null : announcedPresenceCheck(spent, bench),
  }
}

/** If late ranges cover the resume point, it moves to the end of those ranges. */
function carried({ resume, done }: LessonStudyState, taken: Ranges): number {
  if (done) return resume
  return taken.find(([from, to]) => from <= resume && resume < to)?.[1] ?? resume
}

/** Takes ranges only if they continue from the furthest point, or anywhere once the lesson is done. */
export function splitCreditableRanges(wanted: Ranges, progress: LessonStudyState, budget: number) {
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
