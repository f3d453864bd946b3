import { mostSaves } from '@ce/contract/exam-limits'
import type { Input, Output } from '../call.ts'
import type { CameraProblem } from './camera.ts'

export type ExamOf = Input<'GET /exam/v1/info'>
export type ExamInfo = Output<'GET /exam/v1/info'>
export type ExamMode = Input<'POST /exam/v1/consent'>['mode']
export type Sitting = Output<'GET /exam/v1/start'>
export type Question = Sitting['questions'][number]
export type ExamResult = Output<'POST /exam/v1/submit_exam'>
/** questionId → chosen option ids; an empty list is an answer taken back */
export type Answers = Record<string, string[]>

/** An answer that the server has not confirmed. `at`, epoch ms, orders the choices of this browser's pages, and tells one from another. */
export interface Typed {
  options: string[]
  at: number
  /** when, by the server's clock as this page knew it then; left out by the pages of before */
  serverAt?: number
  /** how far the server's answers were known when it was chosen; left out by the pages of before */
  seq?: number
  /** the choices that it took the place of here */
  before?: number[]
}
export type Unsaved = Record<string, Typed>

/**
 * `locked` and `ready` are the page before an attempt; `camera-check` a ready one with the camera open or asked for.
 * `submitting` was the student's wish, `expired` is the clock's: both wait for the server's result. `error` ends an
 * attempt's page, never the attempt.
 */
export type Phase =
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

/** One picture to take; `retryAt` epoch ms of this device. */
export interface Capture {
  no: number
  /** server's clock, epoch ms */
  dueAt: number
  state: 'waiting' | 'busy' | 'done'
  failures: number
  retryAt: number
  /** its attempt is over, and the server takes it until then; server's clock, epoch ms */
  until?: number
}

export interface AttemptState {
  phase: Phase
  info: ExamInfo
  mode: ExamMode
  camera: CameraState
  /** what went wrong last, in Chinese; null when nothing did */
  problem: string | null
  signedOut: boolean

  sitting: Sitting | null
  /** server's clock, epoch ms */
  deadline: number
  /** what it was moved to while this page sat the attempt; null: it was not */
  extendedTo: number | null
  /** server's clock minus ours, ms */
  offset: number
  /** when the server was last heard, epoch ms of this device */
  heardAt: number
  /** when the device was found to have slept, epoch ms of its clock, which has stood still meanwhile; 0: it has not */
  wokeAt: number
  /** when a heartbeat was last tried; and whether one is on its way */
  beatAt: number
  beating: boolean
  /** what this browser's pages of the attempt are called at the server; undefined before it is begun */
  page: string | undefined
  /** the server's newest time beacon */
  beacon: string
  /** what the server has submitted by itself at the deadline, while answers waited here: those are sealed, whatever our clock says */
  standing: ExamResult | null
  /** the answers were sealed, whether they have arrived or not */
  isSealed: boolean
  /** the server will not have the answers sealed at the bell */
  sealRefused: boolean
  /** as shown: what the server has, with what it has not */
  answers: Answers
  unsaved: Unsaved
  savedSeq: number
  /** when a save was last answered, or the paper came, epoch ms of this device */
  savedAt: number
  /** another page or device has saved what is not shown here */
  behind: boolean
  /** the numbers of questions that were answered elsewhere, too: the person looks at what is shown */
  changed: number[]
  /** the one request on its way */
  sending: { what: 'save' | 'submit' | 'seal'; seq: number; typed: Unsaved } | null
  failures: number
  retryAt: number
  marks: string[]
  /** index of the question shown */
  current: number
  captures: Capture[]
  result: ExamResult | null
  /** the numbers of questions whose last answers the result may lack: the end came before they arrived */
  unconfirmed: number[]
  /** the attempt that last ended on this page */
  ended: string | null
}

