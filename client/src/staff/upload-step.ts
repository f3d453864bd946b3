import type { StaffCalls } from '@ce/contract'
import { retryWaitMs } from '@ce/contract/retry-wait'

export type UploadedFile = StaffCalls['POST /file/v1/finish']['response']
export type UploadPosition = StaffCalls['POST /file/v1/begin']['response']
export type UploadPurpose = StaffCalls['POST /file/v1/begin']['request']['purpose']

/** `asking`: the client asks for the position of an interrupted upload. `finishing`: the server processes the file. */
export type UploadPhase =
  | 'checking'
  | 'beginning'
  | 'asking'
  | 'sending'
  | 'finishing'
  | 'waiting'
  | 'paused'
  | 'done'
  | 'failed'
  | 'cancelled'

export interface UploadState {
  phase: UploadPhase
  /** True until this device has checked the file. */
  unchecked: boolean
  pace: readonly { at: number; sent: number }[]
  size: number
  uploadId: string | null
  chunkSize: number
  sendTo: UploadPosition['sendTo']
  received: number
  /** Bytes of the chunk on its way. */
  inFlight: number
  turn: number
  /** Tries in a row without a response. */
  failures: number
  /** Epoch ms of the next try. */
  retryAt: number
  /** Number of restarts because the server had forgotten the upload. */
  restarts: number
  problem: string | null
  result: UploadedFile | null
}

export type UploadFailure =
  | { why: 'refused'; key: string | undefined; msg: string; received?: number | undefined }
  /** No network, no response or a server error, so the request may be repeated. */
  | { why: 'unsent'; retryAfter?: number | undefined }
  | { why: 'signedOut' }

export type UploadEvent =
  /** Events caused by the user. */
  | { on: 'start'; knownId: string | null }
  | { on: 'pause' }
  | { on: 'resume' }
  | { on: 'cancel' }
  | { on: 'online' }
  | { on: 'tick' }
  | { on: 'checked'; turn: number; problem: string | null }
  /** Position of the upload on the server; `size` belongs to the file that is really sent. */
  | { on: 'stand'; turn: number; stand: UploadPosition; size: number }
  | { on: 'progress'; turn: number; bytes: number }
  | { on: 'finished'; turn: number; file: UploadedFile }
  | { on: 'failure'; turn: number; failure: UploadFailure }

export type UploadCommand =
  | { do: 'check'; turn: number }
  | { do: 'begin'; turn: number }
  | { do: 'ask'; turn: number; uploadId: string }
  | { do: 'chunk'; turn: number; uploadId: string; from: number; to: number; sendTo: UploadPosition['sendTo'] }
  | { do: 'finish'; turn: number; uploadId: string }
  | { do: 'abort' }

export interface UploadStep {
  state: UploadState
  commands: UploadCommand[]
}

const retry = { firstMs: 1000, longestMs: 30_000 }
const mostRestarts = 2

/** @param size bytes of the file @param unchecked when this device must check it first */
export function initialUploadState(size: number, unchecked = false): UploadState {
  return {
    phase: 'beginning',
    unchecked,
    pace: [],
    size,
    uploadId: null,
    chunkSize: 0,
    sendTo: 'portal',
    received: 0,
    inFlight: 0,
    turn: 0,
    failures: 0,
    retryAt: 0,
    restarts: 0,
    problem: null,
    result: null,
  }
}

export function uploadedShare({ size, received, inFlight, phase }: UploadState): number {
  if (phase === 'done' || phase === 'finishing') return 1
  return size > 0 ? Math.min(1, (received + inFlight) / size) : 0
}

/**
 * Milliseconds of the recent upload from which its speed is computed: at most, at least, and between two measurements.
 */
const paceMs = { most: 20_000, least: 2000, apart: 500 }

const sentOf = ({ received, inFlight }: UploadState) => received + inFlight

function noted(state: UploadState, now: number): UploadState {
  const last = state.pace.at(-1)
  if (last && (now - last.at < paceMs.apart || sentOf(state) < last.sent)) return state
  const recent = state.pace.filter(({ at }) => now - at < paceMs.most)
  return { ...state, pace: [...recent, { at: now, sent: sentOf(state) }] }
}

export function estimateUploadSpeed(state: UploadState): { speed: number; secondsLeft: number } | null {
  const [first, last] = [state.pace[0], state.pace.at(-1)]
  if (state.phase !== 'sending' || !first || !last || last.at - first.at < paceMs.least) return null
  const speed = ((last.sent - first.sent) * 1000) / (last.at - first.at)
  return speed > 0 ? { speed, secondsLeft: (state.size - sentOf(state)) / speed } : null
}

export function isUploading({ phase }: UploadState): boolean {
  return phase !== 'done' && phase !== 'failed' && phase !== 'cancelled'
}

