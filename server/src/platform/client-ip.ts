import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { type TrustedProxies, trustedNetworksOf } from './trusted-proxies.ts'

/** Only trusted proxies (TRUSTED_PROXIES) may name the address in X-Forwarded-For. */
export function readClientIp({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip
}

let believed = trustedNetworksOf(['loopback'])

/** Call `setTrustedProxies` before the framework reads headers (app.ts). */
export function setTrustedProxies(proxies: TrustedProxies): void {
  believed = trustedNetworksOf(proxies)
}

export function isTrustedProxy(address: string | undefined): boolean {
  const version = isIP(address ?? '')
  return version !== 0 && believed.check(address ?? '', version === 4 ? 'ipv4' : 'ipv6')
}

/** Cuts an IPv6 address to its /64 network, because such a network belongs to one household. */
export function toAddressOrNetwork(ip: string): string {
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
