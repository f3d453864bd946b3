import { isIP } from 'node:net'
import { neighbourhood } from '../client-ip.ts'

/** An address as the log may keep it: the network, not the machine in it. The audit and security logs have it whole. */
export function maskAddress(address: string): string {
  const version4 = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(version4) === 4) return version4.replace(/\d+$/, 'x')
  return isIP(address) === 6 ? `${neighbourhood(address)}:x` : ''
}
