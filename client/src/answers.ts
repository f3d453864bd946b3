import type { Envelope, RefusalData, RefusalKey } from '@ce/contract'

/** A rule refused: HTTP 200, code ≠ 1 (specification §8). `message` is the Chinese msg. */
export class CallRefused extends Error {
  override name = 'CallRefused'
  readonly code: number
  readonly msg: string
  readonly key: RefusalKey | undefined
  /** problems by field name, in Chinese */
  readonly fields: Record<string, string>
  readonly data: Partial<RefusalData>

  constructor(envelope: Envelope<Partial<RefusalData> | null>) {
    super(envelope.msg)
    this.code = envelope.code
    this.msg = envelope.msg
    this.data = envelope.data ?? {}
    this.key = this.data.key
    this.fields = this.data.fields ?? {}
  }
}

/** Somebody else has changed what was to be written since it was read. */
export function isStale(error: unknown): error is CallRefused {
  return error instanceof CallRefused && /[sS]tale$/.test(error.key ?? '')
}

/** A rule refused it, and not for how it was filled in: what the page shows may be behind. */
export function isAboutRows(error: unknown): error is CallRefused {
  return error instanceof CallRefused && error.key !== 'common.invalid'
}

/** The server answered with an HTTP error. `msg` is its envelope's, when it had one. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly status: number
  readonly msg: string | undefined
  /** seconds to wait (429, 503), when the server said so */
  readonly retryAfter: number | undefined
  /** of a fault of the server: by this staff find it in the log */
  readonly requestId: string | undefined

  constructor(status: number, msg?: string, retryAfter?: number, requestId?: string) {
    super(msg ?? `HTTP ${status}`)
    this.status = status
    this.msg = msg
    this.retryAfter = retryAfter
    this.requestId = requestId
  }
}

/** What a person is told of a fault of the server, with the number that support asks for. */
export function withRequestNumber(text: string, requestId: string | undefined): string {
  return requestId
    ? `${text.replace(/。$/, '')}（编号 ${requestId}）${text.endsWith('。') ? '。' : ''}`
    : text
}

/** signed out, too often: another time */
const passing = new Set([401, 429])

/**
 * The server's word on what was sent, which would be the same if it was sent again; null while there is none. An answer
 * without our envelope is not the server's: the page of a proxy or firewall on the way says nothing on what was sent.
 */
export function verdictOf(error: unknown): string | null {
  if (error instanceof CallRefused) return error.msg
  if (!(error instanceof CallFailed) || error.msg === undefined) return null
  return error.status < 500 && !passing.has(error.status) ? error.msg : null
}

/** No answer at all: no network, or none within the time limit. Whether the server acted is unknown. */
export class CallOffline extends Error {
  override name = 'CallOffline'
  readonly timedOut: boolean

  constructor(timedOut: boolean) {
    super(timedOut ? '请求超时，请稍后重试' : '网络连接失败，请检查网络后重试')
    this.timedOut = timedOut
  }
}

/** What every front end must hear of, whoever made the call (specification §8). */
export type CallEvent =
  | { kind: 'failed'; status: number; msg?: string | undefined; requestId?: string | undefined }
  | { kind: 'expired'; token: string | undefined }
  | { kind: 'answered' }
  /** a new version of the user agreement or the privacy text must be accepted first */
  | { kind: 'agreementRequired' }
  | { kind: 'offline' }

const listeners = new Set<(event: CallEvent) => void>()

/** Calls back on every failure and answer. Returns the way to stop. */
export function onCallEvent(listener: (event: CallEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells every listener what became of a call. */
export function emitCallEvent(event: CallEvent): void {
  for (const listener of [...listeners]) listener(event)
}

/**
 * Turns an HTTP answer into its data. @throws CallRefused, CallFailed
 * A body that is no envelope is a failure whatever its status.
 */
export function readAnswer(
  answer: { status: number; text: string; retryAfter?: string | null },
  { quiet, token }: { quiet?: boolean | undefined; token?: string | undefined } = {},
): unknown {
  const envelope = parseEnvelope(answer.text)
  const good = answer.status >= 200 && answer.status < 300
  if (good && envelope) {
    emitCallEvent({ kind: 'answered' })
    if (envelope.code === 1) return envelope.data
    if (envelope.data?.key === 'student.agreementRequired')
      emitCallEvent({ kind: 'agreementRequired' })
    throw new CallRefused(envelope)
  }
  const requestId = envelope?.data?.requestId
  if (answer.status === 401) emitCallEvent({ kind: 'expired', token })
  else if (!quiet)
    emitCallEvent({ kind: 'failed', status: answer.status, msg: envelope?.msg, requestId })
  const seconds = Number(answer.retryAfter)
  throw new CallFailed(answer.status, envelope?.msg, seconds > 0 ? seconds : undefined, requestId)
}

function parseEnvelope(text: string): Envelope<Partial<RefusalData> | null> | null {
  try {
    const value = JSON.parse(text)
    return typeof value?.code === 'number' && typeof value.msg === 'string' ? value : null
  } catch {
    return null
  }
}
