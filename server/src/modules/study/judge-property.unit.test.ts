import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { desk, duration } from '../../../test/factories/judge.ts'
import { lengthOf, type Ranges, union, without } from './ranges.ts'

const stretch = fc
  .tuple(fc.integer({ min: 0, max: duration }), fc.integer({ min: 0, max: 800 }))
  .map(([from, length]): [number, number] => [from, Math.min(duration, from + length)])
const move = fc.record({
  pass: fc.integer({ min: 0, max: 400 }),
  sessionNo: fc.integer({ min: 1, max: 4 }),
  seq: fc.integer({ min: 0, max: 6 }),
  event: fc.constantFrom('beat' as const, 'pause' as const, 'seek' as const, 'end' as const),
  intervals: fc.array(stretch, { maxLength: 4 }),
})

describe('whatever is sent', () => {
  it('credits never more than the clock plus one grace, nor more than was watched; nothing goes back', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), fc.nat(6000), (moves, end) => {
        const one = desk(2000, end)
        const watched = new Map<string, Ranges>()
        let now = 0
        for (const { pass, ...beat } of moves) {
          now += pass
          const lesson = beat.sessionNo % 2 ? 'a' : 'b'
          const before = one.progress(lesson)
          const isStart = beat.seq === 0
          one.send(now, lesson, isStart ? { sessionNo: beat.sessionNo, seq: 0 } : beat)
          watched.set(lesson, union(watched.get(lesson) ?? [], isStart ? [] : normalOf(beat)))
          const after = one.progress(lesson)
          expect(without(before.covered, after.covered)).toEqual([])
          expect(after.furthest).toBeGreaterThanOrEqual(before.furthest)
          expect(after.done || !before.done).toBe(true)
          expect(without(after.covered, watched.get(lesson) ?? [])).toEqual([])
          const total = lengthOf(one.progress('a').covered) + lengthOf(one.progress('b').covered)
          expect(total).toBe(one.clock().credited)
          expect(total).toBeLessThanOrEqual(now + 50)
          expect(lengthOf(one.progress('a').covered)).toBeLessThanOrEqual(Math.min(now, end) + 50)
        }
      }),
    )
  })

  it('on first viewing leaves no gap longer than the tolerance', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const one = desk(100_000)
        one.send(0, 'a', { sessionNo: 1, seq: 0 })
        moves.forEach(({ pass, intervals }, index) => {
          one.send((index + 1) * pass, 'a', { sessionNo: 1, seq: index + 1, intervals })
        })
        if (one.progress().done) return
        const gaps = without([[0, one.progress().furthest]], one.progress().covered)
        for (const [from, to] of gaps) expect(to - from).toBeLessThanOrEqual(10)
      }),
    )
  })
})

describe('an honest player', () => {
  it('loses nothing to delays, overtaking and a lost network', () => {
    const plan = fc.record({
      beats: fc.integer({ min: 2, max: 30 }),
      delays: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 30, maxLength: 30 }),
      offlineFrom: fc.integer({ min: 0, max: 30 }),
      offlineFor: fc.integer({ min: 0, max: 3000 }),
    })
    fc.assert(
      fc.property(plan, ({ beats, delays, offlineFrom, offlineFor }) => {
        const one = desk(100_000)
        one.send(0, 'a', { sessionNo: 1, seq: 0 })
        const sent = Array.from({ length: beats }, (_, index) => {
          const at = (index + 1) * 150
          const offline = index >= offlineFrom && at < offlineFrom * 150 + offlineFor
          const arrives = offline ? offlineFrom * 150 + offlineFor : at + (delays[index] ?? 0)
          return { arrives, seq: index + 1, intervals: [[at - 150, at]] as Ranges }
        })
        // those kept while offline are replayed in order, others may overtake each other
        sent.sort((a, b) => a.arrives - b.arrives || a.seq - b.seq)
        for (const { arrives, ...beat } of sent) one.send(arrives, 'a', { sessionNo: 1, ...beat })
        const lost = beats * 150 - lengthOf(one.progress().covered)
        expect(lost).toBe(0)
      }),
    )
  })
})

function normalOf({ intervals }: { intervals: Ranges }): Ranges {
  return union(
    [],
    intervals.length > 1 ? union(intervals.slice(0, 1), intervals.slice(1)) : intervals,
  )
}
