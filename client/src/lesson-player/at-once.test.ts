import { unionOfIntervals } from '@ce/contract/intervals'
import { describe, expect, it } from 'vitest'
import { announcePresenceCheck, heartbeatKeyOf, LessonSimulation, startPlayingLesson } from '../../test/lesson-world.ts'
import { type Heartbeat, playerStateNameOf } from './state.ts'

/** @param swallows whether the first heartbeat reaches the server */
function twoUnderWay(swallows = false): LessonSimulation {
  const world = startPlayingLesson({ durationSeconds: 600 })
  world.swallows = swallows
  world.hanging = true
  world.pass(16)
  world.swallows = false
  world.tell({ on: 'hidden' })
  expect(world.state.underWay.map(({ event }) => event)).toEqual(['beat', 'hide'])
  return world
}

/** Passes time. @returns the largest error of the player's server time in milliseconds */
function farthestOff(world: LessonSimulation, seconds: number): number {
  let most = 0
  for (let left = seconds; left > 0; left -= 0.25) {
    world.pass(0.25)
    most = Math.max(most, Math.abs(world.state.offset))
  }
  return most
}

it('takes the server’s time as half-way between request and response', () => {
  const world = startPlayingLesson({ durationSeconds: 600 })
  world.hanging = true
  world.pass(16)
  const [beat] = world.state.underWay
  if (!beat) throw new Error('nothing is under way')
  world.tell({
    on: 'answered',
    beat,
    sentAt: world.now - 4000,
    answer: {
      ...{ creditedSeconds: 15, furthestSeconds: 15, lessonDone: false, courseDone: false },
      ...{ presence: null, movedTo: null, serverNow: new Date(world.now - 1000).toISOString() },
    },
  })
  expect(world.state.offset).toBe(1000)
})

const takenOver = (world: LessonSimulation) => {
  world.answering = () => ({ key: 'course.takenOver' })
}

const fair = (world: LessonSimulation) => {
  world.answering = (_beat, answer) => answer
  world.hanging = false
}

describe('two heartbeats under way, the later refused first', () => {
  it('a later heartbeat that is refused first is sent again, and the refusal of the earlier one stops the page', () => {
    const world = twoUnderWay()
    takenOver(world)
    const [first, second] = world.state.underWay
    world.arrive(second)
    expect(world.state).toMatchObject({ queue: [first, second], underWay: [first], stop: null })
    world.hanging = false
    world.arrive(first)
    expect(playerStateNameOf(world.state)).toBe('taken-over')
    fair(world)
    world.tell({ on: 'play' })
    world.pass(5)
    expect([playerStateNameOf(world.state), world.state.queue]).toEqual(['playing', []])
  })

  it('a later heartbeat that is refused first is credited after the earlier one succeeds', () => {
    const world = twoUnderWay()
    const [first, second] = world.state.underWay
    takenOver(world)
    world.arrive(second)
    fair(world)
    world.arrive(first)
    world.pass(58)
    expect([playerStateNameOf(world.state), world.state.queue.length]).toEqual(['playing', 0])
    expect(world.state.creditedSeconds).toBeGreaterThan(60)
  })

  it('a later heartbeat that is refused first waits until the earlier one is repeated', () => {
    const world = twoUnderWay()
    const [first, second] = world.state.underWay
    takenOver(world)
    world.arrive(second)
    world.answering = (_beat, answer) => answer
    world.pass(12)
    expect(world.sent.filter((beat) => beat === first)).toHaveLength(2)
    world.hanging = false
    world.pass(58)
    expect([playerStateNameOf(world.state), world.state.queue.length]).toEqual(['playing', 0])
  })
})

describe('sign-in that expires with two heartbeats under way', () => {
  it('after an expired sign-in one last heartbeat is queued and nothing is sent until the next sign-in', () => {
    const world = twoUnderWay()
    const [first, second] = world.state.underWay
    world.pass(3)
    world.arrive(first, true)
    world.arrive(second, true)
    const { queue } = world.state
    expect(queue.map(({ event }) => event)).toEqual(['beat', 'hide', 'pause'])
    const sent = world.sent.length
    for (const on of ['hidden', 'closing', 'left'] as const) world.tell({ on })
    world.pass(60)
    expect([world.state.queue, world.sent.length]).toEqual([queue, sent])
  })

  it('after an expired sign-in, no repeated heartbeat sets the clock', () => {
    const world = twoUnderWay(true)
    const [first, second] = world.state.underWay
    world.pass(5)
    world.arrive(second, true)
    expect(world.state.failed).toEqual([first])
    fair(world)
    world.tell({ on: 'play' })
    expect(farthestOff(world, 10)).toBeLessThan(300)
    expect(world.state.queue).toEqual([])
  })
})

