import { expect, it } from 'vitest'
import { watchedBefore } from './watched-day.ts'

/** five minutes after midnight in Shanghai */
const nowMs = Date.parse('2027-01-01T00:05:00+08:00')
const minutes = (count: number) => count * 600
const today = { day: '2027-01-01', dayCredited: 0 }
const eve = { day: '2026-12-31', dayCredited: minutes(30) }

it('what was watched before midnight is of the day before, when it arrives after it', () => {
  const late = { added: minutes(10), age: minutes(20), nowMs, before: today }
  expect(watchedBefore(late)).toEqual({
    over: { day: '2026-12-31', credited: minutes(10) },
    early: minutes(10),
  })
})

it('what was watched over midnight is of both days', () => {
  const both = { added: minutes(8), age: 0, nowMs, before: today }
  expect(watchedBefore(both)).toEqual({
    over: { day: '2026-12-31', credited: minutes(3) },
    early: minutes(3),
  })
})

it('the first beat of a day closes the day before, with what of it is that day’s', () => {
  const first = { added: minutes(6), age: 0, nowMs, before: eve }
  expect(watchedBefore(first)).toEqual({
    over: { day: '2026-12-31', credited: minutes(31) },
    early: minutes(1),
  })
  const noon = Date.parse('2027-01-01T12:00:00+08:00')
  expect(watchedBefore({ ...first, nowMs: noon })).toEqual({
    over: { day: '2026-12-31', credited: minutes(30) },
    early: 0,
  })
})

it('what was watched today stays today’s, and nothing is moved over a day without study', () => {
  const plain = { added: minutes(1), age: minutes(1), nowMs, before: today }
  expect(watchedBefore(plain)).toEqual({ over: null, early: 0 })
  const long = { added: minutes(6), age: 0, nowMs, before: { ...eve, day: '2026-12-20' } }
  expect(watchedBefore(long)).toEqual({
    over: { day: '2026-12-20', credited: minutes(30) },
    early: 0,
  })
})
