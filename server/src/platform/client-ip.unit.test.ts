import { expect, it } from 'vitest'
import { neighbourhood } from './client-ip.ts'

it('counts an IPv6 /64 as one address, however it is written', () => {
  expect(neighbourhood('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(neighbourhood('2001:db8:1:2::9')).toBe('2001:db8:1:2')
  expect(neighbourhood('2001:0DB8:0001:0002::9')).toBe('2001:db8:1:2')
  expect(neighbourhood('2001:db8::9')).toBe('2001:db8:0:0')
  expect(neighbourhood('::1')).toBe('0:0:0:0')
})

it('counts an IPv4 address as itself, also when it is written as IPv6', () => {
  expect(neighbourhood('10.0.0.7')).toBe('10.0.0.7')
  expect(neighbourhood('::ffff:10.0.0.7')).toBe('10.0.0.7')
})
