import type { Stretch } from '@ce/contract/stretches'
import { describe, expect, it } from 'vitest'
import { announce, LessonWorld, watching } from '../../test/lesson-world.ts'
import { nameOf } from './state.ts'
import { lengthOf } from './stretches.ts'

const told = (world: LessonWorld) =>
  world.got.slice(1).map(({ event, intervals }) => [event, intervals])

describe('what cuts the film costs nothing of what was played', () => {
  it.each([
    ['hidden', 'hide'],
    ['closing', 'hide'],
    ['left', 'hide'],
    ['pause', 'pause'],
    ['elsewhere', 'beat'],
  ] as const)(
    '%s: up to the very moment, though the film told of itself before it',
    (on, event) => {
      const world = watching()
      world.pass(5)
      world.runOn(0.9)
      world.tell({ on })
      world.deliver()
      expect(told(world)).toEqual([[event, [[0, 5.9]]]])
    },
  )

  it('a seek of ours', () => {
    const world = watching()
    world.pass(5)
    world.runOn(0.9)
    world.tell({ on: 'seekTo', to: 2 })
    world.deliver()
    expect(told(world)).toEqual([['seek', [[0, 5.9]]]])
  })

  it('an empty buffer, and the page hears late that it is full again', () => {
    const world = watching()
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

  it('another film: it is told before, and the new one goes on where the old one was', () => {
    const world = watching()
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

  it('another film at the furthest point, and the page hears late that it plays', () => {
    const world = watching()
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

  it('the first moments, heard late', () => {
    const world = new LessonWorld()
    world.late = 1.2
    world.tell({ on: 'opened', kept: [] })
    world.tell({ on: 'play' })
    world.deliver()
    world.pass(2)
    world.tell({ on: 'pause' })
    world.deliver()
    expect(lengthOf(world.got.flatMap(({ intervals }) => intervals))).toBeCloseTo(3.2)
  })

  it('the end, when the film was last heard of as it stood', () => {
    const world = watching()
    world.pass(58)
    world.tell({ on: 'waiting' })
    world.runOn(2)
    world.playing = false
    world.tell({ on: 'ended' })
    world.deliver()
    expect(world.state).toMatchObject({ creditedSeconds: 60, done: true })
  })

  it('a broken line while the address is renewed until a check is overdue', () => {
    const world = watching({ durationSeconds: 600 })
    announce(world, 30)
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

  it('claims nothing of a jump that is no longer than the film stood', () => {
    const world = watching()
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

describe('beats that overtake each other', () => {
  it.each(['course.takenOver', 'course.presenceExpired'] as const)(
    '%s is no last word while an earlier one is unanswered',
    (key) => {
      const world = watching()
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

  it('do not send the picture back to what the first of them brought', () => {
    const world = watching()
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

describe('what earlier pages left over', () => {
  it('found late is told after what is on its way, without what is this page’s own', () => {
    const left = (playSessionId: string, seq: number) => ({
      ...{ id: 'course', lessonId: 'lesson', event: 'hide' as const, position: 9 },
      ...{ playSessionId, seq, intervals: [[0, 9]] as [number, number][] },
    })
    const world = watching()
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

describe('going on where an earlier page was', () => {
  /** Of forty beats that the earlier page could not send each takes a moment to be answered. */
  function leftOver() {
    const kept = Array.from({ length: 40 }, (_, index) => {
      const from = 60 + 15 * index
      return {
        ...{ id: 'course', lessonId: 'lesson', event: 'beat' as const, playSessionId: 'old' },
        ...{ seq: index + 5, position: from + 15, intervals: [[from, from + 15]] as Stretch[] },
      }
    })
    const known = { furthestSeconds: 60, creditedSeconds: 60, covered: [[0, 60]] as Stretch[] }
    const world = new LessonWorld({ durationSeconds: 2700, resumeAt: 60, ...known })
    world.tell({ on: 'opened', kept })
    return world
  }

  it.each(['before', 'after'])('play pressed %s all of it is told', (when) => {
    const world = leftOver()
    world.pass(when === 'before' ? 0 : 20)
    world.tell({ on: 'play' })
    world.pass(20)
    expect(nameOf(world.state)).toBe('playing')
    expect(world.played[0]?.[0]).toBe(660)
  })

  it('never back, when something further on is waited for', () => {
    const world = leftOver()
    world.tell({ on: 'play' })
    world.state = { ...world.state, position: 700, served: 700, reach: 700 }
    world.pass(5)
    expect(world.state.position).toBe(700)
  })
})

describe('what is refused and told again', () => {
  it('an answer that came too late: what was played in the same beat, without the answer', () => {
    const world = watching({ durationSeconds: 600 })
    announce(world, 20)
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

  it('a beat that a page left, whose number another page has used for its draft', () => {
    const left = (seq: number, to: number) => ({
      ...{ id: 'course', lessonId: 'lesson', playSessionId: 'old', event: 'hide' as const },
      ...{ seq, position: to, intervals: [[0, to]] as [number, number][] },
    })
    const world = new LessonWorld()
    world.answering = (beat, answer) => (beat.seq === 3 ? { key: 'course.beatConflict' } : answer)
    world.tell({ on: 'opened', kept: [left(3, 12), left(4, 14)] })
    world.pass(2)
    expect(world.sent).toMatchObject([left(3, 12), left(5, 12), left(4, 14)])
    expect(world.state).toMatchObject({ dropped: 0, queue: [] })
  })

  it('under another number it is still the first: a refusal is the last word on it, and the next goes on', () => {
    const world = watching()
    world.answering = (beat, answer) => {
      if (beat.seq === 1) return { key: 'course.beatConflict' }
      return beat.seq === 3 ? { key: 'course.takenOver' } : answer
    }
    world.online = false
    world.pass(31)
    world.online = true
    world.pass(10)
    // the last tells what the second waited to tell
    expect(world.sent.slice(-3).map(({ seq }) => seq)).toEqual([1, 3, 4])
    expect(world.state).toMatchObject({ queue: [], stop: 'taken-over' })
  })
})

describe('a browser that lands where it was not sent', () => {
  function landing(limit: number, lands: (to: number) => number) {
    const world = watching()
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
    'on the next keyframe, $apart s apart: from $limit s it is sent further back until it lands within',
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

  it('nor anywhere else within: it stands still, and says why', () => {
    const { world, sought } = landing(5, () => 40)
    world.jump(40)
    expect(sought.at(-1)).toBe(0)
    expect(world.playing).toBe(false)
    expect(world.state).toMatchObject({ media: 'paused', wants: false, hint: 'not-yet' })
    expect(world.state.reach).toBeCloseTo(5)
  })
})
