import { maxSavesPerAttempt } from '@ce/contract/exam-limits'
import type { ClientInput, ClientOutput } from '../call.ts'
import type { CameraProblem } from './camera.ts'

export type ExamKey = ClientInput<'GET /exam/v1/info'>
export type ExamInfo = ClientOutput<'GET /exam/v1/info'>
export type ExamMode = ClientInput<'POST /exam/v1/consent'>['mode']
export type AttemptPaper = ClientOutput<'GET /exam/v1/start'>
export type AttemptQuestion = AttemptPaper['questions'][number]
export type ExamResult = ClientOutput<'POST /exam/v1/submit_exam'>
/** Option ids by question id. An empty list is a withdrawn answer. */
export type AttemptAnswers = Record<string, string[]>

/** `at` (epoch milliseconds) identifies and orders the choices of this browser. */
export interface PendingAnswer {
  options: string[]
  at: number
  /** Server time of the choice. Older pages do not store it. */
  serverAt?: number
  /** Sequence number of the last save that the page knew at the time of the choice. Older pages do not store it. */
  seq?: number
  /** Times of the earlier choices that this one replaced on this device. */
  before?: number[]
}
export type UnsavedAnswers = Record<string, PendingAnswer>

/**
 * `submitting`: the student submitted. `expired`: the deadline passed. Both wait for a result. `error`: only this page
 * has ended, not the attempt.
 */
export type AttemptPhase =
  | 'locked'
  | 'ready'
  | 'camera-check'
  | 'consenting'
  | 'starting'
  | 'running'
  | 'submitting'
  | 'expired'
  | 'submitted'
  | 'error'

export type CameraState = 'off' | 'checking' | 'ready' | CameraProblem

/** `retryAt` is in epoch milliseconds of the device. */
export interface PlannedCapture {
  no: number
  /** Time of the server's clock in epoch milliseconds. */
  dueAt: number
  state: 'waiting' | 'busy' | 'done'
  failures: number
  retryAt: number
  /** After the attempt has ended, the server takes the capture until this server time. */
  until?: number
}

export interface AttemptState {
  phase: AttemptPhase
  info: ExamInfo
  mode: ExamMode
  camera: CameraState
  /** The problem is a Chinese text for the student. */
  problem: string | null
  signedOut: boolean

  sitting: AttemptPaper | null
  /** Time of the server's clock in epoch milliseconds. */
  deadline: number
  /** New deadline if it moved while this page was open. */
  extendedTo: number | null
  /** Server clock minus device clock, in milliseconds. */
  offset: number
  /** Time of the last contact with the server in epoch milliseconds of the device. */
  heardAt: number
  /** Epoch milliseconds of the device when it noticed a sleep, or 0. */
  wokeAt: number
  beatAt: number
  beating: boolean
  /** The page's id; undefined before the start of the attempt. */
  page: string | undefined
  beacon: string
  /**
   * Result of the server's own submission at the deadline, while unsaved answers are still being sent as an offline
   * submission; otherwise null.
   */
  standing: ExamResult | null
  /** True once the answers are sealed, even before they have arrived. */
  isSealed: boolean
  /** The server refused the offline submission. */
  sealRefused: boolean
  /** The shown answers include unsaved ones. */
  answers: AttemptAnswers
  unsaved: UnsavedAnswers
  savedSeq: number
  /** Time of the last save in epoch milliseconds of the device. */
  savedAt: number
  /** Other pages or devices have saved answers that are not shown here. */
  behind: boolean
  /** Numbers of questions that were also answered elsewhere and need a review. */
  changed: number[]
  sending: { what: 'save' | 'submit' | 'seal'; seq: number; typed: UnsavedAnswers } | null
  failures: number
  retryAt: number
  marks: string[]
  current: number
  captures: PlannedCapture[]
  result: ExamResult | null
  /** Numbers of questions whose last answers the result may lack. */
  unconfirmed: number[]
  ended: string | null
}

export function makeInitialAttemptState(info: ExamInfo): AttemptState {
  return {
    phase: canBeginAttempt(info) ? 'ready' : 'locked',
    info,
    mode: info.consent.given ?? 'CAMERA',
    camera: 'off',
    problem: null,
    signedOut: false,
    sitting: null,
    deadline: 0,
    extendedTo: null,
    offset: 0,
    heardAt: 0,
    wokeAt: 0,
    beatAt: 0,
    beating: false,
    page: undefined,
    beacon: '',
    standing: null,
    isSealed: false,
    sealRefused: false,
    answers: {},
    unsaved: {},
    savedSeq: 0,
    savedAt: 0,
    behind: false,
    changed: [],
    sending: null,
    failures: 0,
    retryAt: 0,
    marks: [],
    current: 0,
    captures: [],
    result: null,
    unconfirmed: [],
    ended: null,
  }
}

