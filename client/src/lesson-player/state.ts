import type { RefusalKey } from '@ce/contract'
import type { Stretch } from '@ce/contract/stretches'
import type { CallOptions, Input, Output } from '../call.ts'
import { firstGap, lengthOf, type OpenStretch } from './stretches.ts'

export type Beat = Input<'POST /course/v1/learn_process'>
export type BeatAnswer = Output<'POST /course/v1/learn_process'>
export type Lesson = Output<'GET /course/v1/learn_course_detail'>['lessons'][number]
export type MovedTo = NonNullable<BeatAnswer['movedTo']>
export type SendBeat = (beat: Beat, options: CallOptions) => Promise<BeatAnswer>

/** What the picture does. `waiting`: for the server's yes before playing; `renewing`: for a new address. */
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
 * Why the person has to do something before it goes on. A presence check: nobody answered; nobody was asked, for the page had no network or
 * slept; the answer came too late.
 */
export type Stop =
  | 'taken-over'
  | 'presence-missed'
  | 'presence-unasked'
  | 'presence-late'
  | 'signed-out'
  | 'refused'

/** Why the reading clock stopped by itself: the page is in the background, another window has the keys, nobody moved. */
export type Halt = 'hidden' | 'away' | 'idle'

/** Something to be told beside the picture for a while. */
export type Hint = 'not-yet' | 'went-back' | 'press-play'

export interface Session {
  id: string
  /** of the next beat */
  seq: number
  /** the server has said yes to its start */
  open: boolean
}

export interface PlayerState {
  signCourseId: string
  lessonId: string
  /** seconds */
  duration: number
  /** beats are sent: study is open, and something of the lesson is left to credit */
  reports: boolean
  /** study time has ended: nothing is credited any more */
  closed: boolean
  done: boolean
  courseDone: boolean
  creditedSeconds: number
  covered: Stretch[]
  /** what its beats have brought the server; it may hold some back for a while and credit it later */
  reported: Stretch[]
  /** the furthest second the server knows of */
  served: number
  /** the furthest second that may be played on first viewing */
  reach: number

  media: MediaPhase
  /** the person wants it to play */
  wants: boolean
  position: number
  stop: Stop | null
  /** the server's words of a refusal */
  stopText: string
  /** taken over: where study goes on, as far as the server said */
  movedTo: MovedTo | null
  /** of an article: until the reader goes on */
  halt: Halt | null
  hint: Hint | null
  hintAt: number
  renewals: number
  /** until when the video's address is good, epoch ms by the server's clock */
  addressUntil: number
  addressAskedAt: number
  /** one came when nothing could take the film's place: another is asked for once something can */
  addressMissed: boolean
  /** all that is left of the video is here: its address is needed no more */
  loaded: boolean

  session: Session | null
  stretch: OpenStretch | null
  /** where the picture stands and may play on from, unheard of yet, and since when (epoch ms); `sought`: it was sent there */
  stood: { at: number; since: number; sought: boolean } | null
  /** seeks in a row that landed beyond what may be played */
  overshot: number
  /** the film was over here, which is not the lesson's end; null: it was, or has not ended yet */
  filmEnd: number | null
  /** played and in no beat yet */
  watched: Stretch[]
  lastBeatAt: number
  /** the position the last beat told */
  told: number
  /** the end was reached and `end` waits: a presence check was open, until it is answered; or one may be, until all before it is told */
  endsLater: 'answered' | 'told' | null

  presence: { id: string; dueAt: number; answerBy: number } | null
  asked: boolean
  /** the check that was answered last; older answers may still name it */
  answeredCheck: string | null
  /** server's clock minus ours, ms */
  offset: number

  /** what earlier pages left over is known: before that nothing is sent, for a `start` would end their sessions */
  ready: boolean
  /** the moment of the last step, ms of the steady clock */
  seenAt: number
  /** beats that the server has not answered, oldest first */
  queue: Beat[]
  /** the device keeps them, as far as it has said */
  keeps: boolean
  /** those of them that are on their way now */
  underWay: Beat[]
  /** those of them of which a try was given up: the answer to the next may be that one's, whose clock has gone by */
  failed: Beat[]
  /** tries in a row that came to nothing; those sent together are one */
  failures: number
  retryAt: number
  answeredAt: number
  /** beats the server would not have; they are not repeated */
  dropped: number
}

export interface Opening {
  signCourseId: string
  lesson: Lesson
  studyOpen: boolean
  /** until when the video's address is good, epoch ms by the server's clock */
  addressUntil: number
}

