import { expect, it } from 'vitest'
import { toAddressOrNetwork } from './client-ip.ts'

it('counts an IPv6 /64 network as one address in every notation', () => {
  expect(toAddressOrNetwork('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(toAddressOrNetwork('2001:db8:1:2::9')).toBe('2001:db8:1:2')
  expect(toAddressOrNetwork('2001:0DB8:0001:0002::9')).toBe('2001:db8:1:2')
  expect(toAddressOrNetwork('2001:db8::9')).toBe('2001:db8:0:0')
  expect(toAddressOrNetwork('::1')).toBe('0:0:0:0')
})

it('counts an IPv4 address as itself, also in IPv6 notation', () => {
  expect(toAddressOrNetwork('10.0.0.7')).toBe('10.0.0.7')
  expect(toAddressOrNetwork('::ffff:10.0.0.7')).toBe('10.0.0.7')
})
