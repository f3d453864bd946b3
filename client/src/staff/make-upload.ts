import { CallFailed, CallRefused, verdictOf } from '../answers.ts'
import { steadyNow } from '../clock.ts'
import { UnusablePicture } from '../prepare-picture.ts'
import { fileMark, forgetUpload, keepUpload, keptUpload } from './kept-uploads.ts'
import {
  isUploading,
  newUpload,
  stepUpload,
  type UploadCommand,
  type UploadEvent,
  type UploadedFile,
  type UploadFailure,
  type UploadPurpose,
  type UploadStand,
  type UploadState,
} from './upload-step.ts'

/** The calls an upload makes; each stops by its signal. */
export interface UploadCalls {
  /** The file as it is to be sent. @throws UnusablePicture */
  prepare(file: File, purpose: UploadPurpose): Promise<File>
  /** what is wrong with a file, as far as this device can see; left out: it is sent unseen */
  check?(file: File): Promise<string | null>
  begin(
    input: { name: string; size: number; purpose: UploadPurpose },
    signal: AbortSignal,
  ): Promise<UploadStand>
  ask(uploadId: string, signal: AbortSignal): Promise<UploadStand>
  chunk(
    piece: { uploadId: string; offset: number; content: Blob },
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<UploadStand>
  finish(uploadId: string, signal: AbortSignal): Promise<UploadedFile>
}

export type Upload = ReturnType<typeof makeUpload>

/** hours on the way, and used wherever they are named; another file answers for one thing alone */
const films: ReadonlySet<UploadPurpose> = new Set(['LESSON', 'VIDEO'])

let made = 0

/** The reducer with its surroundings: makes its calls, wakes itself, goes on when the network is back. */
export function makeUpload(file: File, purpose: UploadPurpose, calls: UploadCalls, use?: string) {
  const listeners = new Set<() => void>()
  // judged by what it is for: an upload for something else is not gone on with
  const mark = fileMark(file, use ? `${purpose} ${use}` : purpose)
  let state = newUpload(file.size, films.has(purpose) && calls.check !== undefined)
  let under: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** once it is made ready */
  let ready: File | undefined

  async function sent(): Promise<File> {
    ready ??= await calls.prepare(file, purpose)
    return ready
  }

  function dispatch(event: UploadEvent): void {
    const before = state
    const step = stepUpload(state, event, steadyNow())
    state = step.state
    remember(before)
    for (const command of step.commands) void obey(command)
    clearTimeout(timer)
    if (state.phase === 'waiting')
      timer = setTimeout(() => dispatch({ on: 'tick' }), Math.max(20, state.retryAt - steadyNow()))
    if (!isUploading(state)) globalThis.removeEventListener?.('online', online)
    for (const listener of [...listeners]) listener()
  }

  function remember(before: UploadState): void {
    // a picture drawn anew is not the file that is chosen again
    const isNew = state.uploadId !== before.uploadId && (!ready || ready === file)
    if (state.uploadId && isNew) keepUpload(mark, state.uploadId)
    // a film that is there is not sent again when the page was lost before its lesson was saved
    const over = state.phase === 'cancelled' || (state.phase === 'done' && !films.has(purpose))
    if (over || (state.phase === 'failed' && !state.uploadId)) forgetUpload(mark)
  }

  async function obey(command: UploadCommand): Promise<void> {
    if (command.do === 'abort') return under?.abort()
    const { turn } = command
    under = new AbortController()
    const progress = (bytes: number) => dispatch({ on: 'progress', turn, bytes })
    const around = { chosen: file, sent, purpose, calls, progress, signal: under.signal }
    // only what the call throws is a failure of the upload
    const event = await answerTo(command, around).catch(
      (error): UploadEvent => ({ on: 'failure', turn, failure: failureOf(error) }),
    )
    dispatch(event)
  }

  const online = () => dispatch({ on: 'online' })

  made += 1
  return {
    /** tells it from the other uploads of this page */
    key: made,
    file,
    read: (): UploadState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start(): void {
      globalThis.addEventListener?.('online', online)
      dispatch({ on: 'start', knownId: keptUpload(mark) })
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
  /** the chosen file, made ready to be sent */
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
  if (command.do === 'check')
    return { on: 'checked', turn, problem: (await calls.check?.(chosen)) ?? null }
  if (command.do === 'finish')
    return { on: 'finished', turn, file: await calls.finish(command.uploadId, signal) }
  const file = await sent()
  const { name, size } = file
  if (command.do === 'begin')
    return { on: 'stand', turn, size, stand: await calls.begin({ name, size, purpose }, signal) }
  if (command.do === 'ask')
    return { on: 'stand', turn, size, stand: await calls.ask(command.uploadId, signal) }
  const { uploadId, from, to } = command
  const piece = { uploadId, offset: from, content: file.slice(from, to) }
  // the form around the piece counts as bytes too
  const count = (bytes: number) => progress(Math.min(bytes, to - from))
  return { on: 'stand', turn, size, stand: await calls.chunk(piece, count, signal) }
}

/** what a proxy on the way does not let through will not get through by being sent again */
const tooLargeForTheWay = '网络中的代理不接受这么大的数据，请联系平台管理员'

/**
 * What a failed call means for the upload. A server that is not well, or busy, may answer later; so may it when a proxy's
 * page came instead of its answer.
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
  if (error instanceof UnusablePicture)
    return { why: 'refused', key: undefined, msg: error.message }
  if (!(error instanceof CallFailed)) return { why: 'unsent' }
  if (error.status === 401) return { why: 'signedOut' }
  const msg = verdictOf(error) ?? (error.status === 413 ? tooLargeForTheWay : null)
  if (msg === null) return { why: 'unsent', retryAfter: error.retryAfter }
  return { why: 'refused', key: undefined, msg }
}
