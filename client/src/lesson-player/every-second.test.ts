import type { Interval } from '@ce/contract/intervals'
import { describe, expect, it } from 'vitest'
import { announcePresenceCheck, LessonSimulation, startPlayingLesson } from '../../test/lesson-world.ts'
import { totalIntervalLength } from './intervals.ts'
import { playerStateNameOf } from './state.ts'

const told = (world: LessonSimulation) => world.got.slice(1).map(({ event, intervals }) => [event, intervals])

describe('interruptions of the film that lose no played second', () => {
  it.each([
    ['hidden', 'hide'],
    ['closing', 'hide'],
    ['left', 'hide'],
    ['pause', 'pause'],
    ['elsewhere', 'beat'],
  ] as const)(
    'on %s the player reports seconds up to that moment, not only to the last event of the film',
    (on, event) => {
      const world = startPlayingLesson()
      world.pass(5)
      world.runOn(0.9)
      world.tell({ on })
      world.deliver()
      expect(told(world)).toEqual([[event, [[0, 5.9]]]])
    },
  )

  it('a seek by the player reports the seconds before it', () => {
    const world = startPlayingLesson()
    world.pass(5)
    world.runOn(0.9)
    world.tell({ on: 'seekTo', to: 2 })
    world.deliver()
    expect(told(world)).toEqual([['seek', [[0, 5.9]]]])
  })

  it('an empty buffer loses no second when playing is noticed late', () => {
    const world = startPlayingLesson()
    world.pass(5)
    world.runOn(0.4)
    world.tell({ on: 'waiting' })
    world.playing = false
    world.pass(3)
    world.playing = true
    world.runOn(0.8)
    world.tell({ on: 'playing', at: world.at })
    world.pass(1)
    world.tell({ on: 'pause' })
    world.deliver()
    expect(told(world)).toEqual([['pause', [[0, 7.2]]]])
  })

  it('switching renditions first reports the seconds of the old rendition, then continues at the same position', () => {
    const world = startPlayingLesson()
    world.pass(5)
    world.runOn(0.9)
    world.switchFilm()
    expect(world.at).toBeCloseTo(5.9)
    world.pass(3)
    world.tell({ on: 'closing' })
    world.deliver()
    expect(told(world)).toEqual([
      ['beat', [[0, 5.9]]],
      ['hide', [[5.9, 8.9]]],
    ])
  })

  it('switching renditions at the furthest point loses no second when playing is noticed late', () => {
    const world = startPlayingLesson()
    world.pass(5)
    world.late = 0.8
    world.switchFilm()
    world.late = 0
    world.pass(3)
    world.tell({ on: 'closing' })
    world.deliver()
    expect(world.state.creditedSeconds).toBeCloseTo(world.at, 1)
    expect(world.at).toBeGreaterThan(8)
  })

  it('the first played seconds are reported when playing is noticed late', () => {
    const world = new LessonSimulation()
    world.late = 1.2
    world.tell({ on: 'opened', kept: [] })
    world.tell({ on: 'play' })
    world.deliver()
    world.pass(2)
    world.tell({ on: 'pause' })
    world.deliver()
    expect(totalIntervalLength(world.got.flatMap(({ intervals }) => intervals))).toBeCloseTo(3.2)
  })

  it('the end of a film is credited although the film last reported standing still', () => {
    const world = startPlayingLesson()
    world.pass(58)
    world.tell({ on: 'waiting' })
    world.runOn(2)
    world.playing = false
    world.tell({ on: 'ended' })
    world.deliver()
    expect(world.state).toMatchObject({ creditedSeconds: 60, done: true })
  })

  it('renewing the video address over a lost connection until a presence check is overdue loses no second', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    announcePresenceCheck(world, 30)
    world.pass(20)
    world.playing = false
    world.tell({ on: 'broken' })
    world.pass(120)
    world.tell({ on: 'renewed', until: world.now + 600_000 })
    world.deliver()
    expect(told(world).slice(0, 2)).toEqual([
      ['beat', [[0, 15]]],
      ['beat', [[15, 20]]],
    ])
  })

  it('a jump no longer than the standstill before it adds no played seconds', () => {
    const world = startPlayingLesson()
    world.pass(30)
    world.tell({ on: 'seekTo', to: 5 })
    world.tell({ on: 'waiting' })
    world.playing = false
    world.pass(8)
    world.playing = true
    world.jump(10)
    world.pass(2)
    world.tell({ on: 'pause' })
    world.deliver()
    expect(told(world).at(-1)).toEqual(['pause', [[10, 12]]])
  })
})

