import { describe, expect, it } from 'vitest'
import { isSilent, leftWords, silentWords } from './words.ts'

const now = '2026-11-22T08:00:00.000Z'

describe('the board’s words', () => {
  it('say what is left of the time, and nothing below zero', () => {
    expect(leftWords('2026-11-22T08:03:20.000Z', now)).toBe('03:20')
    expect(leftWords('2026-11-22T10:00:00.000Z', now)).toBe('120:00')
    expect(leftWords('2026-11-22T07:00:00.000Z', now)).toBe('00:00')
  })

  it('say when a page was heard last', () => {
    expect(silentWords(null, now)).toBe('—')
    expect(silentWords('2026-11-22T07:59:40.000Z', now)).toBe('20 秒前')
    expect(silentWords('2026-11-22T07:57:30.000Z', now)).toBe('2 分钟前')
    expect(isSilent('2026-11-22T07:59:10.000Z', now)).toBe(false)
    expect(isSilent('2026-11-22T07:58:59.000Z', now)).toBe(true)
    expect(isSilent(null, now)).toBe(false)
  })

  it('count a page as silent after a whole minute, not at it', () => {
    const minuteAgo = '2026-11-22T07:59:00.000Z'
    expect([silentWords(minuteAgo, now), isSilent(minuteAgo, now)]).toEqual(['1 分钟前', false])
    expect(isSilent('2026-11-22T07:58:59.999Z', now)).toBe(true)
    // never more seconds than a minute has
    expect(silentWords('2026-11-22T07:59:00.400Z', now)).toBe('59 秒前')
  })
})
