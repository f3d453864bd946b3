import { describe, expect, it } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatDuration,
  formatElapsed,
  formatFen,
  formatHours,
  formatLastDay,
  formatRemaining,
  formatSaved,
  formatSignWindow,
  formatTeacher,
  formatTitle,
  nameColour,
  nameInitial,
  titleOptions,
} from './format.ts'

describe('times (specification §9)', () => {
  it.each([
    [600, 0, '10:00'],
    [600, 1, '09:59'],
    [600, 0.4, '10:00'],
    [600, 600, '00:00'],
    [600, 700, '00:00'],
    [5400, 0, '90:00'],
    [Number.NaN, 0, '00:00'],
  ])('remaining of %d after %d is %s', (total, elapsed, text) => {
    expect(formatRemaining(total, elapsed)).toBe(text)
  })
  it.each([
    [0, '00 分 00 秒'],
    [65.9, '01 分 05 秒'],
    [3600, '60 分 00 秒'],
    [-3, '00 分 00 秒'],
  ])('elapsed %d is %s', (seconds, text) => {
    expect(formatElapsed(seconds)).toBe(text)
  })
  it('saved is hh:mm:ss, lengths are words', () => {
    expect(formatSaved(3723.9)).toBe('01:02:03')
    expect(formatSaved(360_000)).toBe('100:00:00')
    expect([12, 60, 3600, 3900].map(formatDuration)).toEqual([
      '12\u00a0秒',
      '1\u00a0分钟',
      '1\u00a0小时',
      '1\u00a0小时 5\u00a0分钟',
    ])
  })
  it('dates are Shanghai days', () => {
    expect(formatDate('2026-12-31T15:59:59Z')).toBe('2026-12-31')
    expect(formatDate('2026-12-31T16:00:00Z')).toBe('2027-01-01')
    expect(formatDateTime('2026-12-31T16:00:00Z')).toBe('2027-01-01 00:00')
    expect(formatDateTime('1988-07-01T15:00:00Z')).toBe('1988-07-02 00:00')
    expect(formatDateTime('1984-09-19T16:00:00Z')).toBe('1984-09-20 00:00')
    expect(() => formatDate('明天')).toThrow(RangeError)
    expect(formatDate(null)).toBe('')
  })
  it.each([
    ['2026-12-31T15:59:00Z', '2026-12-31'],
    ['2026-12-31T15:59:59.999Z', '2026-12-31'],
    ['2026-12-31T16:00:00Z', '2026-12-31'],
    ['2028-02-29T16:00:00Z', '2028-02-29'],
    ['2027-12-31T16:00:00Z', '2027-12-31'],
  ])('an end at %s has the last day %s', (at, text) => {
    expect(formatLastDay(at)).toBe(text)
  })
})

describe('amounts', () => {
  it('fen and hours', () => {
    expect([0, 5, 12_000, 1_234_567, -5].map(formatFen)).toEqual([
      '¥0.00',
      '¥0.05',
      '¥120.00',
      '¥12345.67',
      '-¥0.05',
    ])
    expect([60, 1.5, 0.1 + 0.2].map(formatHours)).toEqual(['60', '1.5', '0.3'])
  })
})

describe('people', () => {
  it('title codes: unknown ones are empty', () => {
    expect([0, 1, 2, 3, 4, -1].map(formatTitle)).toEqual(['', '教授', '副教授', '其他', '', ''])
    expect(titleOptions.map(({ value, label }) => `${value} ${label}`)).toEqual([
      ...['0 无', '1 教授', '2 副教授', '3 其他'],
    ])
  })
  it('a teacher: the specification’s word for each title, the name alone without one', () => {
    const shown = [1, 3, 0].map((titleCode) => formatTeacher({ name: '陈思远', titleCode }))
    expect(shown).toEqual(['陈思远 教授', '陈思远 其他', '陈思远'])
  })
  it('the initial is a whole letter, the colour stays with the name', () => {
    expect(nameInitial('𬭊明')).toBe('𬭊')
    expect(nameInitial('')).toBe('')
    expect(nameColour('王五')).toBe(nameColour('王五'))
    expect(nameColour('')).toMatch(/^#/)
  })
})

describe('when one can sign up for a year', () => {
  it('names 补学 where the sign-up goes beyond the year', () => {
    const plan = { year: 2026, signStartAt: '2025-12-31T16:00:00Z' }
    const until = (signEndAt: string) => formatSignWindow({ ...plan, signEndAt })
    expect(until('2026-12-31T16:00:00Z')).toBe('2026-01-01 至 2026-12-31')
    expect(until('2027-12-31T16:00:00Z')).toBe('2026-01-01 至 2027-12-31（含补学）')
  })
})