export function canBeginAttempt({ state, attemptsLeft, lockedBecause }: ExamInfo): boolean {
  if (state === 'READY' || state === 'RUNNING' || state === 'FAILED') return true
  return state === 'VOID' && attemptsLeft > 0 && !lockedBecause
}

export function isAttemptRunning({ phase }: AttemptState): boolean {
  return phase === 'running' || phase === 'submitting' || phase === 'expired'
}

/** The seconds are rounded up, so that 0 means over. */
export function remainingSeconds({ deadline, offset }: AttemptState, now: number): number {
  return Math.max(0, Math.ceil((deadline - now - offset) / 1000))
}

export type AnswerSaveState = 'saved' | 'saving' | 'offline' | 'spent'

/**
 * Sequence number after which an open page saves no more. The remaining saves are kept for closed pages and for pages
 * of older versions.
 */
export const lastSpacedSave = maxSavesPerAttempt - 50

/** Whether this page may save no more. Its later answers are sent with the submission. */
export function areSpacedSavesUsedUp({ savedSeq }: AttemptState): boolean {
  return savedSeq >= lastSpacedSave
}

export function answerSaveStateOf(state: AttemptState): AnswerSaveState {
  if (Object.keys(state.unsaved).length === 0) return 'saved'
  if (state.failures > 0) return 'offline'
  return areSpacedSavesUsedUp(state) ? 'spent' : 'saving'
}

export function isQuestionAnswered({ answers }: AttemptState, question: AttemptQuestion): boolean {
  return (answers[question.id] ?? []).length > 0
}

/** The question numbers start at 1. */
export function unansweredQuestionNumbers(state: AttemptState): number[] {
  const questions = state.sitting?.questions ?? []
  return questions.flatMap((question, index) => (isQuestionAnswered(state, question) ? [] : [index + 1]))
}

export type AttemptCommand =
  | { do: 'openCamera'; deviceId?: string | undefined }
  | { do: 'closeCamera' }
  | { do: 'consent'; mode: ExamMode; version: string }
  /** `resume` is the id of the attempt to continue, or null to start a new one. The attempt may have ended. */
  | { do: 'start'; resume: string | null }
  | { do: 'save'; seq: number; answers: AttemptAnswers; chosen: Record<string, number> }
  /** `bell` is the deadline that caused the submission. */
  | { do: 'submit'; seq: number; answers: AttemptAnswers; bell?: string }
  /** `afterMs` counts from the time beacon. */
  | { do: 'seal'; seq: number; answers: AttemptAnswers; beacon: string; afterMs: number }
  | { do: 'beat' }
  | { do: 'capture'; no: number }
  | { do: 'sync' }

export type RequestFailure =
  | { why: 'refused'; key: string | undefined; msg: string; data: Record<string, unknown> }
  /** No network, no response or a server error, so the request may be repeated. */
  | { why: 'unsent'; retryAfter?: number | undefined }
  | { why: 'signedOut' }

export type AttemptEvent =
  /** Events caused by the student. */
  | { on: 'choose'; mode: ExamMode }
  | { on: 'checkCamera'; deviceId?: string | undefined }
  | { on: 'begin' }
  | { on: 'answer'; questionId: string; options: string[] }
  | { on: 'mark'; questionId: string }
  | { on: 'go'; to: number }
  | { on: 'submit' }
  | { on: 'again' }
  /** Events caused by the camera. */
  | { on: 'camera'; state: CameraState }
  /** Events caused by the server. */
  | { on: 'info'; info: ExamInfo }
  | { on: 'consented' }
  | { on: 'started'; sitting: AttemptPaper; kept: LocalDraft; sentAt: number }
  | { on: 'notStarted'; failure: RequestFailure }
  | {
      on: 'saved'
      seq: number
      serverNow: string
      deadline: string
      beacon: string
      sentAt: number
    }
  | {
      on: 'beat'
      serverNow: string
      deadline: string
      captures: { no: number; dueAt: string }[]
      savedSeq?: number
      beacon: string
      sentAt: number
    }
  | { on: 'notBeaten'; failure: RequestFailure }
  /** Response to this page's own submission. */
  | { on: 'submitted'; result: ExamResult }
  | { on: 'notSent'; failure: RequestFailure; sentAt: number }
  | { on: 'captured'; no: number; outcome: 'done' | 'again' }
  | { on: 'synced'; info: ExamInfo; sentAt: number }
  /** Events caused by the page. */
  | { on: 'elsewhere'; kept: LocalDraft }
  | { on: 'shown' }
  | { on: 'online' }
  | { on: 'woke' }
  | { on: 'tick' }

export interface LocalDraft {
  unsaved: UnsavedAnswers
  marks: string[]
  current: number
  page?: string | undefined
  changed?: number[] | undefined
  doubtful?: string[] | undefined
}
