import type { Ranges } from './ranges.ts'

/** All times and positions here are whole tenths of a second (ds); instants count from 1970. */

/** Allowance for network delay, granted once per student (docs/rules/study.md#credit). */
export const graceTenths = 50

/** The time state of a student, with the open play session. */
export interface StudyClockState {
  sessionNo: number | null
  lastSeq: number
  /** The allowance has been counted up to this instant. */
  accruedAt: number
  allowance: number
  grace: number
  credited: number
  /** Watched ranges of the open session that have no credit yet. */
  held: Ranges
  presenceId: string
  /** Study time until the next presence check, in tenths of a second. */
  presenceLeft: number
  /** Delay of a presence check that could not be shown during a connection loss (decision 053). */
  presenceLate: number
  /** `dayCredited` belongs to this day in Shanghai. */
  day: string
  dayCredited: number
  dayBeats: number
}

export interface LessonStudyState {
  covered: Ranges
  furthest: number
  resume: number
  done: boolean
}

export interface StudyHeartbeat {
  sessionNo: number
  seq: number
  event: 'start' | 'beat' | 'pause' | 'seek' | 'end' | 'hide' | 'presence'
  position: number
  intervals: Ranges
  presenceId: string | undefined
}

export interface HeartbeatJudgeContext {
  now: number
  /** Time counts until now or until the end of study, whichever is earlier (decision 020). */
  until: number
  today: string
  duration: number
  donePerMille: number
  presenceAnswer: number
  drawPresence(): { id: string; after: number }
}

/** When the presence check is due, and until when it can be answered. */
export interface PresenceWindow {
  id: string
  due: number
  answerBy: number
}

export const emptyLessonState: LessonStudyState = { covered: [], furthest: 0, resume: 0, done: false }

export function newStudyClock({ now, today, drawPresence }: HeartbeatJudgeContext): StudyClockState {
  const { id, after } = drawPresence()
  return {
    sessionNo: null,
    lastSeq: 0,
    accruedAt: now,
    allowance: 0,
    grace: graceTenths,
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

/** The allowance grows while a session is open, but not past an unanswered presence check. */
export function addAllowance(clock: StudyClockState, now: number): StudyClockState {
  if (clock.sessionNo === null) return clock
  const time = Math.min(Math.max(0, now - clock.accruedAt), clock.presenceLeft)
  return {
    ...clock,
    accruedAt: clock.accruedAt + time,
    allowance: clock.allowance + time,
    presenceLeft: clock.presenceLeft - time,
  }
}

export const isStudyOver = ({ now, until }: HeartbeatJudgeContext) => until < now
