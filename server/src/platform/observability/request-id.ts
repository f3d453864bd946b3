import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isTrustedProxy } from '../client-ip.ts'

/** letters and digits that are told apart when they are read aloud */
const letters = '23456789abcdefghjkmnpqrstuvwxyz'
/** tells the processes apart; the rest is a count */
const prefix = Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')

let count = 0

/** what a proxy may name a request, and nothing else that would end up in a log */
const acceptable = /^[A-Za-z0-9_-]{8,64}$/

/** Names a request in the log and to whoever asked: short enough to be told on the telephone. */
export function newRequestId(): string {
  count += 1
  return `${prefix}-${count.toString(36)}`
}

/** The name that a trusted proxy gave a request, or a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  if (typeof given !== 'string') return newRequestId()
  const believed = acceptable.test(given) && isTrustedProxy(request.socket.remoteAddress)
  return believed ? given : newRequestId()
}
