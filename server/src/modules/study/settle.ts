import { randomInt, randomUUID } from 'node:crypto'
import type { RefusalKey } from '@ce/contract'
import type { Settings } from '../../platform/settings.ts'
import { type Beat, type Clock, newClock, noProgress, type Presence } from './clock.ts'
import { judge, judgeLate, type Left } from './judge.ts'
import { lengthOf, type Ranges, toText } from './ranges.ts'
import type { BeatWrite } from './store/beats.ts'
import type { BeatKey, Facts } from './store/facts.ts'
import type { StoredBeat, StoredKey } from './store/stored.ts'
import { watchedBefore } from './watched-day.ts'

/** A beat as it came in, checked as far as it can be without the database; tenths of a second. */
export interface Incoming {
  key: BeatKey
  event: Beat['event']
  position: number
  intervals: Ranges
  presenceId: string | undefined
  /** how long before it was sent its page made it */
  age: number
  /** what its page runs on, in words of ours */
  device: string
}

/** What the call answers with; instants are made ISO by the contract. */
export interface Answer {
  creditedSeconds: number
  furthestSeconds: number
  lessonDone: boolean
  courseDone: boolean
  presence: { id: string; dueAt: Date; answerBy: Date } | null
  serverNow: Date
  /** another page has taken over */
  takenOver: boolean
}

export type Settled = { refusal: RefusalKey } | { answer: Answer } | { write: BeatWrite }

/** What a session has left that ended by itself. */
const nothing: Left = { time: 0, held: [] }

/** The stored beat this one may repeat: anything but news of the open session. */
export function mayRepeat({ key }: Incoming, { session, clock }: Facts): StoredKey | null {
  if (!session || (clock?.sessionNo === session.no && key.seq > clock.lastSeq)) return null
  return { sessionNo: session.no, seq: key.seq }
}

/**
 * Settles one beat by the facts about it: refused, answered as the first time, or to be written.
 * @param stored the beat with the same key, if there is one
 */
export function settle(
  beat: Incoming,
  facts: Facts,
  stored: StoredBeat | undefined,
  settings: Settings,
): Settled {
  if (facts.round === null) return { refusal: 'course.notFound' }
  if (facts.duration === null) return { refusal: 'course.lessonNotFound' }
  if (stored && facts.session)
    return sameContent(beat, facts.session, stored)
      ? { answer: firstAnswer(stored, facts.session.closedBy === 'TAKEOVER') }
      : { refusal: 'course.beatConflict' }
  const problem = beat.event === 'start' ? null : sessionProblem(beat, facts)
  if (problem) return { refusal: problem }
  if (!facts.paid) return { refusal: 'course.notPaid' }
  if (!mayStillCount(beat, facts, settings)) return { refusal: 'course.studyClosed' }
  if (beatsToday(facts) >= settings['study.beatsPerDay']) return { refusal: 'course.tooManyBeats' }
  return judged(beat, facts, facts.round, facts.duration, settings)
}

/** Decision 020: after the end nothing is opened; what was watched before it may still arrive for a while. */
function mayStillCount({ event }: Incoming, facts: Facts, settings: Settings): boolean {
  const lateMs = event === 'start' ? 0 : settings['study.lateSeconds'] * 1000
  return facts.nowMs < facts.studyEndMs + lateMs
}

const beatsToday = ({ clock, today }: Facts) => (clock?.day === today ? clock.dayBeats : 0)

function sessionProblem(beat: Incoming, { session, round }: Facts): RefusalKey | null {
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
  beat: Incoming,
  facts: Facts,
  round: number,
  duration: number,
  settings: Settings,
): Settled {
  const bench = {
    now: Math.floor(facts.nowMs / 100),
    until: Math.floor(Math.min(facts.nowMs, endOfOpen(beat, facts)) / 100),
    today: facts.today,
    duration,
    donePerMille: settings['study.donePerMille'],
    presenceAnswer: settings['study.presenceAnswerSeconds'] * 10,
    drawPresence: () => drawPresence(settings),
  }
  const before = facts.clock ?? newClock(bench)
  const sessionNo = facts.session?.no ?? facts.newSessionNo ?? 0
  const { key, device, age, ...content } = beat
  const asked = { ...content, sessionNo, seq: key.seq }
  const progress = facts.progress ?? noProgress
  const late = facts.session?.closedBy === 'TAKEOVER'
  const verdict = late
    ? judgeLate(before, progress, asked, facts.session?.left ?? nothing, bench)
    : judge(before, progress, asked, bench)
  if ('refusal' in verdict) return verdict
  const { left = nothing, ...judged } = verdict
  const { added } = judged
  // of a start: it begins now
  const openedMs = facts.session?.openedMs ?? facts.nowMs
  const { over, early } = watchedBefore({ added, age, nowMs: facts.nowMs, openedMs, before })
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

/** Until when the session counts that is open: its own, or for a start the one it takes over. */
function endOfOpen({ event }: Incoming, facts: Facts): number {
  return event === 'start' ? (facts.openEndMs ?? facts.nowMs) : facts.studyEndMs
}

function closes(beat: Incoming, before: Clock, sessionNo: number, left: Left): BeatWrite['closes'] {
  if (beat.event === 'end') return { no: sessionNo, by: 'END', left: nothing }
  if (beat.event !== 'start' || before.sessionNo === null) return null
  return { no: before.sessionNo, by: 'TAKEOVER', left }
}

/** product §4 Study: by the server's choice. */
function drawPresence(settings: Settings): { id: string; after: number } {
  const least = settings['study.presenceMinSeconds'] * 10
  const most = Math.max(least, settings['study.presenceMaxSeconds'] * 10)
  return { id: randomUUID(), after: randomInt(least, most + 1) }
}

/** Whether a beat that came again says what it said the first time. */
function sameContent(
  beat: Incoming,
  session: NonNullable<Facts['session']>,
  stored: StoredBeat,
): boolean {
  return (
    beat.key.signCourseId === session.signCourseId &&
    beat.key.lessonId === session.lessonId &&
    beat.event === stored.event &&
    beat.position === stored.position &&
    toText(beat.intervals) === stored.intervals &&
    (beat.presenceId ?? null) === stored.answeredPresenceId
  )
}

function firstAnswer(stored: StoredBeat, takenOver: boolean): Answer {
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

/** What a beat is answered once it is written: seconds in full, instants by the rules' clock. */
export function answerOf(write: BeatWrite): Answer {
  const { progress, courseDone, presence, nowMs, late } = write
  return {
    creditedSeconds: lengthOf(progress.covered) / 10,
    furthestSeconds: progress.furthest / 10,
    lessonDone: progress.done,
    courseDone,
    presence: presence && presenceAnswer(presence),
    serverNow: new Date(nowMs),
    takenOver: late !== null,
  }
}

function presenceAnswer({ id, due, answerBy }: Presence) {
  return { id, dueAt: new Date(due * 100), answerBy: new Date(answerBy * 100) }
}
