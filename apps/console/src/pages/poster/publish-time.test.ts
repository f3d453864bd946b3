import { describe, expect, it } from 'vitest'
import { shanghaiClock, shanghaiInstant } from './publish-time.ts'

describe('the time of a publication', () => {
  it('is typed on the clock of Asia/Shanghai, whatever zone the browser is in', () => {
    expect(shanghaiInstant('2026-12-31T08:30')).toBe('2026-12-31T00:30:00.000Z')
    expect(shanghaiInstant('2027-01-01T07:59')).toBe('2026-12-31T23:59:00.000Z')
    expect(shanghaiClock(new Date('2026-12-31T16:05:00Z'))).toBe('2027-01-01T00:05')
  })
})
