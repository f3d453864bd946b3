import type { Ranges } from './ranges.ts'

/** All times and media positions here, and in the judge, are whole tenths of a second (ds); instants count from 1970. */

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

/** A presence check: when it falls due, and until when it is answered. */
export interface Presence {
  id: string
  due: number
  answerBy: number
}

/** Of a lesson that nobody has begun. */
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

/** The allowance grows with time while a session is open, never past an unanswered presence check. */
export function accrue(clock: Clock, now: number): Clock {
  if (clock.sessionNo === null) return clock
  const time = Math.min(Math.max(0, now - clock.accruedAt), clock.presenceLeft)
  return {
    ...clock,
    accruedAt: clock.accruedAt + time,
    allowance: clock.allowance + time,
    presenceLeft: clock.presenceLeft - time,
  }
}

/** The study time of the open session has ended. */
export const isOver = ({ now, until }: Bench) => until < now
