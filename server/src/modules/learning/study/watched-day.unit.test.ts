import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { creditByDay } from './watched-day.ts'

const nowMs = Date.parse('2027-01-01T00:05:00+08:00')
const minutes = (count: number) => count * 600
const openedMs = Date.parse('2026-12-31T12:00:00+08:00')
const today = { day: '2027-01-01', dayCredited: 0 }
const eve = { day: '2026-12-31', dayCredited: minutes(30) }

it('study watched before midnight counts for the previous day when it arrives later', () => {
  const late = { added: minutes(10), age: minutes(20), nowMs, openedMs, before: today }
  expect(creditByDay(late)).toEqual({
    over: { day: '2026-12-31', credited: minutes(10) },
    early: minutes(10),
  })
})

it('study that continues past midnight counts for both days', () => {
  const both = { added: minutes(8), age: 0, nowMs, openedMs, before: today }
  expect(creditByDay(both)).toEqual({
    over: { day: '2026-12-31', credited: minutes(3) },
    early: minutes(3),
  })
})

it('the first heartbeat after midnight adds the seconds watched before midnight to the previous day', () => {
  const first = { added: minutes(6), age: 0, nowMs, openedMs, before: eve }
  expect(creditByDay(first)).toEqual({
    over: { day: '2026-12-31', credited: minutes(31) },
    early: minutes(1),
  })
  const noon = Date.parse('2027-01-01T12:00:00+08:00')
  expect(creditByDay({ ...first, nowMs: noon })).toEqual({
    over: { day: '2026-12-31', credited: minutes(30) },
    early: 0,
  })
})

it('seconds watched today count for today, and a heartbeat moves no seconds to an earlier day than yesterday', () => {
  const plain = { added: minutes(1), age: minutes(1), nowMs, openedMs, before: today }
  expect(creditByDay(plain)).toEqual({ over: null, early: 0 })
  const before = { ...eve, day: '2026-12-20' }
  const long = { added: minutes(6), age: 0, nowMs, openedMs, before }
  expect(creditByDay(long)).toEqual({
    over: { day: '2026-12-20', credited: minutes(30) },
    early: 0,
  })
})

it('no study counts before its session began, whatever age is reported', () => {
  const told = { added: minutes(10), age: minutes(1440), nowMs, before: today }
  const twoMinutesBefore = Date.parse('2026-12-31T23:58:00+08:00')
  expect(creditByDay({ ...told, openedMs: twoMinutesBefore })).toEqual({
    over: { day: '2026-12-31', credited: minutes(2) },
    early: minutes(2),
  })
  expect(creditByDay({ ...told, openedMs: nowMs })).toEqual({ over: null, early: 0 })
})

const minuteMs = 60_000
const beat = fc.record({
  passMs: fc.oneof(fc.integer({ min: 0, max: 10 * minuteMs }), fc.integer({ min: 0, max: 3000 * minuteMs })),
  added: fc.integer({ min: 0, max: minutes(30) }),
  age: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: minutes(1440) })),
  opens: fc.boolean(),
})

it('daily credits add up to the total, and no day before a session gains credit', () => {
  fc.assert(
    fc.property(fc.array(beat, { maxLength: 60 }), (beats) => {
      const kept = new Map<string, number>()
      let now = nowMs - 10 * minuteMs
      let opened = now
      let clock = { day: dayOf(now), dayCredited: 0 }
      let credited = 0
      for (const { passMs, added, age, opens } of beats) {
        now += passMs
        if (opens) opened = now
        const { over, early } = creditByDay({
          ...{ added, age, nowMs: now, openedMs: opened, before: clock },
        })
        credited += added
        if (over) kept.set(over.day, (kept.get(over.day) ?? 0) + over.credited)
        const carried = clock.day === dayOf(now) ? clock.dayCredited : 0
        clock = { day: dayOf(now), dayCredited: carried + added - early }
        expect(clock.dayCredited).toBeGreaterThanOrEqual(0)
        expect(early).toBeLessThanOrEqual(opened < startOf(now) ? added : 0)
      }
      const all = [...kept.values()].reduce((sum, one) => sum + one, clock.dayCredited)
      expect(all).toBe(credited)
    }),
  )
})

const dayOf = (atMs: number) => shanghaiDay(new Date(atMs))
const startOf = (atMs: number) => Date.parse(`${dayOf(atMs)}T00:00:00+08:00`)
