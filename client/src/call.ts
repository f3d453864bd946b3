import type { ClientCalls } from '@ce/contract'
import { CallOffline, emitCallEvent, readAnswer } from './answers.ts'
import { readSession } from './session.ts'

export { CallFailed, CallOffline, CallRefused } from './answers.ts'

export type CallName = keyof ClientCalls
export type Input<Name extends CallName> = ClientCalls[Name]['request']
export type Output<Name extends CallName> = ClientCalls[Name]['response']

/** specification §7: the provider's client API */
export const base = '/api/client'
/** specification §9 */
export const timeoutMs = 60_000

export interface CallOptions {
  signal?: AbortSignal
  /** the page shows a failure itself: no global notification (401 is always told) */
  quiet?: boolean
  /** outlives the page: the last heartbeat on hide */
  keepalive?: boolean
}

/**
 * Makes one call of the contract.
 * @throws CallRefused (a rule said no), CallFailed (HTTP error), CallOffline (no answer), AbortError
 */
export async function call<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  options: CallOptions = {},
): Promise<Output<Name>> {
  const { url, init } = request(name, input)
  const token = readSession()?.token
  if (token) init.headers = { ...init.headers, Authorization: token }
  const limit = AbortSignal.timeout(timeoutMs)
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
  return asOutput<Name>(readAnswer(answer, { quiet: options.quiet, token }))
}

/** The contract's response schema is the server's presenter: what arrives with code 1 has its shape. */
function asOutput<Name extends CallName>(data: unknown): Output<Name> {
  return data as Output<Name>
}

/** `GET /a` with its input as the query, `POST /a` with it as JSON. */
export function request(name: string, input: unknown): { url: string; init: PlainInit } {
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
