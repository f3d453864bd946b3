import { BlockList, isIP } from 'node:net'
import { StartError } from './errors.ts'

/** Proxies whose X-Forwarded-For is trusted: addresses and networks, or the number of proxies. */
export type TrustedProxies = string[] | number

export const trustedProxiesVariable = 'TRUSTED_PROXIES'

/** Fastify's names for networks that cannot be reached from the internet. */
const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal'])
const mostHops = 10

/** The default is `loopback`. @throws StartError that names the part that is not an address, network or number. */
export function readTrustedProxies(value: string | undefined): TrustedProxies {
  if (!value) return ['loopback']
  if (/^\d+$/.test(value)) {
    const hops = Number(value)
    if (hops >= 1 && hops <= mostHops) return hops
    throw new StartError(`TRUSTED_PROXIES must be 1 to ${mostHops} proxies, not "${value}"`)
  }
  const parts = value.split(',').map((part) => part.trim())
  for (const part of parts)
    if (!namedNetworks.has(part) && !isNetwork(part))
      throw new StartError(
        `TRUSTED_PROXIES must name addresses or networks, as 10.0.0.5,10.1.0.0/16,loopback, or say how many proxies there are, not "${part}"`,
      )
  return parts
}

/** A prefix length of 0 would trust everybody. */
function isNetwork(part: string): boolean {
  const [address = '', bits, ...more] = part.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128)
}

const networks: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** If only the number of proxies is known, every address belongs to a trusted network. */
export function trustedNetworksOf(proxies: TrustedProxies): BlockList {
  const all = typeof proxies === 'number' ? ['0.0.0.0/1', '128.0.0.0/1', '::/1', '8000::/1'] : proxies
  const list = new BlockList()
  for (const part of all.flatMap((one) => networks[one] ?? [one])) {
    const [address = '', bits] = part.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

export function toFastifyTrustProxy(proxies: TrustedProxies): string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies
}
