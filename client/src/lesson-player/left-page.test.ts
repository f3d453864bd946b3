import { afterEach, describe, expect, it, vi } from 'vitest'
import { aLesson, announce, LessonWorld, watching } from '../../test/lesson-world.ts'
import { makePlayer } from './player.ts'
import type { Beat, BeatAnswer } from './state.ts'
import { nextWake } from './step.ts'

afterEach(() => vi.useRealTimers())

describe('a page that is left', () => {
  const starts = ({ sent }: LessonWorld) => sent.filter(({ event }) => event === 'start').length

  /** The picture goes with its page. */
  function leave(world: LessonWorld): void {
    world.playing = false
    world.tell({ on: 'left' })
  }

  /** A session is wanted, and its start cannot leave. */
  function pressedOffline(): LessonWorld {
    const world = new LessonWorld()
    world.online = false
    world.tell({ on: 'opened', kept: [] })
    world.tell({ on: 'play' })
    return world
  }

  it.each([
    ['its start waits to be sent again', 2.5],
    ['its start is on its way', 0],
  ])('begins no session when the network is back: %s', (_when, seconds) => {
    const world = pressedOffline()
    world.pass(seconds)
    const before = starts(world)
    leave(world)
    world.deliver()
    world.online = true
    world.pass(60)
    expect(starts(world)).toBe(before)
    expect(world.state).toMatchObject({ session: null, queue: [] })
    expect(nextWake(world.state)).toBe(null)
  })

  it('begins none when the server has closed the one it had', () => {
    const world = watching()
    world.pass(5)
    world.answering = () => ({ key: 'course.sessionNotOpen' })
    leave(world)
    world.pass(60)
    expect(starts(world)).toBe(1)
  })

  it('asks nobody whether they are there, and tells of no check that was missed', () => {
    const world = watching()
    announce(world, 20)
    world.pass(16)
    leave(world)
    world.pass(1)
    const told = world.sent.length
    world.pass(120)
    expect(world.sent.length).toBe(told)
    expect(nextWake(world.state)).toBe(null)
  })

  it('still tells what was watched, once the network is back', () => {
    const world = watching()
    world.online = false
    world.pass(20)
    leave(world)
    world.pass(10)
    world.online = true
    world.pass(30)
    expect(world.state).toMatchObject({ creditedSeconds: 20, queue: [] })
  })

  it('sends what an earlier page had left behind its start', () => {
    const world = pressedOffline()
    world.pass(2.5)
    const kept = {
      ...world.sent[0],
      playSessionId: 'kept',
      seq: 4,
      event: 'hide',
      intervals: [[0, 3]],
    }
    world.tell({ on: 'opened', kept: [kept as Beat] })
    leave(world)
    world.online = true
    world.pass(30)
    expect(world.got).toEqual([kept])
  })

  it('is what closes its player: the start it could not send goes nowhere', async () => {
    vi.useFakeTimers()
    const send = vi.fn<() => Promise<BeatAnswer>>(() => Promise.reject(new Error('no network')))
    const player = makePlayer({
      ...{ studentId: 'student', signCourseId: 'course', lesson: aLesson(), studyOpen: true },
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
