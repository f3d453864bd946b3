import { afterEach, describe, expect, it, vi } from 'vitest'
import { aLesson, type LessonWorld, watching } from '../../test/lesson-world.ts'
import { CallOffline } from '../answers.ts'
import { makePlayer } from './player.ts'
import { nameOf } from './state.ts'

afterEach(() => vi.useRealTimers())

/** A check falls due after so many seconds; an answer to it that comes too late is refused. */
function checking(world: LessonWorld, dueIn: number): void {
  const due = world.now + dueIn * 1000
  const iso = (ms: number) => new Date(ms).toISOString()
  const check = { id: 'check', dueAt: iso(due), answerBy: iso(due + 61_000) }
  let answered = false
  world.answering = (beat, answer) => {
    if (beat.event === 'presence' && world.now > due + 61_000)
      return { key: 'course.presenceExpired' }
    answered ||= beat.event === 'presence'
    return answered ? answer : { ...answer, presence: check }
  }
}

describe('a line that takes what is sent and brings nothing back', () => {
  it('is given up soon: a check that is answered in time is answered in time', () => {
    const world = watching({ durationSeconds: 600 })
    checking(world, 29)
    world.pass(29.5)
    world.hanging = true
    world.pass(4)
    expect(nameOf(world.state)).toBe('presence-asked')
    world.tell({ on: 'present' })
    world.pass(4)
    world.hanging = false
    world.pass(60)
    expect([nameOf(world.state), world.state.queue.length]).toEqual(['playing', 0])
    // the answer tells nothing of what was played: the sixth beat did, 7.5 s ago
    expect(world.state.creditedSeconds).toBe(90)
  })

  it('has each next try wait for longer', async () => {
    vi.useFakeTimers()
    const limits: (number | undefined)[] = []
    const player = makePlayer({
      studentId: 'a',
      signCourseId: 'course',
      lesson: aLesson(),
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
