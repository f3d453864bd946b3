import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { networksOf, type TrustedProxies } from './trusted-proxies.ts'

/**
 * Where a request comes from, as logs and limits tell it. A proxy of TRUSTED_PROXIES is believed (X-Forwarded-For) as long
 * as it names an address; any other text was made up by who asks, and the connection's own address stands.
 */
export function clientIp({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip
}

let believed = networksOf(['loopback'])

/** Sets whose headers are believed before the framework reads them: the proxies whose X-Forwarded-For is (app.ts). */
export function believeProxies(proxies: TrustedProxies): void {
  believed = networksOf(proxies)
}

/** Whether what a connection says of others is believed. */
export function isTrustedProxy(address: string | undefined): boolean {
  const version = isIP(address ?? '')
  return version !== 0 && believed.check(address ?? '', version === 4 ? 'ipv4' : 'ipv6')
}

/** One household or machine owns a whole IPv6 /64; an IPv4 address written as IPv6 is that address. */
export function neighbourhood(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!ip.includes(':')) return ip
  const [head = '', tail = ''] = ip.toLowerCase().split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const parts = [...left, ...zeros, ...right].slice(0, 4)
  return parts.map((part) => part.replace(/^0+(?=.)/, '')).join(':')
}
