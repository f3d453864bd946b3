import { describe, expect, it } from 'vitest'
import { LessonSimulation } from '../../test/lesson-world.ts'
import { unsentHeartbeat } from './heartbeats.ts'
import { totalIntervalLength } from './intervals.ts'

function watching(): LessonSimulation {
  const world = new LessonSimulation({ durationSeconds: 3600 })
  world.tell({ on: 'opened', kept: [] })
  world.tell({ on: 'play' })
  world.deliver()
  return world
}

const claimed = (world: LessonSimulation) => totalIntervalLength(world.got.flatMap(({ intervals }) => intervals))

describe('sleep and clocks of the lesson player', () => {
  it('a sleep of the device adds no played seconds', () => {
    const world = watching()
    world.pass(20)
    world.skip(2 * 3600)
    world.tell({ on: 'shown' })
    world.pass(20)
    world.tell({ on: 'pause' })
    world.pass(1)
    expect(world.at).toBeCloseTo(40)
    expect(claimed(world)).toBeCloseTo(40, 0)
  })

  it('a jump during a sleep adds no played seconds, even after hours', () => {
    const world = watching()
    world.pass(20)
    world.skip(3600)
    world.jump(3000)
    world.pass(5)
    expect(world.at).toBeLessThan(30)
    expect(claimed(world)).toBeLessThan(30)
  })

  it('after the device wakes, the player asks the server first', () => {
    const world = watching()
    world.pass(1)
    const before = world.sent.length
    world.skip(1800)
    world.tell({ on: 'shown' })
    expect(world.sent.length).toBeGreaterThan(before)
  })

  it('a background tab with one event a minute counts each minute once', () => {
    const world = watching()
    world.pass(2)
    world.tell({ on: 'hidden' })
    for (let minute = 0; minute < 3; minute += 1) {
      world.skip(60)
      world.at += 60
      world.tell({ on: 'time', at: world.at })
      world.deliver()
    }
    world.deliver()
    expect(claimed(world)).toBeCloseTo(182, 0)
  })
})

describe('draft left by a killed page', () => {
  it('the draft of a heartbeat contains all played seconds and the next number', () => {
    const world = watching()
    world.pass(19)
    expect(unsentHeartbeat(world.state)).toMatchObject({
      seq: 2,
      event: 'hide',
      intervals: [[15, 19]],
    })
    world.tell({ on: 'pause' })
    world.deliver()
    expect(unsentHeartbeat(world.state)).toBe(null)
  })

  it('a heartbeat whose number a stored draft has used is sent again first, under the next number', () => {
    const world = watching()
    world.answering = (beat, answer) => (beat.seq === 1 ? { key: 'course.beatConflict' } : answer)
    world.pass(17)
    expect(world.sent.slice(1, 3)).toMatchObject([
      { seq: 1, intervals: [[0, 15]] },
      { seq: 2, intervals: [[0, 15]] },
    ])
    expect(world.state.dropped).toBe(0)
  })
})
