import { randomInt, randomUUID } from 'node:crypto'
import type { RefusalKey } from '@ce/contract'
import type { Settings } from '../../../platform/settings.ts'
import {
  emptyLessonState,
  newStudyClock,
  type PresenceWindow,
  type StudyClockState,
  type StudyHeartbeat,
} from './clock.ts'
import { judgeAfterTakeover, judgeHeartbeat, type TakenOverSessionRemainder } from './judge.ts'
import { formatMultirange, type Ranges, totalLength } from './ranges.ts'
import type { HeartbeatFacts, HeartbeatKey } from './store/facts.ts'
import type { HeartbeatWrite } from './store/heartbeats.ts'
import type { StoredHeartbeat, StoredHeartbeatKey } from './store/stored-heartbeats.ts'
import { creditByDay } from './watched-day.ts'

export interface HeartbeatInput {
  key: HeartbeatKey
  event: StudyHeartbeat['event']
  position: number
  intervals: Ranges
  presenceId: string | undefined
  age: number
  device: string
}

export interface StudyHeartbeatAnswer {
  creditedSeconds: number
  furthestSeconds: number
  lessonDone: boolean
  courseDone: boolean
  presence: { id: string; dueAt: Date; answerBy: Date } | null
  serverNow: Date
  takenOver: boolean
}

export type HeartbeatOutcome = { refusal: RefusalKey } | { answer: StudyHeartbeatAnswer } | { write: HeartbeatWrite }

/** A session that ended by itself has no remainder. */
const nothing: TakenOverSessionRemainder = { time: 0, held: [] }

/** Returns null if the heartbeat is new for the open session. */
export function repeatedHeartbeatKey(
  { key }: HeartbeatInput,
  { session, clock }: HeartbeatFacts,
): StoredHeartbeatKey | null {
  if (!session || (clock?.sessionNo === session.no && key.seq > clock.lastSeq)) return null
  return { sessionNo: session.no, seq: key.seq }
}

/** @param stored the heartbeat with the same key */
export function evaluateHeartbeat(
  beat: HeartbeatInput,
  facts: HeartbeatFacts,
  stored: StoredHeartbeat | undefined,
  settings: Settings,
): HeartbeatOutcome {
  if (facts.round === null) return { refusal: 'course.notFound' }
  if (facts.duration === null) return { refusal: 'course.lessonNotFound' }
  if (stored && facts.session)
    return sameContent(beat, facts.session, stored)
      ? { answer: firstAnswer(stored, facts.session.closedBy === 'TAKEOVER') }
      : { refusal: 'course.beatConflict' }
  // A session without its first heartbeat has sealed ones, and has ended.
  const problem = beat.event === 'start' && !facts.session ? null : sessionProblem(beat, facts)
  if (problem) return { refusal: problem }
  if (!facts.paid) return { refusal: 'course.notPaid' }
  if (!mayStillCount(beat, facts, settings)) return { refusal: 'course.studyClosed' }
  if (beatsToday(facts) >= settings['study.beatsPerDay']) return { refusal: 'course.tooManyBeats' }
  return judged(beat, facts, facts.round, facts.duration, settings)
}

/** After the end of study, heartbeats from before it may still arrive for a while (decision 020). */
function mayStillCount({ event }: HeartbeatInput, facts: HeartbeatFacts, settings: Settings): boolean {
  const lateMs = event === 'start' ? 0 : settings['study.lateSeconds'] * 1000
  return facts.nowMs < facts.studyEndMs + lateMs
}

const beatsToday = ({ clock, today }: HeartbeatFacts) => (clock?.day === today ? clock.dayBeats : 0)

function sessionProblem(beat: HeartbeatInput, { session, round }: HeartbeatFacts): RefusalKey | null {
  const takenOver = session?.closedBy === 'TAKEOVER'
  if (takenOver && session.left.time === 0) return 'course.takenOver'
  const same =
    session &&
    session.closedBy !== 'END' &&
    session.signCourseId === beat.key.signCourseId &&
    session.lessonId === beat.key.lessonId &&
    session.round === round
  if (same) return null
  return takenOver ? 'course.takenOver' : 'course.sessionNotOpen'
}

