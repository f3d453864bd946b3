import { CallOffline, emitCallEvent, readCallResponse } from './answers.ts'

/** Longest duration of a call (docs/rules/calls.md#timeout). */
export const callTimeoutMs = 60_000

export interface CallOptions {
  signal?: AbortSignal
  /** The page shows failures itself, except a 401. */
  quiet?: boolean
  /** The request continues after the page has closed. */
  keepalive?: boolean
  /** Only requests that may be repeated can have a shorter limit. */
  limitMs?: number
}

export type CallTypes = Record<string, { request: unknown; response: unknown }>

/** Makes one call. @throws CallRefused, CallFailed, CallOffline, AbortError */
export type CallFunction<Calls extends CallTypes> = <Name extends keyof Calls & string>(
  name: Name,
  input: Calls[Name]['request'],
  options?: CallOptions,
) => Promise<Calls[Name]['response']>

export function makeCall<Calls extends CallTypes>(
  base: string,
  readToken: () => string | undefined,
): CallFunction<Calls> {
  return async (name, input, options = {}) => {
    const { url, init } = buildRequest(base, name, input)
    const token = readToken()
    if (token) init.headers = { ...init.headers, Authorization: token }
    const limit = AbortSignal.timeout(Math.min(options.limitMs ?? callTimeoutMs, callTimeoutMs))
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
    return asOutput(readCallResponse(answer, { quiet: options.quiet, token }))
  }
}

/** The server validates the data of code 1 with the contract's response schema, so the cast is safe. */
function asOutput<Output>(data: unknown): Output {
  return data as Output
}

/** GET sends the input as query, POST as JSON. */
export function buildRequest(base: string, name: string, input: unknown): { url: string; init: PlainInit } {
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
