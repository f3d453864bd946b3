import { CallOffline, emitCallEvent, readAnswer } from './answers.ts'

/** specification §9 */
export const timeoutMs = 60_000

export interface CallOptions {
  signal?: AbortSignal
  /** the page shows a failure itself: no global notification (401 is always told) */
  quiet?: boolean
  /** outlives the page: the last heartbeat on hide */
  keepalive?: boolean
  /** given up sooner than after 60 s: what can be asked again without harm, and must not wait for a dead line */
  limitMs?: number
}

/** What a family of calls takes and gives, by `METHOD /path`. */
export type Wire = Record<string, { request: unknown; response: unknown }>

/** Makes one call of the contract. @throws CallRefused, CallFailed, CallOffline, AbortError */
export type Call<Calls extends Wire> = <Name extends keyof Calls & string>(
  name: Name,
  input: Calls[Name]['request'],
  options?: CallOptions,
) => Promise<Calls[Name]['response']>

/** The calls below one base address, made with the token at hand. */
export function makeCall<Calls extends Wire>(
  base: string,
  readToken: () => string | undefined,
): Call<Calls> {
  return async (name, input, options = {}) => {
    const { url, init } = requestBelow(base, name, input)
    const token = readToken()
    if (token) init.headers = { ...init.headers, Authorization: token }
    const limit = AbortSignal.timeout(Math.min(options.limitMs ?? timeoutMs, timeoutMs))
    const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
    let answer: { status: number; text: string; retryAfter: string | null }
    try {
      const response = await fetch(url, { ...init, signal, keepalive: options.keepalive ?? false })
      answer = {
        status: response.status,
        text: await response.text(),
        retryAfter: response.headers.get('retry-after'),
      }
    } catch (error) {
      if (options.signal?.aborted) throw error
      emitCallEvent({ kind: 'offline' })
      throw new CallOffline(limit.aborted)
    }
    return asOutput(readAnswer(answer, { quiet: options.quiet, token }))
  }
}

/** The contract's response schema is the server's presenter: what arrives with code 1 has its shape. */
function asOutput<Output>(data: unknown): Output {
  return data as Output
}

/** `GET /a` with its input as the query, `POST /a` with it as JSON. */
export function requestBelow(
  base: string,
  name: string,
  input: unknown,
): { url: string; init: PlainInit } {
  const [method = 'GET', path = ''] = name.split(' ')
  if (method !== 'GET')
    return {
      url: base + path,
      init: {
        method,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(input ?? {}),
      },
    }
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input ?? {}))
    if (value !== undefined && value !== null) query.set(key, String(value))
  const text = query.toString()
  return { url: base + path + (text && `?${text}`), init: { method, headers: {} } }
}

interface PlainInit {
  method: string
  headers: Record<string, string>
  body?: string
}
