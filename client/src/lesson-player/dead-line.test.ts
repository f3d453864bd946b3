import { afterEach, describe, expect, it, vi } from 'vitest'
import { type LessonSimulation, makeFilmLesson, startPlayingLesson } from '../../test/lesson-world.ts'
import { CallOffline } from '../answers.ts'
import { makeLessonPlayer } from './player.ts'
import { playerStateNameOf } from './state.ts'

afterEach(() => vi.useRealTimers())

function checking(world: LessonSimulation, dueIn: number): void {
  const due = world.now + dueIn * 1000
  const iso = (ms: number) => new Date(ms).toISOString()
  const check = { id: 'check', dueAt: iso(due), answerBy: iso(due + 61_000) }
  let answered = false
  world.answering = (beat, answer) => {
    if (beat.event === 'presence' && world.now > due + 61_000) return { key: 'course.presenceExpired' }
    answered ||= beat.event === 'presence'
    return answered ? answer : { ...answer, presence: check }
  }
}

describe('connection that accepts requests and returns nothing', () => {
  it('a hanging request times out soon enough to answer a presence check in time', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    checking(world, 29)
    world.pass(29.5)
    world.hanging = true
    world.pass(4)
    expect(playerStateNameOf(world.state)).toBe('presence-asked')
    world.tell({ on: 'present' })
    world.pass(4)
    world.hanging = false
    world.pass(60)
    expect([playerStateNameOf(world.state), world.state.queue.length]).toEqual(['playing', 0])
    // The check answer has no intervals. The sixth heartbeat reported them 7.5 s ago.
    expect(world.state.creditedSeconds).toBe(90)
  })

  it('each further try on a hanging connection gets a longer time limit', async () => {
    vi.useFakeTimers()
    const limits: (number | undefined)[] = []
    const player = makeLessonPlayer({
      studentId: 'a',
      signCourseId: 'course',
      lesson: makeFilmLesson(),
      studyOpen: true,
      addressUntil: Date.now() + 600_000,
      renew: async () => null,
      send: async (_beat, { limitMs, keepalive }) => {
        expect(keepalive).toBe(true)
        limits.push(limitMs)
        throw new CallOffline(true)
      },
    })
    player.dispatch({ on: 'opened', kept: [] })
    player.dispatch({ on: 'play' })
    await vi.advanceTimersByTimeAsync(8000)
    player.close()
    expect(limits).toEqual([10_000, 20_000, 40_000, 60_000])
  })
})
