import { describe, expect, it } from 'vitest'
import { toShanghaiClock, toShanghaiInstant } from './publish-time.ts'

describe('time of a publication', () => {
  it('a typed publication time is read in Asia/Shanghai, whatever the time zone of the browser', () => {
    expect(toShanghaiInstant('2026-12-31T08:30')).toBe('2026-12-31T00:30:00.000Z')
    expect(toShanghaiInstant('2027-01-01T07:59')).toBe('2026-12-31T23:59:00.000Z')
    expect(toShanghaiClock(new Date('2026-12-31T16:05:00Z'))).toBe('2027-01-01T00:05')
  })
})
