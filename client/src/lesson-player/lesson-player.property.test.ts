import { joined, type Stretch } from '@ce/contract/stretches'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LessonWorld } from '../../test/lesson-world.ts'
import type { Beat } from './state.ts'
import { lengthOf } from './stretches.ts'

const duration = 120

type Move = (world: LessonWorld) => void
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

/** What people, lines and busy pages do to a film; nobody drags the element past our controls. */
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

function run(moves: Move[]): LessonWorld {
  const world = new LessonWorld({ durationSeconds: duration })
  world.tell({ on: 'opened', kept: [] })
  world.tell({ on: 'play' })
  for (const one of moves) one(world)
  world.tell({ on: 'pause' })
  world.tell({ on: 'closing' })
  world.online = true
  world.hanging = false
  world.tell({ on: 'online' })
  // what hangs is given up after a minute at most
  world.pass(90)
  return world
}

/** What of the one is not in the other; both joined. */
function without(some: Stretch[], others: Stretch[]): Stretch[] {
  return others.reduce(
    (left, [from, to]) =>
      left
        .flatMap(([a, b]): Stretch[] => [
          [a, Math.min(b, from)],
          [Math.max(a, to), b],
        ])
        .filter(([a, b]) => a < b),
    some,
  )
}

function bySession(beats: Beat[]): Map<string, Beat[]> {
  const sessions = new Map<string, Beat[]>()
  for (const beat of beats)
    sessions.set(beat.playSessionId, [...(sessions.get(beat.playSessionId) ?? []), beat])
  return sessions
}

describe('whatever happens', () => {
  it('every beat is well-formed, and a repeat says the same', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const first = new Map<string, Beat>()
        for (const beat of run(moves).sent) {
          const key = `${beat.playSessionId}/${beat.seq}`
          expect(first.get(key) ?? beat).toEqual(beat)
          first.set(key, beat)
          expect(beat.event === 'start').toBe(beat.seq === 0)
          if (beat.event === 'start') expect(beat.intervals).toEqual([])
          expect(joined(beat.intervals)).toEqual(beat.intervals)
          for (const second of [beat.position, ...beat.intervals.flat()]) {
            expect(second).toBeGreaterThanOrEqual(0)
            expect(second).toBeLessThanOrEqual(duration)
            expect(Number.isInteger(Math.round(second * 1e6) / 1e5)).toBe(true)
          }
        }
      }),
    )
  })

  it('seq counts up in each session, and the server gets all that waits', () => {
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

  it('what was played is what was reported', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const world = run(moves)
        const reported = lengthOf(joined(world.got.flatMap((beat) => beat.intervals)))
        const played = lengthOf(joined(world.played))
        expect(Math.abs(reported - played)).toBeLessThanOrEqual(0.3 * moves.length + 0.5)
        expect(world.state.creditedSeconds).toBe(reported)
      }),
    )
  })

  it('nothing that was played is untold, and nothing told that was not played, however the film is cut', () => {
    fc.assert(
      fc.property(fc.array(honest, { maxLength: 40 }), (moves) => {
        const world = run(moves)
        const told = joined(world.got.flatMap((beat) => beat.intervals))
        const played = joined(world.played)
        // positions on the wire are tenths: half of one at either end of a stretch
        const rounding = 0.11 * (played.length + told.length)
        expect(lengthOf(without(played, told))).toBeLessThanOrEqual(rounding)
        expect(lengthOf(without(told, played))).toBeLessThanOrEqual(rounding)
      }),
      { numRuns: 1000 },
    )
  })

  it('on first viewing nothing is played beyond what was reached at 1×', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const world = new LessonWorld({ durationSeconds: duration })
        world.tell({ on: 'play' })
        let reached = 0
        for (const one of moves) {
          const before = world.played.length
          one(world)
          if (world.state.done) return
          for (const [from, to] of world.played.slice(before) as Stretch[]) {
            expect(from).toBeLessThanOrEqual(reached + 0.4)
            reached = Math.max(reached, to)
          }
          expect(world.rate).toBe(1)
        }
      }),
    )
  })
})
