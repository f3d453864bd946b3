import { describe, expect, it } from 'vitest'
import { hasNoHeartbeat, heartbeatAgeText, timeLeftText } from './labels.ts'

const now = '2026-11-22T08:00:00.000Z'

describe('texts of the exam board', () => {
  it('the exam board shows the remaining time of an attempt, never below zero', () => {
    expect(timeLeftText('2026-11-22T08:03:20.000Z', now)).toBe('03:20')
    expect(timeLeftText('2026-11-22T10:00:00.000Z', now)).toBe('120:00')
    expect(timeLeftText('2026-11-22T07:00:00.000Z', now)).toBe('00:00')
  })

  it('the exam board shows how long ago a heartbeat arrived', () => {
    expect(heartbeatAgeText(null, now)).toBe('—')
    expect(heartbeatAgeText('2026-11-22T07:59:40.000Z', now)).toBe('20 秒前')
    expect(heartbeatAgeText('2026-11-22T07:57:30.000Z', now)).toBe('2 分钟前')
    expect(hasNoHeartbeat('2026-11-22T07:59:10.000Z', now)).toBe(false)
    expect(hasNoHeartbeat('2026-11-22T07:58:59.000Z', now)).toBe(true)
    expect(hasNoHeartbeat(null, now)).toBe(false)
  })

  it('an exam page counts as silent after more than one minute without a heartbeat', () => {
    const minuteAgo = '2026-11-22T07:59:00.000Z'
    expect([heartbeatAgeText(minuteAgo, now), hasNoHeartbeat(minuteAgo, now)]).toEqual(['1 分钟前', false])
    expect(hasNoHeartbeat('2026-11-22T07:58:59.999Z', now)).toBe(true)
    // Rounding up must not give 60 seconds.
    expect(heartbeatAgeText('2026-11-22T07:59:00.400Z', now)).toBe('59 秒前')
  })
})
