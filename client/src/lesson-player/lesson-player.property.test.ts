import { type Interval, unionOfIntervals } from '@ce/contract/intervals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LessonSimulation } from '../../test/lesson-world.ts'
import { totalIntervalLength } from './intervals.ts'
import type { Heartbeat } from './state.ts'

const duration = 120

type Move = (world: LessonSimulation) => void
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.integer({ min: 1, max: 120 }).map(
    (quarters): Move =>
      (world) =>
        world.pass(quarters / 4),
  ),
  fc.nat(duration).map(
    (to): Move =>
      (world) =>
        world.jump(to),
  ),
  fc.nat(duration).map(
    (to): Move =>
      (world) =>
        world.tell({ on: 'seekTo', to }),
  ),
  fc.double({ min: 0.25, max: 4, noNaN: true }).map(
    (rate): Move =>
      (world) =>
        world.setRate(rate),
  ),
  fc.boolean().map(
    (online): Move =>
      (world) => {
        world.online = online
        if (online) world.tell({ on: 'online' })
      },
  ),
  fc.constantFrom('play', 'pause', 'hidden', 'shown', 'waiting', 'closing', 'tick', 'present').map(
    (on): Move =>
      (world) =>
        world.tell({ on }),
  ),
)

const honest: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.double({ min: 0.1, max: 25, noNaN: true }).map(
      (seconds): Move =>
        (world) =>
          world.pass(seconds),
    ),
  },
  fc.double({ min: 0.05, max: 4, noNaN: true }).map(
    (seconds): Move =>
      (world) =>
        world.runOn(seconds),
  ),
  fc.double({ min: 0, max: 2, noNaN: true }).map(
    (seconds): Move =>
      (world) => {
        world.late = seconds
      },
  ),
  fc.nat(duration).map(
    (to): Move =>
      (world) =>
        world.tell({ on: 'seekTo', to }),
  ),
  fc.constantFrom(1, 1.25, 1.5, 2).map(
    (rate): Move =>
      (world) =>
        world.setRate(rate),
  ),
  fc.boolean().map(
    (online): Move =>
      (world) => {
        world.online = online
        if (online) world.tell({ on: 'online' })
      },
  ),
  fc.boolean().map(
    (hanging): Move =>
      (world) => {
        world.hanging = hanging
      },
  ),
  fc.double({ min: 0.1, max: 30, noNaN: true }).map(
    (seconds): Move =>
      (world) =>
        world.stall(seconds),
  ),
  fc.constantFrom('play', 'pause', 'hidden', 'shown', 'closing', 'tick', 'elsewhere').map(
    (on): Move =>
      (world) =>
        world.tell({ on }),
  ),
  fc.constant<Move>((world) => world.tell({ on: 'halted', why: 'hidden' })),
  fc.constantFrom('left' as const, 'killed' as const).map(
    (how): Move =>
      (world) =>
        world.reopen(how),
  ),
  fc.constant<Move>((world) => world.switchFilm()),
)

function run(moves: Move[]): LessonSimulation {
  const world = new LessonSimulation({ durationSeconds: duration })
  world.tell({ on: 'opened', kept: [] })
  world.tell({ on: 'play' })
  for (const one of moves) one(world)
  world.tell({ on: 'pause' })
  world.tell({ on: 'closing' })
  world.online = true
  world.hanging = false
  world.tell({ on: 'online' })
  world.pass(90)
  return world
}

function without(some: Interval[], others: Interval[]): Interval[] {
  return others.reduce(
    (left, [from, to]) =>
      left
        .flatMap(([a, b]): Interval[] => [
          [a, Math.min(b, from)],
          [Math.max(a, to), b],
        ])
        .filter(([a, b]) => a < b),
    some,
  )
}

function bySession(beats: Heartbeat[]): Map<string, Heartbeat[]> {
  const sessions = new Map<string, Heartbeat[]>()
  for (const beat of beats) sessions.set(beat.playSessionId, [...(sessions.get(beat.playSessionId) ?? []), beat])
  return sessions
}

describe('lesson player under random actions', () => {
  it('every heartbeat is well-formed, and a repeat is identical', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const first = new Map<string, Heartbeat>()
        for (const beat of run(moves).sent) {
          const key = `${beat.playSessionId}/${beat.seq}`
          expect(first.get(key) ?? beat).toEqual(beat)
          first.set(key, beat)
          expect(beat.event === 'start').toBe(beat.seq === 0)
          if (beat.event === 'start') expect(beat.intervals).toEqual([])
          expect(unionOfIntervals(beat.intervals)).toEqual(beat.intervals)
          for (const second of [beat.position, ...beat.intervals.flat()]) {
            expect(second).toBeGreaterThanOrEqual(0)
            expect(second).toBeLessThanOrEqual(duration)
            expect(Number.isInteger(Math.round(second * 1e6) / 1e5)).toBe(true)
          }
        }
      }),
    )
  })

  it('heartbeat numbers count up in each session, and the server receives all heartbeats', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const world = run(moves)
        expect(world.state.queue).toEqual([])
        for (const beats of bySession(world.got).values()) {
          const seqs = beats.map(({ seq }) => seq)
          expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
        }
      }),
    )
  })

  it('the reported seconds are the played seconds', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const world = run(moves)
        const reported = totalIntervalLength(unionOfIntervals(world.got.flatMap((beat) => beat.intervals)))
        const played = totalIntervalLength(unionOfIntervals(world.played))
        expect(Math.abs(reported - played)).toBeLessThanOrEqual(0.3 * moves.length + 0.5)
        expect(world.state.creditedSeconds).toBe(reported)
      }),
    )
  })

  it('every played second is reported, and no other, however the film is interrupted', () => {
    fc.assert(
      fc.property(fc.array(honest, { maxLength: 40 }), (moves) => {
        const world = run(moves)
        const told = unionOfIntervals(world.got.flatMap((beat) => beat.intervals))
        const played = unionOfIntervals(world.played)
        // Wire positions are tenths, so each end may differ by half a tenth.
        const rounding = 0.11 * (played.length + told.length)
        expect(totalIntervalLength(without(played, told))).toBeLessThanOrEqual(rounding)
        expect(totalIntervalLength(without(told, played))).toBeLessThanOrEqual(rounding)
      }),
      { numRuns: 1000 },
    )
  })

  it('first viewing plays nothing beyond the point reached at 1×', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const world = new LessonSimulation({ durationSeconds: duration })
        world.tell({ on: 'play' })
        let reached = 0
        for (const one of moves) {
          const before = world.played.length
          one(world)
          if (world.state.done) return
          for (const [from, to] of world.played.slice(before) as Interval[]) {
            expect(from).toBeLessThanOrEqual(reached + 0.4)
            reached = Math.max(reached, to)
          }
          expect(world.rate).toBe(1)
        }
      }),
    )
  })
})
