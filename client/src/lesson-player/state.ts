import type { RefusalKey } from '@ce/contract'
import type { Interval } from '@ce/contract/intervals'
import type { CallOptions, ClientInput, ClientOutput } from '../call.ts'
import { firstUncoveredSecond, type OpenInterval, totalIntervalLength } from './intervals.ts'

export type Heartbeat = ClientInput<'POST /course/v1/learn_process'>
export type PlayerHeartbeatAnswer = ClientOutput<'POST /course/v1/learn_process'>
export type PlayerLesson = ClientOutput<'GET /course/v1/learn_course_detail'>['lessons'][number]
export type TakeoverTarget = NonNullable<PlayerHeartbeatAnswer['movedTo']>
export type SendHeartbeat = (beat: Heartbeat, options: CallOptions) => Promise<PlayerHeartbeatAnswer>

export type MediaPhase =
  | 'idle'
  | 'waiting'
  | 'loading'
  | 'playing'
  | 'paused'
  | 'seeking'
  | 'ended'
  | 'renewing'
  | 'error'

/**
 * Why the player has stopped until the student acts. The three reasons with `presence`: a check was not answered, not
 * shown, or answered too late.
 */
export type StopReason =
  | 'taken-over'
  | 'presence-missed'
  | 'presence-unasked'
  | 'presence-late'
  | 'signed-out'
  | 'refused'

export type PauseReason = 'hidden' | 'away' | 'idle'

/** A temporary message beside the film. */
export type PlayerHintKind = 'not-yet' | 'went-back' | 'press-play'

export interface PlayerSession {
  id: string
  seq: number
  open: boolean
}

export interface PlayerState {
  signCourseId: string
  lessonId: string
  /** In seconds. */
  duration: number
  /** Heartbeats are sent only while study is open and some seconds lack credit. */
  reports: boolean
  closed: boolean
  done: boolean
  courseDone: boolean
  creditedSeconds: number
  covered: Interval[]
  /** Intervals that were sent. The server may credit some of them later. */
  reported: Interval[]
  /** Furthest second known to the server. */
  served: number
  reach: number

  media: MediaPhase
  wants: boolean
  position: number
  stop: StopReason | null
  stopText: string
  movedTo: TakeoverTarget | null
  halt: PauseReason | null
  hint: PlayerHintKind | null
  hintAt: number
  renewals: number
  /** Expiry of the video's address in epoch milliseconds, server time. */
  addressUntil: number
  addressAskedAt: number
  addressMissed: boolean
  loaded: boolean

  session: PlayerSession | null
  stretch: OpenInterval | null
  /**
   * Last known position of a film whose playing was not noticed yet. From `since` (epoch milliseconds) on, it may have
   * played. `sought`: the position is the target of a seek.
   */
  stood: { at: number; since: number; sought: boolean } | null
  /** Seeks in a row that landed beyond the limit. */
  overshot: number
  /** Where the film ended; null before the end, and when the film ends with the lesson. */
  filmEnd: number | null
  watched: Interval[]
  lastBeatAt: number
  told: number
  /** `end` waits for the answer to a check, or until all earlier heartbeats are reported. */
  endsLater: 'answered' | 'told' | null

  presence: { id: string; dueAt: number; answerBy: number } | null
  asked: boolean
  /** Id of the last answered check. Older responses may still name it. */
  answeredCheck: string | null
  /** Server clock minus device clock, in milliseconds. */
  offset: number

  /** True when the heartbeats of earlier pages are loaded. Sending before would end their sessions. */
  ready: boolean
  /** Time of the last step in milliseconds of the monotonic clock. */
  seenAt: number
  /** Unanswered heartbeats, oldest first. */
  queue: Heartbeat[]
  keeps: boolean
  underWay: Heartbeat[]
  /** Heartbeats that timed out once. A late response to one must not set the clock. */
  failed: Heartbeat[]
  /** Failures in a row. Requests sent together count once. */
  failures: number
  retryAt: number
  answeredAt: number
  dropped: number
}

export interface OpenedLesson {
  signCourseId: string
  lesson: PlayerLesson
  studyOpen: boolean
  /** Expiry of the video's address in epoch milliseconds, server time. */
  addressUntil: number
}

export function initialPlayerState({ signCourseId, lesson, studyOpen, addressUntil }: OpenedLesson): PlayerState {
  return {
    signCourseId,
    lessonId: lesson.id,
    duration: lesson.durationSeconds,
    reports: studyOpen && totalIntervalLength(lesson.covered) < lesson.durationSeconds - 0.05,
    closed: !studyOpen,
    done: lesson.done,
    courseDone: false,
    creditedSeconds: lesson.creditedSeconds,
    covered: lesson.covered,
    reported: [],
    served: lesson.furthestSeconds,
    reach: lesson.furthestSeconds,
    media: 'idle',
    wants: false,
    position: placeToResume(lesson),
    stop: null,
    stopText: '',
    movedTo: null,
    halt: null,
    hint: null,
    hintAt: 0,
    renewals: 0,
    addressUntil,
    addressAskedAt: 0,
    addressMissed: false,
    loaded: false,
    session: null,
    stretch: null,
    stood: null,
    overshot: 0,
    filmEnd: null,
    watched: [],
    lastBeatAt: 0,
    told: -1,
    endsLater: null,
    presence: null,
    asked: false,
    answeredCheck: null,
    offset: 0,
    ready: false,
    seenAt: 0,
    queue: [],
    keeps: true,
    underWay: [],
    failed: [],
    failures: 0,
    retryAt: 0,
    answeredAt: 0,
    dropped: 0,
  }
}