function judged(
  beat: HeartbeatInput,
  facts: HeartbeatFacts,
  round: number,
  duration: number,
  settings: Settings,
): HeartbeatOutcome {
  const bench = {
    now: Math.floor(facts.nowMs / 100),
    until: Math.floor(Math.min(facts.nowMs, endOfOpen(beat, facts)) / 100),
    today: facts.today,
    duration,
    donePerMille: settings['study.donePerMille'],
    presenceAnswer: settings['study.presenceAnswerSeconds'] * 10,
    drawPresence: () => drawPresence(settings),
  }
  const before = facts.clock ?? newStudyClock(bench)
  const sessionNo = facts.session?.no ?? facts.newSessionNo ?? 0
  const { key, device, age, ...content } = beat
  const asked = { ...content, sessionNo, seq: key.seq }
  const progress = facts.progress ?? emptyLessonState
  const late = facts.session?.closedBy === 'TAKEOVER'
  const verdict = late
    ? judgeAfterTakeover(before, progress, asked, facts.session?.left ?? nothing, bench)
    : judgeHeartbeat(before, progress, asked, bench)
  if ('refusal' in verdict) return verdict
  const { left = nothing, ...judged } = verdict
  const { added } = judged
  // A start heartbeat has no session yet, so its session opens now.
  const openedMs = facts.session?.openedMs ?? facts.nowMs
  const { over, early } = creditByDay({ added, age, nowMs: facts.nowMs, openedMs, before })
  return {
    write: {
      ...judged,
      clock: { ...judged.clock, dayCredited: judged.clock.dayCredited - early },
      key,
      device,
      nowMs: facts.nowMs,
      today: facts.today,
      round,
      duration,
      sessionNo,
      openedMs,
      version: facts.clock?.version ?? 0,
      closes: late ? null : closes(beat, before, sessionNo, left),
      late: late ? left : null,
      afterEnd: facts.nowMs >= facts.studyEndMs,
      dayOver: over,
      event: beat.event,
      position: beat.position,
      intervals: beat.intervals,
      answeredPresenceId: beat.presenceId ?? null,
      courseDone: false,
    },
  }
}

/**
 * Returns the time until which study counts: for a start heartbeat the end of the session that it takes over, otherwise
 * the end of study.
 */
function endOfOpen({ event }: HeartbeatInput, facts: HeartbeatFacts): number {
  return event === 'start' ? (facts.openEndMs ?? facts.nowMs) : facts.studyEndMs
}

function closes(
  beat: HeartbeatInput,
  before: StudyClockState,
  sessionNo: number,
  left: TakenOverSessionRemainder,
): HeartbeatWrite['closes'] {
  if (beat.event === 'end') return { no: sessionNo, by: 'END', left: nothing }
  if (beat.event !== 'start' || before.sessionNo === null) return null
  return { no: before.sessionNo, by: 'TAKEOVER', left }
}

/** The server chooses the moment of a presence check (docs/rules/study.md#presence-checks). */
function drawPresence(settings: Settings): { id: string; after: number } {
  const least = settings['study.presenceMinSeconds'] * 10
  const most = Math.max(least, settings['study.presenceMaxSeconds'] * 10)
  return { id: randomUUID(), after: randomInt(least, most + 1) }
}

function sameContent(
  beat: HeartbeatInput,
  session: NonNullable<HeartbeatFacts['session']>,
  stored: StoredHeartbeat,
): boolean {
  return (
    beat.key.signCourseId === session.signCourseId &&
    beat.key.lessonId === session.lessonId &&
    beat.event === stored.event &&
    beat.position === stored.position &&
    formatMultirange(beat.intervals) === stored.intervals &&
    (beat.presenceId ?? null) === stored.answeredPresenceId
  )
}

function firstAnswer(stored: StoredHeartbeat, takenOver: boolean): StudyHeartbeatAnswer {
  return {
    creditedSeconds: stored.credited / 10,
    furthestSeconds: stored.furthest / 10,
    lessonDone: stored.lessonDone,
    courseDone: stored.courseDone,
    presence: stored.presence,
    serverNow: stored.at,
    takenOver,
  }
}

/** Seconds in the response are rounded down. */
export function toStudyHeartbeatAnswer(write: HeartbeatWrite): StudyHeartbeatAnswer {
  const { progress, courseDone, presence, nowMs, late } = write
  return {
    creditedSeconds: totalLength(progress.covered) / 10,
    furthestSeconds: progress.furthest / 10,
    lessonDone: progress.done,
    courseDone,
    presence: presence && presenceAnswer(presence),
    serverNow: new Date(nowMs),
    takenOver: late !== null,
  }
}

function presenceAnswer({ id, due, answerBy }: PresenceWindow) {
  return { id, dueAt: new Date(due * 100), answerBy: new Date(answerBy * 100) }
}
