import { CallFailed, CallRefused, permanentRefusalText } from '../answers.ts'
import { monotonicNow } from '../clock.ts'
import { UnusablePicture } from '../prepare-picture.ts'
import { fileKeyOf, findStoredUpload, forgetUpload, storeUpload } from './kept-uploads.ts'
import {
  initialUploadState,
  isUploading,
  stepUpload,
  type UploadCommand,
  type UploadEvent,
  type UploadedFile,
  type UploadFailure,
  type UploadPosition,
  type UploadPurpose,
  type UploadState,
} from './upload-step.ts'

/** Calls that an upload makes. Most of them can be stopped by a signal. */
export interface UploadCalls {
  /** Prepares the file for sending. @throws UnusablePicture. */
  prepare(file: File, purpose: UploadPurpose): Promise<File>
  check?(file: File): Promise<string | null>
  begin(input: { name: string; size: number; purpose: UploadPurpose }, signal: AbortSignal): Promise<UploadPosition>
  ask(uploadId: string, signal: AbortSignal): Promise<UploadPosition>
  chunk(
    piece: { uploadId: string; offset: number; content: Blob },
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<UploadPosition>
  /** Sends a piece to the store. */
  part(
    piece: { uploadId: string; offset: number; content: Blob },
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<void>
  finish(uploadId: string, signal: AbortSignal): Promise<UploadedFile>
}

export type ResumableUpload = ReturnType<typeof createUpload>

const films: ReadonlySet<UploadPurpose> = new Set(['LESSON', 'VIDEO'])

let made = 0

/** Connects the reducer with calls, timers and network events. */
export function createUpload(file: File, purpose: UploadPurpose, calls: UploadCalls, use?: string) {
  const listeners = new Set<() => void>()
  // An upload for another use is not continued, because its check differs.
  const mark = fileKeyOf(file, use ? `${purpose} ${use}` : purpose)
  let state = initialUploadState(file.size, films.has(purpose) && calls.check !== undefined)
  let under: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The file after its preparation. */
  let ready: File | undefined

  async function sent(): Promise<File> {
    ready ??= await calls.prepare(file, purpose)
    return ready
  }

  function dispatch(event: UploadEvent): void {
    const before = state
    const step = stepUpload(state, event, monotonicNow())
    state = step.state
    remember(before)
    for (const command of step.commands) void obey(command)
    clearTimeout(timer)
    if (state.phase === 'waiting')
      timer = setTimeout(() => dispatch({ on: 'tick' }), Math.max(20, state.retryAt - monotonicNow()))
    if (!isUploading(state)) globalThis.removeEventListener?.('online', online)
    for (const listener of [...listeners]) listener()
  }

  function remember(before: UploadState): void {
    // A redrawn picture differs from the chosen file, so its upload is not stored.
    const isNew = state.uploadId !== before.uploadId && (!ready || ready === file)
    if (state.uploadId && isNew) storeUpload(mark, state.uploadId)
    // A finished film is remembered, in case the lesson was not saved.
    const over = state.phase === 'cancelled' || (state.phase === 'done' && !films.has(purpose))
    if (over || (state.phase === 'failed' && !state.uploadId)) forgetUpload(mark)
  }

  async function obey(command: UploadCommand): Promise<void> {
    if (command.do === 'abort') return under?.abort()
    const { turn } = command
    under = new AbortController()
    const progress = (bytes: number) => dispatch({ on: 'progress', turn, bytes })
    const around = { chosen: file, sent, purpose, calls, progress, signal: under.signal }
    // Catch only errors of the call here, because an error of `dispatch` is no upload failure.
    const event = await answerTo(command, around).catch(
      (error): UploadEvent => ({ on: 'failure', turn, failure: failureOf(error) }),
    )
    dispatch(event)
  }

  const online = () => dispatch({ on: 'online' })

  made += 1
  return {
    key: made,
    file,
    read: (): UploadState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start(): void {
      globalThis.addEventListener?.('online', online)
      dispatch({ on: 'start', knownId: findStoredUpload(mark) })
    },
    pause: () => dispatch({ on: 'pause' }),
    resume(): void {
      globalThis.addEventListener?.('online', online)
      dispatch({ on: 'resume' })
    },
    cancel: () => dispatch({ on: 'cancel' }),
  }
}

interface Surroundings {
  chosen: File
  /** The file that is really sent. */
  sent: () => Promise<File>
  purpose: UploadPurpose
  calls: UploadCalls
  progress: (bytes: number) => void
  signal: AbortSignal
}

async function answerTo(
  command: Exclude<UploadCommand, { do: 'abort' }>,
  { chosen, sent, purpose, calls, progress, signal }: Surroundings,
): Promise<UploadEvent> {
  const { turn } = command
  if (command.do === 'check') return { on: 'checked', turn, problem: (await calls.check?.(chosen)) ?? null }
  if (command.do === 'finish') return { on: 'finished', turn, file: await calls.finish(command.uploadId, signal) }
  const file = await sent()
  const { name, size } = file
  if (command.do === 'begin')
    return { on: 'stand', turn, size, stand: await calls.begin({ name, size, purpose }, signal) }
  if (command.do === 'ask') return { on: 'stand', turn, size, stand: await calls.ask(command.uploadId, signal) }
  const { uploadId, from, to, sendTo } = command
  const piece = { uploadId, offset: from, content: file.slice(from, to) }
  // Limit the number to the size of the piece, because progress events also count the form's own bytes.
  const count = (bytes: number) => progress(Math.min(bytes, to - from))
  // An older server does not say where.
  if (sendTo !== 'store') return { on: 'stand', turn, size, stand: await calls.chunk(piece, count, signal) }
  await calls.part(piece, count, signal)
  return { on: 'stand', turn, size, stand: { uploadId, received: to, chunkSize: to - from, sendTo } }
}

/**
 * Message for data that a proxy on the way finds too large. A retry is useless, because the proxy would refuse it
 * again.
 */
const tooLargeForTheWay = '网络中的代理不接受这么大的数据，请联系平台管理员'

/**
 * Tells whether an upload may be retried after an error. After an overloaded server, or a proxy's page as response, it
 * may.
 */
function failureOf(error: unknown): UploadFailure {
  if (error instanceof CallRefused) {
    const received = Number(error.data.received)
    return {
      why: 'refused',
      key: error.key,
      msg: error.msg,
      received: Number.isFinite(received) ? received : undefined,
    }
  }
  if (error instanceof UnusablePicture) return { why: 'refused', key: undefined, msg: error.message }
  if (!(error instanceof CallFailed)) return { why: 'unsent' }
  if (error.status === 401) return { why: 'signedOut' }
  const msg = permanentRefusalText(error) ?? (error.status === 413 ? tooLargeForTheWay : null)
  if (msg === null) return { why: 'unsent', retryAfter: error.retryAfter }
  return { why: 'refused', key: undefined, msg }
}
