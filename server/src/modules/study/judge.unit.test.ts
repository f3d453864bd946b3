import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Beat,
  type Bench,
  type Clock,
  judge,
  judgeLate,
  newClock,
  noProgress,
} from './judge.ts'
import { lengthOf, type Ranges, union, without } from './ranges.ts'

const duration = 6000
let drawn = 0
const bench = (now: number, after = 9000, end = Number.POSITIVE_INFINITY): Bench => ({
  now,
  until: Math.min(now, end),
  today: '2026-03-01',
  duration,
  donePerMille: 950,
  presenceAnswer: 600,
  drawPresence: () => ({ id: `check-${++drawn}`, after }),
})

/** One student with lessons by name, as the store keeps them; refusals change nothing. Study of lesson a ends at `end`. */
function desk(after = 9000, end = Number.POSITIVE_INFINITY) {
  const endOf = (lesson: string | undefined) => (lesson === 'a' ? end : Number.POSITIVE_INFINITY)
  let clock: Clock = newClock(bench(0, after))
  const lessons = new Map<string, typeof noProgress>()
  const owner = new Map<number, string>()
  /** of sessions taken over: the time they had left */
  const left = new Map<number, number>()
  return {
    send(now: number, lesson: string, beat: Partial<Beat> & { sessionNo: number; seq: number }) {
      const full: Beat = {
        event: beat.seq === 0 ? 'start' : 'beat',
        position: beat.intervals?.at(-1)?.[1] ?? 0,
        intervals: [],
        presenceId: undefined,
        ...beat,
      }
      if (full.event === 'start') owner.set(full.sessionNo, lesson)
      const name = owner.get(full.sessionNo) ?? lesson
      const late = full.event === 'start' ? undefined : left.get(full.sessionNo)
      const progress = lessons.get(name) ?? noProgress
      if (full.event === 'start' && now >= endOf(name))
        return { refusal: 'course.studyClosed' as const }
      const open = full.event === 'start' ? owner.get(clock.sessionNo ?? 0) : name
      const moment = bench(now, after, endOf(open))
      const verdict =
        late === undefined
          ? judge(clock, progress, full, moment)
          : judgeLate(clock, progress, full, late, moment)
      if ('refusal' in verdict) return verdict
      if (late !== undefined) left.set(full.sessionNo, verdict.left ?? 0)
      else if (full.event === 'start') {
        left.delete(full.sessionNo)
        if (clock.sessionNo !== null && clock.sessionNo !== full.sessionNo)
          left.set(clock.sessionNo, verdict.left ?? 0)
      }
      clock = verdict.clock
      lessons.set(name, verdict.progress)
      return verdict
    },
    clock: () => clock,
    progress: (lesson = 'a') => lessons.get(lesson) ?? noProgress,
  }
}

