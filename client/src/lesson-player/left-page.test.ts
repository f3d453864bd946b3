import { afterEach, describe, expect, it, vi } from 'vitest'
import { announcePresenceCheck, LessonSimulation, makeFilmLesson, startPlayingLesson } from '../../test/lesson-world.ts'
import { makeLessonPlayer } from './player.ts'
import type { Heartbeat, PlayerHeartbeatAnswer } from './state.ts'
import { nextPlayerWakeAt } from './step.ts'

afterEach(() => vi.useRealTimers())

describe('lesson page that was left', () => {
  const starts = ({ sent }: LessonSimulation) => sent.filter(({ event }) => event === 'start').length

  function leave(world: LessonSimulation): void {
    world.playing = false
    world.tell({ on: 'left' })
  }

  function pressedOffline(): LessonSimulation {
    const world = new LessonSimulation()
    world.online = false
    world.tell({ on: 'opened', kept: [] })
    world.tell({ on: 'play' })
    return world
  }

  it.each([
    ['its start waits to be sent again', 2.5],
    ['its start is on its way', 0],
  ])('a page that was left begins no session when the network returns: %s', (_when, seconds) => {
    const world = pressedOffline()
    world.pass(seconds)
    const before = starts(world)
    leave(world)
    world.deliver()
    world.online = true
    world.pass(60)
    expect(starts(world)).toBe(before)
    expect(world.state).toMatchObject({ session: null, queue: [] })
    expect(nextPlayerWakeAt(world.state)).toBe(null)
  })

  it('a page that was left starts no new session after the server has closed its session', () => {
    const world = startPlayingLesson()
    world.pass(5)
    world.answering = () => ({ key: 'course.sessionNotOpen' })
    leave(world)
    world.pass(60)
    expect(starts(world)).toBe(1)
  })

  it('a page that was left shows no presence check and reports none as missed', () => {
    const world = startPlayingLesson()
    announcePresenceCheck(world, 20)
    world.pass(16)
    leave(world)
    world.pass(1)
    const told = world.sent.length
    world.pass(120)
    expect(world.sent.length).toBe(told)
    expect(nextPlayerWakeAt(world.state)).toBe(null)
  })

  it('a page that was left reports watched seconds when the network returns', () => {
    const world = startPlayingLesson()
    world.online = false
    world.pass(20)
    leave(world)
    world.pass(10)
    world.online = true
    world.pass(30)
    expect(world.state).toMatchObject({ creditedSeconds: 20, queue: [] })
  })

  it('a page that was left sends the heartbeats of an earlier page that waited behind its own start', () => {
    const world = pressedOffline()
    world.pass(2.5)
    const kept = {
      ...world.sent[0],
      playSessionId: 'kept',
      seq: 4,
      event: 'hide',
      intervals: [[0, 3]],
    }
    world.tell({ on: 'opened', kept: [kept as Heartbeat] })
    leave(world)
    world.online = true
    world.pass(30)
    expect(world.got).toEqual([kept])
  })

  it('closing a player drops a session start that could not be sent', async () => {
    vi.useFakeTimers()
    const send = vi.fn<() => Promise<PlayerHeartbeatAnswer>>(() => Promise.reject(new Error('no network')))
    const player = makeLessonPlayer({
      ...{ studentId: 'student', signCourseId: 'course', lesson: makeFilmLesson(), studyOpen: true },
      ...{ addressUntil: Number.POSITIVE_INFINITY, renew: async () => null, send },
    })
    player.dispatch({ on: 'opened', kept: [] })
    player.dispatch({ on: 'play' })
    await vi.advanceTimersByTimeAsync(2500)
    const before = send.mock.calls.length
    expect(before).toBeGreaterThan(1)
    player.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(send).toHaveBeenCalledTimes(before)
  })
})
