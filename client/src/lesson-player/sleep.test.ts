import { describe, expect, it } from 'vitest'
import { LessonWorld } from '../../test/lesson-world.ts'
import { draftOf } from './beats.ts'
import { lengthOf } from './stretches.ts'

/** An hour's lesson that plays, its start answered. */
function watching(): LessonWorld {
  const world = new LessonWorld({ durationSeconds: 3600 })
  world.tell({ on: 'opened', kept: [] })
  world.tell({ on: 'play' })
  world.deliver()
  return world
}

const claimed = (world: LessonWorld) => lengthOf(world.got.flatMap(({ intervals }) => intervals))

describe('sleep and clocks', () => {
  it('claims nothing of the hours the device slept: only what the picture played', () => {
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

  it('claims nothing that was jumped over while nobody looked, also after hours', () => {
    const world = watching()
    world.pass(20)
    world.skip(3600)
    world.jump(3000)
    world.pass(5)
    expect(world.at).toBeLessThan(30)
    expect(claimed(world)).toBeLessThan(30)
  })

  it('asks the server on waking before anything else', () => {
    const world = watching()
    world.pass(1)
    const before = world.sent.length
    world.skip(1800)
    world.tell({ on: 'shown' })
    expect(world.sent.length).toBeGreaterThan(before)
  })

  it('a background tab that hears of the picture once a minute claims each minute once', () => {
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

describe('what a killed page leaves', () => {
  it('is the next beat under its own number, with every second played', () => {
    const world = watching()
    world.pass(19)
    expect(draftOf(world.state)).toMatchObject({ seq: 2, event: 'hide', intervals: [[15, 19]] })
    world.tell({ on: 'pause' })
    world.deliver()
    expect(draftOf(world.state)).toBe(null)
  })

  it('sent by another page under the same number: it is told again under the next, before what follows', () => {
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