describe('heartbeats that overtake each other', () => {
  it.each(['course.takenOver', 'course.presenceExpired'] as const)(
    'the refusal %s is not final while an earlier heartbeat is unanswered',
    (key) => {
      const world = startPlayingLesson()
      world.online = false
      world.pass(40)
      world.tell({ on: 'closing' })
      const [first, second] = world.state.queue
      if (!first || !second) throw new Error('nothing queued')
      world.online = true
      world.tell({ on: 'refused', beat: second, key, msg: key })
      expect(world.state.queue).toContainEqual(second)
      expect(world.state.stop).toBe(null)
      world.pass(5)
      expect(world.got).toContainEqual(second)
    },
  )

  it('an early heartbeat’s answer does not move the film back', () => {
    const world = startPlayingLesson()
    world.online = false
    world.pass(46)
    const last = world.state.queue.at(-1)
    if (!last) throw new Error('nothing queued')
    world.tell({
      on: 'answered',
      beat: last,
      sentAt: world.now,
      answer: {
        ...{ creditedSeconds: 0, furthestSeconds: 0, lessonDone: false, courseDone: false },
        ...{ presence: null, movedTo: null, serverNow: new Date(world.now).toISOString() },
      },
    })
    expect([world.at, world.state.hint]).toEqual([46, null])
  })
})

describe('heartbeats left by earlier pages', () => {
  it('stored heartbeats of earlier pages found late are sent after those under way, without this page’s heartbeats', () => {
    const left = (playSessionId: string, seq: number) => ({
      ...{ id: 'course', lessonId: 'lesson', event: 'hide' as const, position: 9 },
      ...{ playSessionId, seq, intervals: [[0, 9]] as [number, number][] },
    })
    const world = startPlayingLesson()
    world.online = false
    world.pass(31)
    const [first, second] = world.state.queue
    if (!first || !second) throw new Error('nothing queued')
    world.tell({ on: 'tick' })
    const before = world.state.underWay
    world.tell({ on: 'opened', kept: [left('old', 4), first, left('s1', 9)] })
    const after = before.includes(first) ? [second] : [first, second]
    expect(world.state.queue).toEqual([...before, left('old', 4), ...after])
    world.online = true
    world.pass(40)
    expect(world.got).toContainEqual(left('old', 4))
    expect(world.state.queue).toEqual([])
  })
})

describe('resuming where an earlier page stopped', () => {
  function leftOver() {
    const kept = Array.from({ length: 40 }, (_, index) => {
      const from = 60 + 15 * index
      return {
        ...{ id: 'course', lessonId: 'lesson', event: 'beat' as const, playSessionId: 'old' },
        ...{ seq: index + 5, position: from + 15, intervals: [[from, from + 15]] as Interval[] },
      }
    })
    const known = { furthestSeconds: 60, creditedSeconds: 60, covered: [[0, 60]] as Interval[] }
    const world = new LessonSimulation({ durationSeconds: 2700, resumeAt: 60, ...known })
    world.tell({ on: 'opened', kept })
    return world
  }

  it.each(['before', 'after'])(
    'pressing play %s the old heartbeats are sent resumes the film where they end',
    (when) => {
      const world = leftOver()
      world.pass(when === 'before' ? 0 : 20)
      world.tell({ on: 'play' })
      world.pass(20)
      expect(playerStateNameOf(world.state)).toBe('playing')
      expect(world.played[0]?.[0]).toBe(660)
    },
  )

  it('resuming never moves back from a later position', () => {
    const world = leftOver()
    world.tell({ on: 'play' })
    world.state = { ...world.state, position: 700, served: 700, reach: 700 }
    world.pass(5)
    expect(world.state.position).toBe(700)
  })
})