/** A lesson as it is opened, from what the server knows. */
export function opening({ signCourseId, lesson, studyOpen, addressUntil }: Opening): PlayerState {
  return {
    signCourseId,
    lessonId: lesson.id,
    duration: lesson.durationSeconds,
    reports: studyOpen && lengthOf(lesson.covered) < lesson.durationSeconds - 0.05,
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

/** Where the lesson was left; one played to its end that still lacks something goes on at the first gap. */
function placeToResume({ resumeAt, durationSeconds, covered, done }: Lesson): number {
  if (resumeAt < durationSeconds - 1) return resumeAt
  return done ? 0 : (firstGap(covered, durationSeconds) ?? 0)
}

/** The forward and speed guards are off: done, or nothing to earn (product §4 Study). */
export function isFree(state: PlayerState): boolean {
  return state.done || state.closed
}

/** As far as it may be played. */
export function limitOf(state: PlayerState): number {
  return isFree(state) ? state.duration : Math.min(state.duration, state.reach)
}

/** The film is over before the lesson is, and all that there is of it was watched: nothing more can be done here. */
export function endsEarly({ filmEnd, duration, covered }: PlayerState): boolean {
  if (filmEnd === null || filmEnd >= duration) return false
  return (firstGap(covered, duration) ?? duration) > filmEnd - endDriftSeconds
}

/** so much may an end differ from the lesson's: the server's tolerance (server/src/modules/study/judge.ts) */
export const endDriftSeconds = 1

/** Of this page's own lesson: two years' courses may have the same lessons, and what one of them left over is sent by any page. */
export function isOwn({ signCourseId, lessonId }: PlayerState, beat: Beat): boolean {
  return beat.id === signCourseId && beat.lessonId === lessonId
}

/** seconds played that the server has not confirmed */
export function unsavedSeconds(state: PlayerState): number {
  const open: Stretch[] = state.stretch ? [[state.stretch.from, state.stretch.to]] : []
  const queued = state.queue.filter((beat) => isOwn(state, beat)).flatMap((beat) => beat.intervals)
  return lengthOf([...queued, ...state.watched, ...open])
}

export type PlayerName =
  | Exclude<MediaPhase, 'waiting'>
  | Stop
  | 'starting'
  | 'presence-asked'
  | 'offline-playing'

/** The one name of where the player is. */
export function nameOf(state: PlayerState): PlayerName {
  if (state.stop) return state.stop
  if (state.asked) return 'presence-asked'
  if (state.media === 'waiting') return 'starting'
  if (state.media === 'playing' && state.reports && state.failures > 0) return 'offline-playing'
  return state.media
}

/** What the player's surroundings have to do. */
export type Command =
  | { do: 'play' }
  | { do: 'pause' }
  | { do: 'seek'; to: number }
  | { do: 'normalSpeed' }
  | { do: 'send'; beat: Beat }
  | { do: 'renew' }
  | { do: 'fetchAddress' }
  | { do: 'load'; url: string; until: number }

export type PlayerEvent =
  /** the person */
  | { on: 'play' }
  | { on: 'pause' }
  | { on: 'seekTo'; to: number }
  | { on: 'present' }
  /** the video element; positions in media seconds */
  | { on: 'playing'; at: number }
  | { on: 'time'; at: number; loaded?: boolean }
  | { on: 'waiting' }
  | { on: 'paused' }
  | { on: 'seeking'; at: number }
  | { on: 'seeked'; at: number; paused: boolean }
  | { on: 'speed'; rate: number }
  /** where the element says it is then, which some call the length that a header told */
  | { on: 'ended'; at?: number }
  | { on: 'broken' }
  | { on: 'blocked' }
  /** the reading clock of an article will not run on */
  | { on: 'halted'; why: Halt }
  /** a fresh address has come and is set, or there is none */
  | { on: 'renewed'; until: number }
  | { on: 'notRenewed' }
  /** one that was asked for in time; the old one still works */
  | { on: 'address'; url: string; until: number }
  /** the server */
  /** the lesson's length was corrected, and who had watched enough is done */
  | { on: 'corrected'; duration: number; done: boolean }
  | { on: 'answered'; beat: Beat; answer: BeatAnswer; sentAt: number }
  | {
      on: 'refused'
      beat: Beat
      key: RefusalKey | undefined
      msg: string
      movedTo?: MovedTo | null
    }
  | { on: 'unsent'; beat: Beat; retryAfter?: number | undefined }
  | { on: 'expired'; beat: Beat }
  /** the device keeps what is unsent, or does not */
  | { on: 'keeping'; keeps: boolean }
  /** the page */
  /** `kept`: beats an earlier page could not send; again, when the device was slow to find them */
  | { on: 'opened'; kept: readonly Beat[] }
  | { on: 'hidden' }
  | { on: 'shown' }
  | { on: 'closing' }
  /** it is gone, the player goes with it */
  | { on: 'left' }
  | { on: 'online' }
  /** the device has slept, and its clock has perhaps stood still */
  | { on: 'woke' }
  /** another page of this browser has begun to study */
  | { on: 'elsewhere' }
  | { on: 'tick' }
