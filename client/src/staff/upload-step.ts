import type { StaffCalls } from '@ce/contract'

export type UploadedFile = StaffCalls['POST /file/v1/finish']['response']
export type UploadStand = StaffCalls['POST /file/v1/begin']['response']
export type UploadPurpose = StaffCalls['POST /file/v1/begin']['request']['purpose']

/**
 * `checking` what can be seen on this device; `asking` where an upload that was interrupted goes on; `waiting` for the network, then by itself;
 * `paused` by the person; `finishing` while the server checks and processes what it has.
 */
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
  /** it is to be looked at on this device before anything is sent */
  unchecked: boolean
  /** how much was sent at which moments of the last seconds, the newest last */
  pace: readonly { at: number; sent: number }[]
  /** bytes of the file */
  size: number
  uploadId: string | null
  chunkSize: number
  /** bytes that lie safely on the server */
  received: number
  /** bytes of the chunk on its way */
  inFlight: number
  /** answers to earlier requests say nothing any more */
  turn: number
  /** tries in a row without an answer */
  failures: number
  /** epoch ms of the next try while waiting */
  retryAt: number
  /** the server had forgotten the upload and it began anew */
  restarts: number
  /** why it failed, in Chinese */
  problem: string | null
  result: UploadedFile | null
}

export type UploadFailure =
  | { why: 'refused'; key: string | undefined; msg: string; received?: number | undefined }
  /** no network, no answer, or a server that is not well: may be repeated */
  | { why: 'unsent'; retryAfter?: number | undefined }
  | { why: 'signedOut' }

export type UploadEvent =
  /** the person */
  | { on: 'start'; knownId: string | null }
  | { on: 'pause' }
  | { on: 'resume' }
  | { on: 'cancel' }
  /** the network came back, or the time to try again */
  | { on: 'online' }
  | { on: 'tick' }
  /** the device; null: nothing is wrong with the file */
  | { on: 'checked'; turn: number; problem: string | null }
  /** the server; `turn` of the command it answers, `size` of what is sent, which may be the chosen file made ready */
  | { on: 'stand'; turn: number; stand: UploadStand; size: number }
  | { on: 'progress'; turn: number; bytes: number }
  | { on: 'finished'; turn: number; file: UploadedFile }
  | { on: 'failure'; turn: number; failure: UploadFailure }

export type UploadCommand =
  | { do: 'check'; turn: number }
  | { do: 'begin'; turn: number }
  | { do: 'ask'; turn: number; uploadId: string }
  | { do: 'chunk'; turn: number; uploadId: string; from: number; to: number }
  | { do: 'finish'; turn: number; uploadId: string }
  | { do: 'abort' }

export interface UploadStep {
  state: UploadState
  commands: UploadCommand[]
}

const firstRetryMs = 1000
const lastRetryMs = 30_000
const mostRestarts = 2

/** @param size bytes of the file @param unchecked it is looked at on this device first */
export function newUpload(size: number, unchecked = false): UploadState {
  return {
    phase: 'beginning',
    unchecked,
    pace: [],
    size,
    uploadId: null,
    chunkSize: 0,
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

/** How much is sent, 0 to 1; what the server still has to process counts as sent. */
export function uploadShare({ size, received, inFlight, phase }: UploadState): number {
  if (phase === 'done' || phase === 'finishing') return 1
  return size > 0 ? Math.min(1, (received + inFlight) / size) : 0
}

/** a speed is told of so many seconds, and not before there are some of them */
const paceMs = { most: 20_000, least: 2000, apart: 500 }

const sentOf = ({ received, inFlight }: UploadState) => received + inFlight

/** The state with one more look at how much is sent. */
function noted(state: UploadState, now: number): UploadState {
  const last = state.pace.at(-1)
  if (last && (now - last.at < paceMs.apart || sentOf(state) < last.sent)) return state
  const recent = state.pace.filter(({ at }) => now - at < paceMs.most)
  return { ...state, pace: [...recent, { at: now, sent: sentOf(state) }] }
}

/** Bytes a second, and the seconds that are left at that speed; null: it is too early to say. */
export function uploadPace(state: UploadState): { speed: number; secondsLeft: number } | null {
  const [first, last] = [state.pace[0], state.pace.at(-1)]
  if (state.phase !== 'sending' || !first || !last || last.at - first.at < paceMs.least) return null
  const speed = ((last.sent - first.sent) * 1000) / (last.at - first.at)
  return speed > 0 ? { speed, secondsLeft: (state.size - sentOf(state)) / speed } : null
}

/** Whether leaving the page would interrupt it. */
export function isUploading({ phase }: UploadState): boolean {
  return phase !== 'done' && phase !== 'failed' && phase !== 'cancelled'
}

/** The upload's one reducer: what happened → the next state and what is to be done. Pure. */
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
      if (event.problem !== null)
        return still({ ...state, phase: 'failed', problem: event.problem })
      return goOn({ ...state, unchecked: false })
    case 'progress':
      return still(noted({ ...state, inFlight: Math.max(0, event.bytes) }, now))
    case 'stand':
      // a piece that changed nothing must not be sent again and again at full speed
      if (state.phase === 'sending' && event.stand.received <= state.received)
        return onFailure({ ...state, inFlight: 0 }, { why: 'unsent' }, now)
      return send(
        noted({ ...state, ...event.stand, size: event.size, inFlight: 0, failures: 0 }, now),
      )
    case 'finished':
      return still({ ...state, phase: 'done', received: state.size, result: event.file })
    case 'failure':
      return onFailure({ ...state, inFlight: 0 }, event.failure, now)
  }
}

/** Begins, or asks how far an upload came whose number is known. */
function goOn(before: UploadState): UploadStep {
  const turn = before.turn + 1
  const state = { ...before, turn, inFlight: 0, problem: null, retryAt: 0, pace: [] }
  if (state.unchecked)
    return { state: { ...state, phase: 'checking' }, commands: [{ do: 'check', turn }] }
  if (state.uploadId === null)
    return { state: { ...state, phase: 'beginning' }, commands: [{ do: 'begin', turn }] }
  const ask = { do: 'ask', turn, uploadId: state.uploadId } as const
  return { state: { ...state, phase: 'asking' }, commands: [ask] }
}

/** The next piece, or the end when the server has all of it. */
function send(before: UploadState): UploadStep {
  const { uploadId, received, size, chunkSize } = before
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
    commands: [{ do: 'chunk', turn, uploadId, from: received, to }],
  }
}

function onFailure(state: UploadState, failure: UploadFailure, now: number): UploadStep {
  if (failure.why === 'signedOut')
    return still({ ...state, phase: 'failed', problem: '登录已过期，重新登录后可以继续上传' })
  if (failure.why === 'unsent') {
    const failures = state.failures + 1
    const wait = failure.retryAfter
      ? failure.retryAfter * 1000
      : Math.min(lastRetryMs, firstRetryMs * 2 ** (failures - 1))
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
  // the same file would be refused again: trying again means from the start
  return still({ ...state, phase: 'failed', uploadId: null, received: 0, problem: failure.msg })
}

/** Ends what is under way; whatever it still answers belongs to an earlier turn. */
function stop(state: UploadState, phase: 'paused' | 'cancelled'): UploadStep {
  return {
    state: { ...state, phase, turn: state.turn + 1, inFlight: 0, pace: [] },
    commands: [{ do: 'abort' }],
  }
}

const still = (state: UploadState): UploadStep => ({ state, commands: [] })
