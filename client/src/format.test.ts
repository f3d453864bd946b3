import { describe, expect, it } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatDuration,
  formatElapsedTime,
  formatFen,
  formatHours,
  formatLastDay,
  formatRemainingTime,
  formatSavedSeconds,
  formatSignWindow,
  formatTeacher,
  formatTitle,
  nameColour,
  nameInitial,
  titleOptions,
} from './format.ts'

describe('time formats', () => {
  it.each([
    [600, 0, '10:00'],
    [600, 1, '09:59'],
    [600, 0.4, '10:00'],
    [600, 600, '00:00'],
    [600, 700, '00:00'],
    [5400, 0, '90:00'],
    [Number.NaN, 0, '00:00'],
  ])('remaining time of %d seconds after %d seconds is %s', (total, elapsed, text) => {
    expect(formatRemainingTime(total, elapsed)).toBe(text)
  })
  it.each([
    [0, '00 分 00 秒'],
    [65.9, '01 分 05 秒'],
    [3600, '60 分 00 秒'],
    [-3, '00 分 00 秒'],
  ])('elapsed time of %d seconds is %s', (seconds, text) => {
    expect(formatElapsedTime(seconds)).toBe(text)
  })
  it('saved study time shows as hh:mm:ss, durations show in words', () => {
    expect(formatSavedSeconds(3723.9)).toBe('01:02:03')
    expect(formatSavedSeconds(360_000)).toBe('100:00:00')
    expect([12, 60, 3600, 3900].map(formatDuration)).toEqual([
      '12\u00a0秒',
      '1\u00a0分钟',
      '1\u00a0小时',
      '1\u00a0小时 5\u00a0分钟',
    ])
  })
  it('dates show as days in Shanghai', () => {
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
  ])('a period that ends at %s has the last day %s', (at, text) => {
    expect(formatLastDay(at)).toBe(text)
  })
})

describe('amount formats', () => {
  it('fen show as yuan, hours with at most one decimal', () => {
    expect([0, 5, 12_000, 1_234_567, -5].map(formatFen)).toEqual(['¥0.00', '¥0.05', '¥120.00', '¥12345.67', '-¥0.05'])
    expect([60, 1.5, 0.1 + 0.2].map(formatHours)).toEqual(['60', '1.5', '0.3'])
  })
})

describe('formats of people', () => {
  it('unknown title codes give empty text', () => {
    expect([0, 1, 2, 3, 4, -1].map(formatTitle)).toEqual(['', '教授', '副教授', '其他', '', ''])
    expect(titleOptions.map(({ value, label }) => `${value} ${label}`)).toEqual([
      ...['0 无', '1 教授', '2 副教授', '3 其他'],
    ])
  })
  it('a teacher shows with the title, or by name alone without one', () => {
    const shown = [1, 3, 0].map((titleCode) => formatTeacher({ name: '陈思远', titleCode }))
    expect(shown).toEqual(['陈思远 教授', '陈思远 其他', '陈思远'])
  })
  it('a name’s initial is a whole character, and a name keeps its colour', () => {
    expect(nameInitial('𬭊明')).toBe('𬭊')
    expect(nameInitial('')).toBe('')
    expect(nameColour('王五')).toBe(nameColour('王五'))
    expect(nameColour('')).toMatch(/^#/)
  })
})

describe('sign-up window of a year', () => {
  it('sign-up after the end of the year is called 补学', () => {
    const plan = { year: 2026, signStartAt: '2025-12-31T16:00:00Z' }
    const until = (signEndAt: string) => formatSignWindow({ ...plan, signEndAt })
    expect(until('2026-12-31T16:00:00Z')).toBe('2026-01-01 至 2026-12-31')
    expect(until('2027-12-31T16:00:00Z')).toBe('2026-01-01 至 2027-12-31（含补学）')
  })
})
