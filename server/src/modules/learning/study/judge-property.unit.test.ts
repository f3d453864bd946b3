import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simulateHeartbeats, testLessonDs } from '../../../../test/factories/study-desk.ts'
import type { PresenceWindow } from './clock.ts'
import { type Ranges, subtractRanges, totalLength, unionRanges } from './ranges.ts'

const stretch = fc
  .tuple(fc.integer({ min: 0, max: testLessonDs }), fc.integer({ min: 0, max: 800 }))
  .map(([from, length]): [number, number] => [from, Math.min(testLessonDs, from + length)])
const move = fc.record({
  pass: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 9000 })),
  sessionNo: fc.integer({ min: 1, max: 4 }),
  seq: fc.integer({ min: 0, max: 6 }),
  event: fc.constantFrom(...(['beat', 'beat', 'pause', 'seek', 'end', 'presence', 'presence'] as const)),
  intervals: fc.array(stretch, { maxLength: 4 }),
})

describe('credit for random heartbeats', () => {
  it('credit never exceeds clock time plus one grace or the watched time, and never decreases', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), fc.nat(6000), (moves, end) => {
        const one = simulateHeartbeats(2000, { end })
        const watched = new Map<string, Ranges>()
        let now = 0
        for (const { pass, ...beat } of moves) {
          now += pass
          const lesson = beat.sessionNo % 2 ? 'a' : 'b'
          const before = one.progress(lesson)
          const isStart = beat.seq === 0
          const { presenceId } = one.clock()
          const sent = isStart ? { sessionNo: beat.sessionNo, seq: 0 } : { ...beat, presenceId }
          one.send(now, lesson, sent)
          watched.set(lesson, unionRanges(watched.get(lesson) ?? [], isStart ? [] : normalOf(beat)))
          const after = one.progress(lesson)
          expect(subtractRanges(before.covered, after.covered)).toEqual([])
          expect(after.furthest).toBeGreaterThanOrEqual(before.furthest)
          expect(after.done || !before.done).toBe(true)
          expect(subtractRanges(after.covered, watched.get(lesson) ?? [])).toEqual([])
          const total = totalLength(one.progress('a').covered) + totalLength(one.progress('b').covered)
          expect(total).toBe(one.clock().credited)
          expect(total).toBeLessThanOrEqual(now + 50)
          expect(totalLength(one.progress('a').covered)).toBeLessThanOrEqual(Math.min(now, end) + 50)
        }
      }),
    )
  })

  it('first viewing leaves no gap longer than one second in the covered ranges', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const one = simulateHeartbeats(100_000)
        one.send(0, 'a', { sessionNo: 1, seq: 0 })
        moves.forEach(({ pass, intervals }, index) => {
          one.send((index + 1) * pass, 'a', { sessionNo: 1, seq: index + 1, intervals })
        })
        if (one.progress().done) return
        const gaps = subtractRanges([[0, one.progress().furthest]], one.progress().covered)
        for (const [from, to] of gaps) expect(to - from).toBeLessThanOrEqual(10)
      }),
    )
  })
})

describe('credit for an honest player', () => {
  it('an honest player loses no credit to delays, reordering or network failures', () => {
    const plan = fc.record({
      beats: fc.integer({ min: 2, max: 30 }),
      delays: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 30, maxLength: 30 }),
      offlineFrom: fc.integer({ min: 0, max: 30 }),
      offlineFor: fc.integer({ min: 0, max: 3000 }),
    })
    fc.assert(
      fc.property(plan, ({ beats, delays, offlineFrom, offlineFor }) => {
        const one = simulateHeartbeats(100_000)
        one.send(0, 'a', { sessionNo: 1, seq: 0 })
        const sent = Array.from({ length: beats }, (_, index) => {
          const at = (index + 1) * 150
          const offline = index >= offlineFrom && at < offlineFrom * 150 + offlineFor
          const arrives = offline ? offlineFrom * 150 + offlineFor : at + (delays[index] ?? 0)
          return { arrives, seq: index + 1, intervals: [[at - 150, at]] as Ranges }
        })
        sent.sort((a, b) => a.arrives - b.arrives || a.seq - b.seq)
        for (const { arrives, ...beat } of sent) one.send(arrives, 'a', { sessionNo: 1, ...beat })
        const lost = beats * 150 - totalLength(one.progress().covered)
        expect(lost).toBe(0)
      }),
    )
  })

  // See decision 053.
  it('ten minutes offline cost no credit, whenever a presence check falls due', () => {
    const cut = fc.record({
      due: fc.integer({ min: 1000, max: 12_000 }),
      from: fc.integer({ min: 10, max: 60 }),
      beats: fc.integer({ min: 1, max: 40 }),
      reaction: fc.integer({ min: 10, max: 140 }),
    })
    fc.assert(
      fc.property(cut, ({ due, from, beats, reaction }) => {
        const one = simulateHeartbeats(due, { lessonDs: 20_000 })
        one.send(0, 'a', { sessionNo: 1, seq: 0 })
        const back = (from + beats) * 150
        let check: PresenceWindow | null = null
        for (let seq = 1; seq < 120; seq += 1) {
          const at = seq * 150
          const isCut = seq >= from && seq < from + beats
          const beat = { sessionNo: 1, seq, intervals: [[at - 150, at]] as Ranges }
          const verdict = one.send(isCut ? back : at, 'a', beat)
          if (!isCut) check = 'presence' in verdict ? verdict.presence : check
          if (!check || check.due > at) continue
          const answer = { event: 'presence' as const, presenceId: check.id }
          one.send(isCut ? back : at + reaction, 'a', { sessionNo: 1, seq: 1000 + seq, ...answer })
          check = null
        }
        expect(totalLength(one.progress().covered)).toBe(119 * 150)
      }),
    )
  })
})

function normalOf({ intervals }: { intervals: Ranges }): Ranges {
  return unionRanges([], intervals.length > 1 ? unionRanges(intervals.slice(0, 1), intervals.slice(1)) : intervals)
}