describe('credit', () => {
  it('counts each second once, and gives five seconds of grace once', () => {
    const one = desk()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    expect(one.send(150, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 200]] })).toMatchObject({
      added: 200,
    })
    expect(one.send(300, 'a', { sessionNo: 1, seq: 2, intervals: [[100, 400]] })).toMatchObject({
      added: 150,
    })
    expect(one.clock()).toMatchObject({ allowance: 0, grace: 0, held: [[350, 400]] })
  })

  it('holds what came before its turn and credits it when the gap is filled', () => {
    const one = desk()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(150, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 150]] })
    expect(one.send(450, 'a', { sessionNo: 1, seq: 3, intervals: [[300, 450]] })).toMatchObject({
      added: 0,
      progress: { furthest: 150, resume: 150 },
    })
    expect(one.send(451, 'a', { sessionNo: 1, seq: 2, intervals: [[150, 300]] })).toMatchObject({
      added: 300,
      progress: { covered: [[0, 450]], furthest: 450 },
    })
  })

  it('is done at 95 %, free afterwards', () => {
    const one = desk()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(5699, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 5699]] })
    expect(one.progress().done).toBe(false)
    one.send(5710, 'a', { sessionNo: 1, seq: 2, intervals: [[5699, 5700]] })
    expect(one.progress().done).toBe(true)
    one.send(5810, 'a', { sessionNo: 1, seq: 3, intervals: [[5900, 6000]] })
    expect(one.progress().covered).toEqual([
      [0, 5700],
      [5900, 6000],
    ])
  })

  it('keeps a forged coverage in few pieces, and lets it heal', () => {
    const one = desk(100_000)
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    for (let seq = 1; seq <= 500; seq += 1)
      one.send(seq * 20, 'a', { sessionNo: 1, seq, intervals: [[seq * 10, seq * 10 + 1]] })
    expect(one.progress().covered).toHaveLength(300)
    one.send(20_000, 'a', { sessionNo: 1, seq: 501, intervals: [[0, 3100]] })
    expect(one.progress().covered.length).toBeLessThan(5)
  })

  it('refuses what cannot be', () => {
    const one = desk()
    const key = (beat: Partial<Beat>, seq = 1) => one.send(10, 'a', { sessionNo: 1, seq, ...beat })
    expect(key({ intervals: [[0, 5]] }, 0)).toEqual({ refusal: 'course.badIntervals' })
    expect(key({})).toEqual({ refusal: 'course.sessionNotOpen' })
    key({}, 0)
    expect(key({ intervals: [[9, 5]] })).toEqual({ refusal: 'course.badIntervals' })
    expect(key({ intervals: [[-9, 5]] })).toEqual({ refusal: 'course.badIntervals' })
    expect(key({ position: Number.NaN })).toEqual({ refusal: 'course.badIntervals' })
    expect(key({ position: 6011 })).toEqual({ refusal: 'course.positionBeyondLesson' })
    expect(key({ intervals: [[5990, 6011]] })).toEqual({ refusal: 'course.positionBeyondLesson' })
  })
})

describe('sessions', () => {
  it('gives the new page none of the old one’s allowance, and drops it at the end', () => {
    const one = desk()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(1000, 'b', { sessionNo: 2, seq: 0 })
    expect(one.send(1010, 'b', { sessionNo: 2, seq: 1, intervals: [[0, 900]] })).toMatchObject({
      added: 60,
    })
    one.send(2000, 'b', { sessionNo: 2, seq: 2, event: 'end' })
    expect(one.clock()).toMatchObject({ sessionNo: null, allowance: 0, held: [] })
  })

  it('keeps the way to the next presence check across sessions', () => {
    const one = desk(9000)
    for (let no = 1; no <= 3; no += 1) one.send(no * 2000, 'a', { sessionNo: no, seq: 0 })
    expect(one.clock().presenceLeft).toBe(5000)
  })
})

describe('presence', () => {
  const opened = () => {
    const one = desk(1000)
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    return one
  }

  it('is announced before it is due; nothing accrues past it; an answer in time makes the time count', () => {
    const one = opened()
    expect(one.send(690, 'a', { sessionNo: 1, seq: 1 })).toMatchObject({ presence: null })
    const told = one.send(750, 'a', { sessionNo: 1, seq: 2, intervals: [[0, 750]] })
    const id = 'presence' in told ? told.presence?.id : undefined
    expect(told).toMatchObject({ presence: { due: 1000, answerBy: 1600 } })
    one.send(1300, 'a', { sessionNo: 1, seq: 3, intervals: [[750, 1300]] })
    expect(one.progress().furthest).toBe(1050)
    const event = 'presence' as const
    expect(one.send(1500, 'a', { sessionNo: 1, seq: 4, event, presenceId: id })).toMatchObject({
      added: 250,
      progress: { furthest: 1300 },
    })
    expect(one.clock()).toMatchObject({ allowance: 250 })
  })

  it('expires after its time: what is left of the allowance counts, then only a new start helps', () => {
    const one = opened()
    const id = one.clock().presenceId
    const event = 'presence' as const
    expect(one.send(1601, 'a', { sessionNo: 1, seq: 1, event, presenceId: id })).toEqual({
      refusal: 'course.presenceExpired',
    })
    one.send(1700, 'a', { sessionNo: 1, seq: 2, intervals: [[0, 1600]] })
    expect(one.progress().furthest).toBe(1050)
    expect(one.send(1800, 'a', { sessionNo: 1, seq: 3, intervals: [[1600, 1700]] })).toEqual({
      refusal: 'course.presenceExpired',
    })
    one.send(1900, 'a', { sessionNo: 2, seq: 0 })
    one.send(2000, 'a', { sessionNo: 2, seq: 1, intervals: [[1050, 1150]] })
    expect(one.progress().furthest).toBe(1150)
  })

  it('takes no answer to a check that is announced before anybody can see it', () => {
    const one = opened()
    one.send(690, 'a', { sessionNo: 1, seq: 1 })
    const told = one.send(750, 'a', { sessionNo: 1, seq: 2 })
    const presenceId = 'presence' in told ? told.presence?.id : undefined
    const answer = { sessionNo: 1, event: 'presence' as const, presenceId }
    expect(one.send(994, 'a', { ...answer, seq: 3 })).toEqual({
      refusal: 'course.presenceExpired',
    })
    expect(one.send(1000, 'a', { ...answer, seq: 4 })).not.toHaveProperty('refusal')
  })

  it('takes no answer to a check that was not asked', () => {
    const one = opened()
    const early = { sessionNo: 1, seq: 1, event: 'presence' as const }
    expect(one.send(10, 'a', { ...early, presenceId: one.clock().presenceId })).toEqual({
      refusal: 'course.presenceExpired',
    })
    expect(one.send(1100, 'a', { ...early, presenceId: 'another' })).toEqual({
      refusal: 'course.presenceExpired',
    })
  })
})

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

