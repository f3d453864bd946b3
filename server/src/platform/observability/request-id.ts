import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isTrustedProxy, toAddressOrNetwork } from '../client-ip.ts'

/** Characters that can be told apart when read aloud. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz'

/** The prefix differs between processes; the rest of an id is a counter. */
const prefix = Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')

let count = 0

/** Allowed characters of a proxy's request id, because it goes into the log. */
const acceptable = /^[A-Za-z0-9_-]{8,64}$/

/** Creates a request id that is short enough to read out on the telephone. */
export function createRequestId(): string {
  count += 1
  return `${prefix}-${count.toString(36)}`
}

export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  if (typeof given !== 'string') return createRequestId()
  const believed = acceptable.test(given) && isTrustedProxy(request.socket.remoteAddress)
  return believed ? given : createRequestId()
}

/** Shortens the address for request logs. The audit and security logs keep the whole address. */
export function maskAddress(address: string): string {
  const version4 = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(version4) === 4) return version4.replace(/\d+$/, 'x')
  return isIP(address) === 6 ? `${toAddressOrNetwork(address)}:x` : ''
}
