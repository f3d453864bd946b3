import { describe, expect, it } from 'vitest'
import { fromShanghaiTime, shanghaiDay, shanghaiTime } from './shanghai-day.ts'

describe('times in Shanghai', () => {
  it('a Shanghai time is parsed back to the same instant', () => {
    const at = new Date('2026-12-31T16:00:05Z')
    expect(shanghaiTime(at)).toBe('2027-01-01 00:00:05')
    expect(shanghaiDay(at)).toBe('2027-01-01')
    expect(fromShanghaiTime('2027-01-01 00:00:05')).toEqual(at)
  })

  it.each(['', '2026-13-01 00:00:00', '2026-01-01', '2026-01-01T00:00:00Z', 'yesterday'])(
    'refuses %j as a day',
    (text) => {
      expect(() => fromShanghaiTime(text)).toThrow('a time that is none')
    },
  )
})