describe('a session that was taken over', () => {
  it('is credited what it had watched by then, from the time that was its own, once', () => {
    const one = desk()
    one.send(0, 'a', { sessionNo: 1, seq: 0 })
    one.send(400, 'b', { sessionNo: 2, seq: 0 })
    const late = { sessionNo: 1, seq: 1, intervals: [[0, 300]] as Ranges }
    expect(one.send(500, 'a', late)).toMatchObject({ added: 300, left: 100 })
    expect(one.send(500, 'a', { ...late, seq: 2 })).toEqual({ refusal: 'course.takenOver' })
    const more = { sessionNo: 1, seq: 3, intervals: [[300, 600]] as Ranges }
    expect(one.send(600, 'a', more)).toMatchObject({ added: 100, left: 0 })
    expect(one.send(900, 'a', { ...more, seq: 4 })).toEqual({ refusal: 'course.takenOver' })
    // the page that took over has lost nothing by it
    expect(one.send(900, 'b', { sessionNo: 2, seq: 1, intervals: [[0, 500]] })).toMatchObject({
      added: 500,
    })
  })
})

describe('after the end of study', () => {
  it('credits what was watched before it, and nothing of the time after it', () => {
    const one = desk(9000, 1000)
    one.send(400, 'a', { sessionNo: 1, seq: 0 })
    const beats = (seq: number, from: number, to: number) =>
      one.send(5000 + seq, 'a', { sessionNo: 1, seq, intervals: [[from, to]] })
    expect(beats(1, 0, 400)).toMatchObject({ added: 400, presence: null })
    // six tenths of a minute and the one grace: 600 + 50
    expect(beats(2, 400, 900)).toMatchObject({ added: 250 })
    expect(beats(3, 900, 1000)).toEqual({ refusal: 'course.studyClosed' })
    expect(one.send(9000, 'a', { sessionNo: 2, seq: 0 })).toEqual({
      refusal: 'course.studyClosed',
    })
  })

  it('leaves a session that another course takes over then only the time until the end', () => {
    const one = desk(9000, 1000)
    one.send(400, 'a', { sessionNo: 1, seq: 0 })
    one.send(3000, 'b', { sessionNo: 2, seq: 0 })
    expect(one.send(3010, 'a', { sessionNo: 1, seq: 1, intervals: [[0, 2600]] })).toMatchObject({
      added: 600,
      left: 0,
    })
    expect(one.send(3100, 'b', { sessionNo: 2, seq: 1, intervals: [[0, 900]] })).toMatchObject({
      added: 150,
    })
  })
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
  it('loses at most one beat to delays, overtaking and a lost network', () => {
    const plan = fc.record({
      beats: fc.integer({ min: 2, max: 30 }),
      delays: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 30, maxLength: 30 }),
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
        expect(lost).toBeLessThanOrEqual(150)
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
