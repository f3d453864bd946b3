import { joined } from '@ce/contract/stretches'
import { describe, expect, it } from 'vitest'
import { announce, LessonWorld, numberOf, watching } from '../../test/lesson-world.ts'
import { type Beat, nameOf } from './state.ts'

/**
 * A line so slow that the beat after 15 s, and what the page told as it was hidden, are both on their way.
 * @param swallows the first has arrived
 */
function twoUnderWay(swallows = false): LessonWorld {
  const world = watching({ durationSeconds: 600 })
  world.swallows = swallows
  world.hanging = true
  world.pass(16)
  world.swallows = false
  world.tell({ on: 'hidden' })
  expect(world.state.underWay.map(({ event }) => event)).toEqual(['beat', 'hide'])
  return world
}

/** ms that the page takes its clock to be off while time goes by: that of its device is right */
function farthestOff(world: LessonWorld, seconds: number): number {
  let most = 0
  for (let left = seconds; left > 0; left -= 0.25) {
    world.pass(0.25)
    most = Math.max(most, Math.abs(world.state.offset))
  }
  return most
}

it('takes the server to have answered half-way between the question and its answer', () => {
  const world = watching({ durationSeconds: 600 })
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

const takenOver = (world: LessonWorld) => {
  world.answering = () => ({ key: 'course.takenOver' })
}

const fair = (world: LessonWorld) => {
  world.answering = (_beat, answer) => answer
  world.hanging = false
}

describe('of two beats under way at once, the later refused first for what the earlier may have brought about', () => {
  it('it is told again after the earlier, and where that is refused too the page stops and can go on', () => {
    const world = twoUnderWay()
    takenOver(world)
    const [first, second] = world.state.underWay
    world.arrive(second)
    expect(world.state).toMatchObject({ queue: [first, second], underWay: [first], stop: null })
    world.hanging = false
    world.arrive(first)
    expect(nameOf(world.state)).toBe('taken-over')
    fair(world)
    world.tell({ on: 'play' })
    world.pass(5)
    expect([nameOf(world.state), world.state.queue]).toEqual(['playing', []])
  })

  it('it counts where the earlier one was well: nothing stops and nothing is lost', () => {
    const world = twoUnderWay()
    const [first, second] = world.state.underWay
    takenOver(world)
    world.arrive(second)
    fair(world)
    world.arrive(first)
    world.pass(58)
    expect([nameOf(world.state), world.state.queue.length]).toEqual(['playing', 0])
    expect(world.state.creditedSeconds).toBeGreaterThan(60)
  })

  it('it waits for the earlier also where that has to be sent again', () => {
    const world = twoUnderWay()
    const [first, second] = world.state.underWay
    takenOver(world)
    world.arrive(second)
    world.answering = (_beat, answer) => answer
    // given up, and told again
    world.pass(12)
    expect(world.sent.filter((beat) => beat === first)).toHaveLength(2)
    world.hanging = false
    world.pass(58)
    expect([nameOf(world.state), world.state.queue.length]).toEqual(['playing', 0])
  })
})

describe('a sign-in that ends with two beats under way', () => {
  it('is heard once: one last beat is made, and nothing is sent until somebody has signed in again', () => {
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

  it('leaves no repeat to set the clock', () => {
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

it('what was sent all at once and is not heard of is one failure: the next tries are not kept waiting for each', () => {
  const world = new LessonWorld()
  world.online = false
  const ofBefore = (seq: number): Beat => ({
    ...{ id: 'course', lessonId: 'lesson', playSessionId: 'old', event: 'beat' },
    ...{ seq, position: 10 * seq, intervals: [[10 * seq - 10, 10 * seq]] },
  })
  world.tell({ on: 'opened', kept: [1, 2, 3, 4, 5].map(ofBefore) })
  world.tell({ on: 'hidden' })
  world.deliver()
  expect(world.state).toMatchObject({ failures: 1, underWay: [] })
  expect(world.state.failed).toHaveLength(5)
})

it('the end of a film keeps nothing back that was played before it, when the page goes away', () => {
  const world = watching({ durationSeconds: 100 })
  // known, and not due yet: the end is told at once
  announce(world, 150)
  world.pass(16)
  world.online = false
  world.pass(90)
  expect(world.state.queue.at(-1)?.event).toBe('end')
  world.online = true
  const sent = world.sent.length
  world.tell({ on: 'closing' })
  const leaving = [...world.state.underWay, ...world.sent.slice(sent)]
  const told = joined(leaving.flatMap(({ intervals }) => intervals))
  expect(told.at(-1)?.[1]).toBeGreaterThan(85)
  expect(leaving.some(({ event }) => event === 'end')).toBe(false)
})

it('a check that was announced is asked of nobody once the film has ended', () => {
  const world = watching({ durationSeconds: 40 })
  announce(world, 60)
  world.pass(45)
  expect(world.state).toMatchObject({ session: null, presence: null })
  world.pass(30)
  world.jump(20)
  world.pass(5)
  expect(world.state).toMatchObject({ asked: false, stop: null })
})

describe('what waits while the line is down', () => {
  it('is one beat beside the one that was tried, and two answers later all is told', () => {
    const world = watching({ durationSeconds: 600 })
    world.online = false
    world.pass(200)
    expect(world.state.queue.map(({ intervals }) => intervals)).toEqual([[[0, 15]], [[15, 195]]])
    world.online = true
    world.tell({ on: 'online' })
    world.deliver()
    world.deliver()
    expect(world.state).toMatchObject({ queue: [], creditedSeconds: 195 })
  })

  it('is still several where one would have more stretches than a beat may tell', () => {
    const world = watching({ durationSeconds: 600 })
    world.pass(300)
    world.online = false
    // a second here and there
    for (let second = 0; second < 250; second += 1) {
      world.jump(second)
      world.pass(0.5)
    }
    const most = Math.max(...world.state.queue.map(({ intervals }) => intervals.length))
    expect(most).toBeLessThanOrEqual(200)
    expect(world.state.queue.length).toBeGreaterThan(2)
  })

  it('is one also over a pause; the end that closes the session comes when it is told', () => {
    const world = watching({ durationSeconds: 100 })
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

it('the answer to a repeat is the first one, whose moment has gone by: it does not set the clock', () => {
  const world = watching({ durationSeconds: 600 })
  world.pass(1)
  world.hanging = true
  world.swallows = true
  world.pass(20)
  expect(world.got.at(-1)?.event).toBe('beat')
  world.hanging = false
  expect(farthestOff(world, 30)).toBeLessThan(300)
  const sent = world.sent.map(numberOf)
  expect(sent.length).toBeGreaterThan(new Set(sent).size)
  expect(world.state).toMatchObject({ queue: [], underWay: [], failed: [] })
})