/** The page as it is opened, from what the server knows. */
export function opening(info: ExamInfo): AttemptState {
  return {
    phase: canBegin(info) ? 'ready' : 'locked',
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

/** Whether the server would let an attempt be begun or gone on with. */
export function canBegin({ state, attemptsLeft, lockedBecause }: ExamInfo): boolean {
  if (state === 'READY' || state === 'RUNNING' || state === 'FAILED') return true
  return state === 'VOID' && attemptsLeft > 0 && !lockedBecause
}

/** An attempt is open on this page: leaving it wants a word. */
export function isSitting({ phase }: AttemptState): boolean {
  return phase === 'running' || phase === 'submitting' || phase === 'expired'
}

/** Whole seconds until the server's deadline, rounded up, so that 0 means over. */
export function remainingSeconds({ deadline, offset }: AttemptState, now: number): number {
  return Math.max(0, Math.ceil((deadline - now - offset) / 1000))
}

export type SaveState = 'saved' | 'saving' | 'offline' | 'spent'

/** What a closed page has left, and pages of before, may need the saves behind it. */
export const lastPacedSave = mostSaves - 50

/** Saved nearly as often as may be: what is answered from now on goes with the hand-in. */
export function isSpent({ savedSeq }: AttemptState): boolean {
  return savedSeq >= lastPacedSave
}

/** 已保存 / 保存中 / 离线，已暂存 / 已保存在本机，随交卷提交. */
export function saveStateOf(state: AttemptState): SaveState {
  if (Object.keys(state.unsaved).length === 0) return 'saved'
  if (state.failures > 0) return 'offline'
  return isSpent(state) ? 'spent' : 'saving'
}

/** Whether a question has at least one option chosen. */
export function isAnswered({ answers }: AttemptState, question: Question): boolean {
  return (answers[question.id] ?? []).length > 0
}

/** The numbers, from 1, of the questions without an answer. */
export function unansweredNumbers(state: AttemptState): number[] {
  const questions = state.sitting?.questions ?? []
  return questions.flatMap((question, index) => (isAnswered(state, question) ? [] : [index + 1]))
}

/** What the attempt's surroundings have to do. */
export type Command =
  | { do: 'openCamera'; deviceId?: string | undefined }
  | { do: 'closeCamera' }
  | { do: 'consent'; mode: ExamMode; version: string }
  /** `resume`: only to go on with this attempt, which may have ended meanwhile */
  | { do: 'start'; resume: string | null }
  | { do: 'save'; seq: number; answers: Answers; chosen: Record<string, number> }
  /** `bell`: by the clock, at the deadline it knows of */
  | { do: 'submit'; seq: number; answers: Answers; bell?: string }
  /** answers sealed at the bell, `afterMs` after the beacon was made */
  | { do: 'seal'; seq: number; answers: Answers; beacon: string; afterMs: number }
  | { do: 'beat' }
  | { do: 'capture'; no: number }
  /** ask the server how things stand, its clock above all */
  | { do: 'sync' }

/** Why a request did not do what it should. */
export type Failure =
  | { why: 'refused'; key: string | undefined; msg: string; data: Record<string, unknown> }
  /** no network, no answer, or a server that is not well: may be repeated */
  | { why: 'unsent'; retryAfter?: number | undefined }
  | { why: 'signedOut' }

export type AttemptEvent =
  /** the person */
  | { on: 'choose'; mode: ExamMode }
  | { on: 'checkCamera'; deviceId?: string | undefined }
  | { on: 'begin' }
  | { on: 'answer'; questionId: string; options: string[] }
  | { on: 'mark'; questionId: string }
  | { on: 'go'; to: number }
  | { on: 'submit' }
  | { on: 'again' }
  /** the camera */
  | { on: 'camera'; state: CameraState }
  /** the server */
  | { on: 'info'; info: ExamInfo }
  | { on: 'consented' }
  | { on: 'started'; sitting: Sitting; kept: Kept; sentAt: number }
  | { on: 'notStarted'; failure: Failure }
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
  | { on: 'notBeaten'; failure: Failure }
  /** our own submission */
  | { on: 'submitted'; result: ExamResult }
  | { on: 'notSent'; failure: Failure; sentAt: number }
  | { on: 'captured'; no: number; outcome: 'done' | 'again' }
  | { on: 'synced'; info: ExamInfo; sentAt: number }
  /** the page */
  | { on: 'elsewhere'; kept: Kept }
  | { on: 'shown' }
  | { on: 'online' }
  | { on: 'woke' }
  | { on: 'tick' }

/** What an attempt's page leaves on the device. */
export interface Kept {
  unsaved: Unsaved
  marks: string[]
  current: number
  /** what they are called at the server */
  page?: string | undefined
  /** the numbers of questions that were answered elsewhere, too, and not looked at since */
  changed?: number[] | undefined
  /** the questions of which whoever sent what was left has found the same */
  doubtful?: string[] | undefined
}
