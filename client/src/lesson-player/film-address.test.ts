import { describe, expect, it } from 'vitest'
import { LessonWorld, watching } from '../../test/lesson-world.ts'
import { nameOf } from './state.ts'

describe('the address of the video', () => {
  it('is renewed when it has run out; playing goes on at the same second', () => {
    const world = watching()
    world.pass(8)
    world.playing = false
    world.tell({ on: 'broken' })
    expect(nameOf(world.state)).toBe('renewing')
    world.at = 0
    world.tell({ on: 'renewed', until: world.now + 600_000 })
    expect([nameOf(world.state), world.at]).toEqual(['playing', 8])
  })

  it('is renewed a minute before it ends, quietly, and nothing of what was played is lost', () => {
    const world = watching({ durationSeconds: 1200 })
    world.pass(535)
    expect(world.loads).toBe(0)
    world.pass(60)
    expect([nameOf(world.state), world.loads]).toEqual(['playing', 1])
    expect(world.at).toBeCloseTo(595, 0)
    expect(world.state.creditedSeconds).toBeGreaterThan(575)
  })

  it('plays on what is loaded while there is no network, and asks again', () => {
    const world = watching({ durationSeconds: 1200 })
    world.pass(500)
    world.online = false
    world.pass(80)
    expect([nameOf(world.state), world.loads]).toEqual(['offline-playing', 0])
    world.online = true
    world.pass(20)
    expect([nameOf(world.state), world.loads]).toEqual(['playing', 1])
    expect(world.at).toBeGreaterThan(590)
  })

  it('is left alone when all that is left of the video is here', () => {
    const world = watching({ durationSeconds: 1200 })
    world.skip(700)
    world.tell({ on: 'time', at: world.at, loaded: true })
    expect(world.loads).toBe(0)
    world.tell({ on: 'time', at: world.at })
    expect(world.loads).toBe(1)
  })

  it('just given is good, though the device’s clock is ahead and no answer has told', () => {
    const world = watching({ done: true, covered: [[0, 1500]], durationSeconds: 1500 })
    world.ahead = 600
    world.pass(530)
    expect(world.loads).toBe(0)
    world.pass(430)
    expect(world.loads).toBe(1)
  })

  it('gives up after three in a row', () => {
    const world = watching()
    for (let time = 0; time < 4; time += 1) {
      world.playing = false
      world.tell({ on: 'broken' })
      world.tell({ on: 'renewed', until: world.now + 600_000 })
    }
    expect(nameOf(world.state)).toBe('error')
  })
})

describe('another rendition of the film', () => {
  it('that comes while the picture seeks is taken when it plays again', () => {
    const world = watching({ durationSeconds: 600 })
    world.pass(10)
    world.tell({ on: 'seeking', at: 4 })
    world.switchFilm()
    expect(world.loads).toBe(0)
    world.at = 4
    world.tell({ on: 'seeked', at: 4, paused: false })
    world.pass(1)
    expect([nameOf(world.state), world.loads]).toEqual(['playing', 1])
    expect(world.at).toBeCloseTo(5, 0)
  })

  it('is taken while the server is asked, and plays when it has answered', () => {
    const world = new LessonWorld({ durationSeconds: 600 })
    world.tell({ on: 'opened', kept: [] })
    world.tell({ on: 'play' })
    expect(nameOf(world.state)).toBe('starting')
    world.switchFilm()
    expect([world.loads, world.playing]).toEqual([1, false])
    world.pass(20)
    expect([nameOf(world.state), world.loads]).toEqual(['playing', 1])
    expect(world.state.creditedSeconds).toBe(15)
  })

  it('chosen at the end is what is played again', () => {
    const world = watching({ durationSeconds: 40, done: true, covered: [[0, 40]] })
    world.pass(41)
    world.switchFilm()
    expect([nameOf(world.state), world.loads]).toEqual(['ended', 0])
    world.tell({ on: 'play' })
    world.pass(1)
    expect([nameOf(world.state), world.loads]).toEqual(['playing', 1])
  })
})
