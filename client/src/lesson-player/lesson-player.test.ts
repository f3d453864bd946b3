import { describe, expect, it } from 'vitest'
import { LessonSimulation, startPlayingLesson } from '../../test/lesson-world.ts'
import { countUnsavedSeconds, type Heartbeat, playerStateNameOf } from './state.ts'

describe('heartbeats of a film', () => {
  it('a session starts without intervals, plays after the response, and reports every 15 s', () => {
    const world = startPlayingLesson()
    expect(world.sent).toMatchObject([{ seq: 0, event: 'start', position: 0, intervals: [] }])
    world.pass(31)
    expect(world.got.slice(1)).toMatchObject([
      { seq: 1, event: 'beat', intervals: [[0, 15]], position: 15 },
      { seq: 2, event: 'beat', intervals: [[15, 30]], position: 30 },
    ])
    expect(world.state).toMatchObject({ creditedSeconds: 30, covered: [[0, 30]], served: 30 })
  })

  it('pausing, seeking, hiding and ending send a heartbeat', () => {
    const world = startPlayingLesson()
    world.pass(5)
    world.tell({ on: 'hidden' })
    world.pass(2)
    world.tell({ on: 'pause' })
    world.tell({ on: 'play' })
    world.pass(3)
    world.tell({ on: 'seekTo', to: 2 })
    world.pass(60)
    const events = world.got.map(({ event, intervals }) => [event, intervals])
    expect(events.slice(0, 4)).toEqual([
      ['start', []],
      ['hide', [[0, 5]]],
      ['pause', [[5, 7]]],
      ['seek', [[7, 10]]],
    ])
    expect(events.at(-1)?.[0]).toBe('end')
    expect(world.state).toMatchObject({ done: true, media: 'ended', creditedSeconds: 60 })
  })

  it('no heartbeat is sent when study is closed or everything is credited', () => {
    const closed = startPlayingLesson({}, false)
    closed.pass(20)
    const full = startPlayingLesson({
      done: true,
      covered: [[0, 60]],
      creditedSeconds: 60,
      furthestSeconds: 60,
    })
    full.pass(20)
    expect([closed.sent, full.sent]).toEqual([[], []])
    expect(closed.at).toBeCloseTo(20)
  })

  it('a lesson played to its end resumes at the first gap', () => {
    const world = new LessonSimulation({
      furthestSeconds: 60,
      resumeAt: 60,
      covered: [
        [0, 20],
        [30, 60],
      ],
      creditedSeconds: 50,
    })
    expect(world.state.position).toBe(20)
  })
})

describe('credit of watched seconds', () => {
  it('credit follows the server’s total, including seconds credited later', () => {
    const world = startPlayingLesson()
    world.answering = (beat, answer) =>
      beat.seq === 1 ? { ...answer, creditedSeconds: 13, furthestSeconds: 13 } : answer
    world.pass(16)
    expect(world.state.covered).toEqual([[0, 13]])
    world.pass(15)
    expect(world.state).toMatchObject({ covered: [[0, 30]], creditedSeconds: 30 })
  })
})

describe('first viewing', () => {
  it('first viewing refuses forward jumps, allows going back, and ends when done', () => {
    const world = startPlayingLesson()
    world.pass(10)
    world.jump(40)
    expect(world.at).toBeCloseTo(10, 0)
    expect(world.state.hint).toBe('not-yet')
    world.tell({ on: 'seekTo', to: 50 })
    expect(world.at).toBeCloseTo(10, 0)
    world.jump(3)
    expect(world.at).toBe(3)
    world.pass(70)
    expect(world.state.done).toBe(true)
    world.tell({ on: 'play' })
    world.jump(50)
    expect(world.at).toBe(50)
  })

  it('first viewing stays at 1×', () => {
    const world = startPlayingLesson()
    world.setRate(2)
    expect(world.rate).toBe(1)
    world.pass(61)
    world.setRate(2)
    expect(world.rate).toBe(2)
  })

  it('playing far ahead of the credited point moves the film back to it', () => {
    const world = startPlayingLesson()
    world.answering = (_beat, answer) => ({
      ...answer,
      creditedSeconds: 3,
      furthestSeconds: 3,
      lessonDone: false,
    })
    world.pass(15.5)
    expect(world.at).toBeLessThan(4)
    expect(world.state.hint).toBe('went-back')
  })
})

describe('offline playing', () => {
  it('offline playing keeps every heartbeat and repeats them in order, unchanged', () => {
    const world = startPlayingLesson()
    world.pass(10)
    world.online = false
    world.pass(30)
    expect(playerStateNameOf(world.state)).toBe('offline-playing')
    expect(countUnsavedSeconds(world.state)).toBeCloseTo(40, 0)
    world.online = true
    world.tell({ on: 'online' })
    world.pass(2)
    expect(world.got.map(({ seq }) => seq)).toEqual([0, 1, 2])
    expect(world.state.queue).toEqual([])
    expect(world.state.creditedSeconds).toBeCloseTo(30)
  })

  it('heartbeats of an earlier page are sent before the film plays', () => {
    const left: Heartbeat = {
      id: 'course',
      lessonId: 'other',
      playSessionId: 'old',
      seq: 3,
      event: 'beat',
      position: 9,
      intervals: [[5, 9]],
    }
    const world = new LessonSimulation()
    world.tell({ on: 'play' })
    expect(world.sent).toEqual([])
    world.tell({ on: 'hidden' })
    expect(world.sent).toEqual([])
    world.tell({ on: 'opened', kept: [left] })
    world.pass(1)
    expect(world.got.map(({ playSessionId }) => playSessionId).slice(0, 2)).toEqual(['old', 's1'])
    expect(world.got).toContainEqual(left)
    expect(playerStateNameOf(world.state)).toBe('playing')
  })

  it('a heartbeat for the same lesson in another year is sent without affecting this one', () => {
    const left: Heartbeat = {
      ...{ id: 'of last year', lessonId: 'lesson', playSessionId: 'old', seq: 3, event: 'beat' },
      ...{ position: 60, intervals: [[45, 60]] },
    }
    const world = startPlayingLesson()
    world.answering = (beat, answer) =>
      beat.id === 'course' ? answer : { ...answer, creditedSeconds: 60, furthestSeconds: 60, lessonDone: true }
    world.tell({ on: 'opened', kept: [left] })
    expect(countUnsavedSeconds(world.state)).toBe(0)
    world.deliver()
    expect(world.got).toContainEqual(left)
    expect(world.state).toMatchObject({ done: false, creditedSeconds: 0, served: 0, covered: [] })
    world.pass(16)
    expect(world.state).toMatchObject({ creditedSeconds: 15, reach: 16 })
  })

  it('playing waits until the server has confirmed its start', () => {
    const world = new LessonSimulation()
    world.online = false
    world.tell({ on: 'opened', kept: [] })
    world.tell({ on: 'play' })
    world.pass(5)
    expect([world.playing, playerStateNameOf(world.state)]).toEqual([false, 'starting'])
    world.online = true
    world.pass(20)
    expect(world.playing).toBe(true)
    expect(new Set(world.sent.slice(0, 3).map(({ playSessionId }) => playSessionId)).size).toBe(1)
  })
})