/** A lesson played to its end with missing seconds resumes at the first gap. */
function placeToResume({ resumeAt, durationSeconds, covered, done }: PlayerLesson): number {
  if (resumeAt < durationSeconds - 1) return resumeAt
  return done ? 0 : (firstUncoveredSecond(covered, durationSeconds) ?? 0)
}

/**
 * Whether seeking and speed are free, because the lesson is done or study time is over
 * (docs/rules/study.md#first-viewing).
 */
export function isPlayingUnrestricted(state: PlayerState): boolean {
  return state.done || state.closed
}

export function maxPlayablePosition(state: PlayerState): number {
  return isPlayingUnrestricted(state) ? state.duration : Math.min(state.duration, state.reach)
}

/** Whether the film is shorter than the lesson but has been watched completely. */
export function isFilmTooShort({ filmEnd, duration, covered }: PlayerState): boolean {
  if (filmEnd === null || filmEnd >= duration) return false
  return (firstUncoveredSecond(covered, duration) ?? duration) > filmEnd - filmEndToleranceSeconds
}

/**
 * Tolerance in seconds at the end of a film, the same as on the server (server/src/modules/learning/study/judge.ts).
 */
export const filmEndToleranceSeconds = 1

/**
 * Whether a heartbeat belongs to this course and lesson. The course is compared too, because courses of two years may
 * share lessons.
 */
export function isBeatOfOpenLesson({ signCourseId, lessonId }: PlayerState, beat: Heartbeat): boolean {
  return beat.id === signCourseId && beat.lessonId === lessonId
}

export function countUnsavedSeconds(state: PlayerState): number {
  const open: Interval[] = state.stretch ? [[state.stretch.from, state.stretch.to]] : []
  const queued = state.queue.filter((beat) => isBeatOfOpenLesson(state, beat)).flatMap((beat) => beat.intervals)
  return totalIntervalLength([...queued, ...state.watched, ...open])
}

export type PlayerStateName =
  | Exclude<MediaPhase, 'waiting'>
  | StopReason
  | 'starting'
  | 'presence-asked'
  | 'offline-playing'

export function playerStateNameOf(state: PlayerState): PlayerStateName {
  if (state.stop) return state.stop
  if (state.asked) return 'presence-asked'
  if (state.media === 'waiting') return 'starting'
  if (state.media === 'playing' && state.reports && state.failures > 0) return 'offline-playing'
  return state.media
}

export type PlayerCommand =
  | { do: 'play' }
  | { do: 'pause' }
  | { do: 'seek'; to: number }
  | { do: 'normalSpeed' }
  | { do: 'send'; beat: Heartbeat }
  | { do: 'renew' }
  | { do: 'fetchAddress' }
  | { do: 'load'; url: string; until: number }

export type PlayerEvent =
  /** Events caused by the student. */
  | { on: 'play' }
  | { on: 'pause' }
  | { on: 'seekTo'; to: number }
  | { on: 'present' }
  /** Positions of these events are media seconds. */
  | { on: 'playing'; at: number }
  | { on: 'time'; at: number; loaded?: boolean }
  | { on: 'waiting' }
  | { on: 'paused' }
  | { on: 'seeking'; at: number }
  | { on: 'seeked'; at: number; paused: boolean }
  | { on: 'speed'; rate: number }
  /** `at` is the position reported by the video element. Some elements report the length from a wrong file header. */
  | { on: 'ended'; at?: number }
  | { on: 'broken' }
  | { on: 'blocked' }
  | { on: 'halted'; why: PauseReason }
  | { on: 'renewed'; until: number }
  | { on: 'notRenewed' }
  | { on: 'address'; url: string; until: number }
  /** Events caused by the server. */
  | { on: 'corrected'; duration: number; done: boolean }
  | { on: 'answered'; beat: Heartbeat; answer: PlayerHeartbeatAnswer; sentAt: number }
  | {
      on: 'refused'
      beat: Heartbeat
      key: RefusalKey | undefined
      msg: string
      movedTo?: TakeoverTarget | null
    }
  | { on: 'unsent'; beat: Heartbeat; retryAfter?: number | undefined }
  | { on: 'expired'; beat: Heartbeat }
  /** Storing on the device starts or stops working. */
  | { on: 'keeping'; keeps: boolean }
  /** Events caused by the page. */
  /** The stored heartbeats of earlier pages are loaded. The event repeats when a slow device finds more of them. */
  | { on: 'opened'; kept: readonly Heartbeat[] }
  | { on: 'hidden' }
  | { on: 'shown' }
  | { on: 'closing' }
  | { on: 'left' }
  | { on: 'online' }
  | { on: 'woke' }
  | { on: 'elsewhere' }
  | { on: 'tick' }
