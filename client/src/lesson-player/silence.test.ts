import { describe, expect, it } from 'vitest'
import { type LessonWorld, watching } from '../../test/lesson-world.ts'
import { type Beat, nameOf } from './state.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** What of the session was brought waits from `dueAt` on for an answer to the check; `answerBy` says until when it is taken. */
function checking(world: LessonWorld, answerBy: (beat: Beat) => number): void {
  const dueAt = world.now + 30_000
  let answered = false
  world.answering = (beat, answer) => {
    answered ||= beat.event === 'presence' && world.now <= answerBy(beat)
    if (beat.event === 'presence' && !answered) return { key: 'course.presenceExpired' }
    if (answered || world.now < dueAt) return answer
    const presence = { id: 'check', dueAt: iso(dueAt), answerBy: iso(answerBy(beat)) }
    return { ...answer, creditedSeconds: 30, furthestSeconds: 30, lessonDone: false, presence }
  }
}

/** Two minutes without a network after so many seconds, and on until the network is back. */
function cutOff(world: LessonWorld): void {
  world.pass(16)
  world.online = false
  world.pass(120)
  world.online = true
  world.tell({ on: 'online' })
}

describe('a presence check that fell due without a network (decision 053)', () => {
  it('is asked when the network is back, its answer goes before all that waits, and nothing is lost', () => {
    const world = watching({ durationSeconds: 600 })
    const back = world.now + 136_000
    checking(world, () => back + 60_000)
    cutOff(world)
    world.deliver()
    expect([nameOf(world.state), world.playing]).toEqual(['presence-asked', true])
    expect(world.state.queue.length).toBeGreaterThan(5)
    world.tell({ on: 'present' })
    world.deliver()
    world.deliver()
    expect(world.got.at(-1)).toMatchObject({ event: 'presence', intervals: [] })
    world.pass(20)
    expect([nameOf(world.state), world.state.hint]).toEqual(['playing', null])
    expect(world.state.creditedSeconds).toBeGreaterThan(145)
  })

  it('is not missed by the answer to a repeat, which tells of it as it was before: what comes after it counts', () => {
    const world = watching({ durationSeconds: 600 })
    const back = world.now + 136_000
    checking(world, ({ position }) => (position < 40 ? back - 1000 : back + 60_000))
    cutOff(world)
    world.deliver()
    expect(world.state.stop).toBe(null)
    world.pass(1)
    expect(nameOf(world.state)).toBe('presence-asked')
  })

  it('says that nobody could be asked when the server takes no answer any more', () => {
    const world = watching({ durationSeconds: 600 })
    checking(world, () => world.now - 1000)
    cutOff(world)
    world.pass(5)
    expect([nameOf(world.state), world.playing]).toEqual(['presence-unasked', false])
  })

  it('says that it came too late when it was given in time, and could not arrive', () => {
    const world = watching({ durationSeconds: 600 })
    const due = world.now + 30_000
    const check = { id: 'check', dueAt: iso(due), answerBy: iso(due + 61_000) }
    world.answering = (beat, answer) =>
      world.now > due + 61_000 && beat.event !== 'start'
        ? { key: 'course.presenceExpired' }
        : { ...answer, presence: check }
    world.pass(16)
    world.online = false
    world.pass(20)
    world.tell({ on: 'present' })
    world.pass(100)
    world.online = true
    world.tell({ on: 'online' })
    world.pass(1)
    expect([nameOf(world.state), world.playing]).toEqual(['presence-late', false])
  })

  it('asks nobody who paused before it was due: who goes on begins anew', () => {
    const world = watching({ durationSeconds: 600 })
    world.pass(16)
    world.tell({ on: 'pause' })
    world.pass(100)
    const presence = {
      id: 'check',
      dueAt: iso(world.now - 1000),
      answerBy: iso(world.now + 60_000),
    }
    world.answering = (beat, answer) => (beat.event === 'start' ? answer : { ...answer, presence })
    world.tell({ on: 'play' })
    world.pass(5)
    expect(nameOf(world.state)).toBe('playing')
    expect(world.got.at(-1)).toMatchObject({ event: 'start', playSessionId: 's2' })
  })
})