describe('refused heartbeats that are sent again', () => {
  it('the intervals of a presence check answer that is refused as late are sent again without the answer', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    announcePresenceCheck(world, 20)
    world.pass(25)
    const { answering } = world
    world.answering = (beat, answer) =>
      beat.event === 'presence' ? { key: 'course.presenceExpired' } : answering(beat, answer)
    world.tell({ on: 'present' })
    world.deliver()
    world.deliver()
    expect(told(world).slice(-2)).toMatchObject([
      ['presence', [[15, 25]]],
      ['pause', [[15, 25]]],
    ])
    expect(world.got.at(-1)).not.toHaveProperty('presenceId')
    expect(world.state.stop).toBe('presence-late')
  })

  it('a heartbeat of an earlier page gets the next number when another page used its number', () => {
    const left = (seq: number, to: number) => ({
      ...{ id: 'course', lessonId: 'lesson', playSessionId: 'old', event: 'hide' as const },
      ...{ seq, position: to, intervals: [[0, to]] as [number, number][] },
    })
    const world = new LessonSimulation()
    world.answering = (beat, answer) => (beat.seq === 3 ? { key: 'course.beatConflict' } : answer)
    world.tell({ on: 'opened', kept: [left(3, 12), left(4, 14)] })
    world.pass(2)
    expect(world.sent).toMatchObject([left(3, 12), left(5, 12), left(4, 14)])
    expect(world.state).toMatchObject({ dropped: 0, queue: [] })
  })

  it('a renumbered heartbeat stays first in the queue, and its refusal is final', () => {
    const world = startPlayingLesson()
    world.answering = (beat, answer) => {
      if (beat.seq === 1) return { key: 'course.beatConflict' }
      return beat.seq === 3 ? { key: 'course.takenOver' } : answer
    }
    world.online = false
    world.pass(31)
    world.online = true
    world.pass(10)
    // The last heartbeat includes the intervals of the second.
    expect(world.sent.slice(-3).map(({ seq }) => seq)).toEqual([1, 3, 4])
    expect(world.state).toMatchObject({ queue: [], stop: 'taken-over' })
  })
})

describe('browsers that land beside the target of a seek', () => {
  function landing(limit: number, lands: (to: number) => number) {
    const world = startPlayingLesson()
    world.pass(limit)
    const sought: number[] = []
    world.lands = (to) => {
      sought.push(to)
      if (sought.length > 20) throw new Error('sought for ever')
      return lands(to)
    }
    return { world, sought }
  }

  it.each([
    { apart: 2, limit: 5, back: [5, 5, 3] },
    { apart: 10, limit: 25, back: [25, 25, 23, 21, 17] },
    { apart: 10, limit: 5, back: [5, 5, 3, 1, 0] },
    { apart: 10, limit: 0.5, back: [0.5, 0.5, 0] },
  ])(
    'keyframes $apart s apart: from $limit s the player seeks further back to an allowed position',
    ({ apart, limit, back }) => {
      const { world, sought } = landing(limit, (to) => Math.ceil(to / apart) * apart)
      world.jump(40)
      expect(sought).toEqual(back)
      expect(world.at).toBeLessThanOrEqual(limit)
      expect(world.state).toMatchObject({ media: 'playing', hint: 'not-yet', overshot: 0 })
      world.pass(1)
      expect(world.state.media).toBe('playing')
    },
  )

  it('a film stops and says why when no seek reaches an allowed position', () => {
    const { world, sought } = landing(5, () => 40)
    world.jump(40)
    expect(sought.at(-1)).toBe(0)
    expect(world.playing).toBe(false)
    expect(world.state).toMatchObject({ media: 'paused', wants: false, hint: 'not-yet' })
    expect(world.state.reach).toBeCloseTo(5)
  })
})