/** A pure reducer of an upload: an event gives the next state and commands. */
export function stepUpload(state: UploadState, event: UploadEvent, now: number): UploadStep {
  switch (event.on) {
    case 'start':
      return goOn({ ...state, uploadId: event.knownId })
    case 'pause':
      return isUploading(state) && state.phase !== 'paused' && state.phase !== 'finishing'
        ? stop(state, 'paused')
        : still(state)
    case 'cancel':
      return isUploading(state) ? stop(state, 'cancelled') : still(state)
    case 'resume':
      return state.phase === 'paused' || state.phase === 'waiting' || state.phase === 'failed'
        ? goOn({ ...state, failures: 0, restarts: 0 })
        : still(state)
    case 'online':
      return state.phase === 'waiting' ? goOn(state) : still(state)
    case 'tick':
      return state.phase === 'waiting' && now >= state.retryAt ? goOn(state) : still(state)
    default:
      return event.turn === state.turn ? answered(state, event, now) : still(state)
  }
}

type Answer = Extract<UploadEvent, { turn: number }>

function answered(state: UploadState, event: Answer, now: number): UploadStep {
  switch (event.on) {
    case 'checked':
      if (event.problem !== null) return still({ ...state, phase: 'failed', problem: event.problem })
      return goOn({ ...state, unchecked: false })
    case 'progress':
      return still(noted({ ...state, inFlight: Math.max(0, event.bytes) }, now))
    case 'stand':
      // A chunk without progress must not be repeated without delay.
      if (state.phase === 'sending' && event.stand.received <= state.received)
        return onFailure({ ...state, inFlight: 0 }, { why: 'unsent' }, now)
      return send(noted({ ...state, ...event.stand, size: event.size, inFlight: 0, failures: 0 }, now))
    case 'finished':
      return still({ ...state, phase: 'done', received: state.size, result: event.file })
    case 'failure':
      return onFailure({ ...state, inFlight: 0 }, event.failure, now)
  }
}

/** Begins an upload, or asks for the position of a known one. */
function goOn(before: UploadState): UploadStep {
  const turn = before.turn + 1
  const state = { ...before, turn, inFlight: 0, problem: null, retryAt: 0, pace: [] }
  if (state.unchecked) return { state: { ...state, phase: 'checking' }, commands: [{ do: 'check', turn }] }
  if (state.uploadId === null) return { state: { ...state, phase: 'beginning' }, commands: [{ do: 'begin', turn }] }
  const ask = { do: 'ask', turn, uploadId: state.uploadId } as const
  return { state: { ...state, phase: 'asking' }, commands: [ask] }
}

function send(before: UploadState): UploadStep {
  const { uploadId, received, size, chunkSize, sendTo } = before
  const turn = before.turn + 1
  if (uploadId === null) return goOn(before)
  if (received >= size)
    return {
      state: { ...before, turn, phase: 'finishing' },
      commands: [{ do: 'finish', turn, uploadId }],
    }
  const to = Math.min(size, received + Math.max(1, chunkSize))
  return {
    state: { ...before, turn, phase: 'sending' },
    commands: [{ do: 'chunk', turn, uploadId, from: received, to, sendTo }],
  }
}

function onFailure(state: UploadState, failure: UploadFailure, now: number): UploadStep {
  if (failure.why === 'signedOut')
    return still({ ...state, phase: 'failed', problem: '登录已过期，重新登录后可以继续上传' })
  if (failure.why === 'unsent') {
    const failures = state.failures + 1
    const wait = failure.retryAfter ? failure.retryAfter * 1000 : retryWaitMs(failures, retry)
    return still({ ...state, phase: 'waiting', failures, retryAt: now + wait })
  }
  if (failure.key === 'file.badOffset' && failure.received !== undefined)
    return send({ ...state, received: Math.min(failure.received, state.size) })
  const lost = failure.key === 'file.noSuchUpload' || failure.key === 'file.incomplete'
  if (lost && state.restarts < mostRestarts) {
    const restarts = state.restarts + 1
    return failure.key === 'file.incomplete'
      ? goOn({ ...state, restarts })
      : goOn({ ...state, restarts, uploadId: null, received: 0 })
  }
  // Forget the upload, because the server would refuse it again. A retry starts from the beginning.
  return still({ ...state, phase: 'failed', uploadId: null, received: 0, problem: failure.msg })
}

function stop(state: UploadState, phase: 'paused' | 'cancelled'): UploadStep {
  return {
    state: { ...state, phase, turn: state.turn + 1, inFlight: 0, pace: [] },
    commands: [{ do: 'abort' }],
  }
}

const still = (state: UploadState): UploadStep => ({ state, commands: [] })
