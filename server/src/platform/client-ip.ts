import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Where a request comes from, as logs and limits tell it. A proxy on this machine is believed (X-Forwarded-For) as long
 * as it names an address; any other text was made up by who asks, and the connection's own address stands.
 */
export function clientIp({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip
}
