import type { Envelope, RefusalData, RefusalKey } from '@ce/contract'

/** A rule refused the call: HTTP 200, code ≠ 1 (docs/rules/calls.md#envelope). `message` is the Chinese msg. */
export class CallRefused extends Error {
  override name = 'CallRefused'
  readonly code: number
  readonly msg: string
  readonly key: RefusalKey | undefined
  /** Chinese messages by field name. */
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

/** Whether somebody else changed the row after it was read. */
export function isStaleRefusal(error: unknown): error is CallRefused {
  return error instanceof CallRefused && /[sS]tale$/.test(error.key ?? '')
}

/**
 * Whether the error is a refusal that the form's input did not cause. The data shown on the page may then be outdated.
 */
export function isRuleRefusal(error: unknown): error is CallRefused {
  return error instanceof CallRefused && error.key !== 'common.invalid'
}

/** The server answered with an HTTP error. `msg` comes from its envelope, if any. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly status: number
  readonly msg: string | undefined
  /** Seconds to wait, sent with 429 and 503. */
  readonly retryAfter: number | undefined
  /** Staff find the server error in the log by this id. */
  readonly requestId: string | undefined

  constructor(status: number, msg?: string, retryAfter?: number, requestId?: string) {
    super(msg ?? `HTTP ${status}`)
    this.status = status
    this.msg = msg
    this.retryAfter = retryAfter
    this.requestId = requestId
  }
}

/** Adds the request number that support asks for. */
export function withRequestNumber(text: string, requestId: string | undefined): string {
  return requestId ? `${text.replace(/。$/, '')}（编号 ${requestId}）${text.endsWith('。') ? '。' : ''}` : text
}

/** Calls that failed with 401 or 429 may succeed later. */
const passing = new Set([401, 429])

/**
 * Returns the text of a refusal or error that a retry would only repeat, otherwise null. Also returns null for a
 * response without an envelope, which may come from a proxy.
 */
export function permanentRefusalText(error: unknown): string | null {
  if (error instanceof CallRefused) return error.msg
  if (!(error instanceof CallFailed) || error.msg === undefined) return null
  return error.status < 500 && !passing.has(error.status) ? error.msg : null
}

/** The call got no response. The server may still have carried it out. */
export class CallOffline extends Error {
  override name = 'CallOffline'
  readonly timedOut: boolean

  constructor(timedOut: boolean) {
    super(timedOut ? '请求超时，请稍后重试' : '网络连接失败，请检查网络后重试')
    this.timedOut = timedOut
  }
}

/** Events of calls. Every front end handles all of them (docs/rules/screens.md#notices). */
export type CallEvent =
  | { kind: 'failed'; status: number; msg?: string | undefined; requestId?: string | undefined }
  | { kind: 'expired'; token: string | undefined }
  | { kind: 'answered' }
  /** A new agreement or privacy text must be accepted first. */
  | { kind: 'agreementRequired' }
  | { kind: 'offline' }

const listeners = new Set<(event: CallEvent) => void>()

/** Calls `listener` for every call event. @returns a function that unsubscribes */
export function onCallEvent(listener: (event: CallEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function emitCallEvent(event: CallEvent): void {
  for (const listener of [...listeners]) listener(event)
}

/** Returns the data of a response. @throws CallRefused, CallFailed (also for a body without an envelope) */
export function readCallResponse(
  answer: { status: number; text: string; retryAfter?: string | null },
  { quiet, token }: { quiet?: boolean | undefined; token?: string | undefined } = {},
): unknown {
  const envelope = parseEnvelope(answer.text)
  const good = answer.status >= 200 && answer.status < 300
  if (good && envelope) {
    emitCallEvent({ kind: 'answered' })
    if (envelope.code === 1) return envelope.data
    if (envelope.data?.key === 'student.agreementRequired') emitCallEvent({ kind: 'agreementRequired' })
    throw new CallRefused(envelope)
  }
  const requestId = envelope?.data?.requestId
  if (answer.status === 401) emitCallEvent({ kind: 'expired', token })
  else if (!quiet) emitCallEvent({ kind: 'failed', status: answer.status, msg: envelope?.msg, requestId })
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
