import { describe, expect, it } from 'vitest'
import { LessonSimulation, startPlayingLesson } from '../../test/lesson-world.ts'
import { playerStateNameOf } from './state.ts'

describe('video address', () => {
  it('an expired video address is renewed, and playing continues at the same second', () => {
    const world = startPlayingLesson()
    world.pass(8)
    world.playing = false
    world.tell({ on: 'broken' })
    expect(playerStateNameOf(world.state)).toBe('renewing')
    world.at = 0
    world.tell({ on: 'renewed', until: world.now + 600_000 })
    expect([playerStateNameOf(world.state), world.at]).toEqual(['playing', 8])
  })

  it('a video address is renewed a minute before it expires, without losing played seconds', () => {
    const world = startPlayingLesson({ durationSeconds: 1200 })
    world.pass(535)
    expect(world.loads).toBe(0)
    world.pass(60)
    expect([playerStateNameOf(world.state), world.loads]).toEqual(['playing', 1])
    expect(world.at).toBeCloseTo(595, 0)
    expect(world.state.creditedSeconds).toBeGreaterThan(575)
  })

  it('offline, the loaded video plays on, and the address is requested again', () => {
    const world = startPlayingLesson({ durationSeconds: 1200 })
    world.pass(500)
    world.online = false
    world.pass(80)
    expect([playerStateNameOf(world.state), world.loads]).toEqual(['offline-playing', 0])
    world.online = true
    world.pass(20)
    expect([playerStateNameOf(world.state), world.loads]).toEqual(['playing', 1])
    expect(world.at).toBeGreaterThan(590)
  })

  it('a video address is not renewed when the rest of the video is loaded', () => {
    const world = startPlayingLesson({ durationSeconds: 1200 })
    world.skip(700)
    world.tell({ on: 'time', at: world.at, loaded: true })
    expect(world.loads).toBe(0)
    world.tell({ on: 'time', at: world.at })
    expect(world.loads).toBe(1)
  })

  it('a new video address counts as valid although the device’s clock is ahead', () => {
    const world = startPlayingLesson({ done: true, covered: [[0, 1500]], durationSeconds: 1500 })
    world.ahead = 600
    world.pass(530)
    expect(world.loads).toBe(0)
    world.pass(430)
    expect(world.loads).toBe(1)
  })

  it('renewing the video address stops after three failures in a row', () => {
    const world = startPlayingLesson()
    for (let time = 0; time < 4; time += 1) {
      world.playing = false
      world.tell({ on: 'broken' })
      world.tell({ on: 'renewed', until: world.now + 600_000 })
    }
    expect(playerStateNameOf(world.state)).toBe('error')
  })
})

describe('another rendition of the film', () => {
  it('a rendition that arrives during a seek is used when playing resumes', () => {
    const world = startPlayingLesson({ durationSeconds: 600 })
    world.pass(10)
    world.tell({ on: 'seeking', at: 4 })
    world.switchFilm()
    expect(world.loads).toBe(0)
    world.at = 4
    world.tell({ on: 'seeked', at: 4, paused: false })
    world.pass(1)
    expect([playerStateNameOf(world.state), world.loads]).toEqual(['playing', 1])
    expect(world.at).toBeCloseTo(5, 0)
  })

  it('a rendition that arrives while the start waits for the server plays after the response', () => {
    const world = new LessonSimulation({ durationSeconds: 600 })
    world.tell({ on: 'opened', kept: [] })
    world.tell({ on: 'play' })
    expect(playerStateNameOf(world.state)).toBe('starting')
    world.switchFilm()
    expect([world.loads, world.playing]).toEqual([1, false])
    world.pass(20)
    expect([playerStateNameOf(world.state), world.loads]).toEqual(['playing', 1])
    expect(world.state.creditedSeconds).toBe(15)
  })

  it('a rendition chosen at the end of the film is used for the replay', () => {
    const world = startPlayingLesson({ durationSeconds: 40, done: true, covered: [[0, 40]] })
    world.pass(41)
    world.switchFilm()
    expect([playerStateNameOf(world.state), world.loads]).toEqual(['ended', 0])
    world.tell({ on: 'play' })
    world.pass(1)
    expect([playerStateNameOf(world.state), world.loads]).toEqual(['playing', 1])
  })
})