it('heartbeats sent and lost together count as one failure for the retry delay', () => {
  const world = new LessonSimulation()
  world.online = false
  const ofBefore = (seq: number): Heartbeat => ({
    ...{ id: 'course', lessonId: 'lesson', playSessionId: 'old', event: 'beat' },
    ...{ seq, position: 10 * seq, intervals: [[10 * seq - 10, 10 * seq]] },
  })
  world.tell({ on: 'opened', kept: [1, 2, 3, 4, 5].map(ofBefore) })
  world.tell({ on: 'hidden' })
  world.deliver()
  expect(world.state).toMatchObject({ failures: 1, underWay: [] })
  expect(world.state.failed).toHaveLength(5)
})

it('the end of a film delays no earlier heartbeat when the page closes', () => {
  const world = startPlayingLesson({ durationSeconds: 100 })
  // The check is not due yet, so the end is sent at once.
  announcePresenceCheck(world, 150)
  world.pass(16)
  world.online = false
  world.pass(90)
  expect(world.state.queue.at(-1)?.event).toBe('end')
  world.online = true
  const sent = world.sent.length
  world.tell({ on: 'closing' })
  const leaving = [...world.state.underWay, ...world.sent.slice(sent)]
  const told = unionOfIntervals(leaving.flatMap(({ intervals }) => intervals))
  expect(told.at(-1)?.[1]).toBeGreaterThan(85)
  expect(leaving.some(({ event }) => event === 'end')).toBe(false)
})

it('an announced presence check is not shown after the film has ended', () => {
  const world = startPlayingLesson({ durationSeconds: 40 })
  announcePresenceCheck(world, 60)
  world.pass(45)
  expect(world.state).toMatchObject({ session: null, presence: null })
  world.pass(30)
  world.jump(20)
  world.pass(5)
  expect(world.state).toMatchObject({ asked: false, stop: null })
})

describe('heartbeats waiting for the network', () => {
  it('waiting heartbeats merge into one, apart from the one already tried', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    world.online = false
    world.pass(200)
    expect(world.state.queue.map(({ intervals }) => intervals)).toEqual([[[0, 15]], [[15, 195]]])
    world.online = true
    world.tell({ on: 'online' })
    world.deliver()
    world.deliver()
    expect(world.state).toMatchObject({ queue: [], creditedSeconds: 195 })
  })

  it('waiting heartbeats are not merged beyond 200 intervals each', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    world.pass(300)
    world.online = false
    for (let second = 0; second < 250; second += 1) {
      world.jump(second)
      world.pass(0.5)
    }
    const most = Math.max(...world.state.queue.map(({ intervals }) => intervals.length))
    expect(most).toBeLessThanOrEqual(200)
    expect(world.state.queue.length).toBeGreaterThan(2)
  })

  it('waiting heartbeats merge over a pause, and the end follows them', () => {
    const world = startPlayingLesson({ durationSeconds: 100 })
    world.online = false
    world.pass(40)
    world.tell({ on: 'pause' })
    world.pass(1)
    world.tell({ on: 'play' })
    world.pass(200)
    const { queue } = world.state
    expect(new Set(queue.map(({ playSessionId }) => playSessionId)).size).toBe(1)
    expect(queue.at(-1)).toMatchObject({ event: 'pause', intervals: [[15, 100]] })
    world.online = true
    world.pass(60)
    expect(world.state).toMatchObject({ queue: [], creditedSeconds: 100 })
    expect(world.got.at(-1)?.event).toBe('end')
  })
})

it('the response to a repeated heartbeat does not set the clock', () => {
  const world = startPlayingLesson({ durationSeconds: 600 })
  world.pass(1)
  world.hanging = true
  world.swallows = true
  world.pass(20)
  expect(world.got.at(-1)?.event).toBe('beat')
  world.hanging = false
  expect(farthestOff(world, 30)).toBeLessThan(300)
  const sent = world.sent.map(heartbeatKeyOf)
  expect(sent.length).toBeGreaterThan(new Set(sent).size)
  expect(world.state).toMatchObject({ queue: [], underWay: [], failed: [] })
})
