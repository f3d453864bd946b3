import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeFilmLesson } from '../../test/lesson-world.ts'
import { makeLessonPlayer } from './player.ts'
import { makeReadingClock } from './reading-clock.ts'
import { type Heartbeat, type PlayerHeartbeatAnswer, playerStateNameOf } from './state.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function reading(change = {}) {
  const beats: Heartbeat[] = []
  let credited = 0
  const send = async (beat: Heartbeat): Promise<PlayerHeartbeatAnswer> => {
    beats.push(beat)
    for (const [, to] of beat.intervals) credited = Math.max(credited, to)
    return {
      creditedSeconds: credited,
      furthestSeconds: credited,
      lessonDone: credited >= 57,
      courseDone: false,
      presence: null,
      movedTo: null,
      serverNow: new Date().toISOString(),
    }
  }
  const lesson = makeFilmLesson({ kind: 'ARTICLE', videoUrl: null, ...change })
  const player = makeLessonPlayer({
    studentId: 'student',
    signCourseId: 'course',
    lesson,
    studyOpen: true,
    addressUntil: Number.POSITIVE_INFINITY,
    send,
    renew: async () => null,
  })
  const seen = { visible: true, focused: true }
  const page = {
    seconds: () => Date.now() / 1000,
    visible: () => seen.visible,
    focused: () => seen.focused,
  }
  const clock = makeReadingClock(player, page, 20)
  player.dispatch({ on: 'opened', kept: [] })
  player.dispatch({ on: 'play' })
  await pass(0)
  const goOn = async () => {
    clock.moved()
    player.dispatch({ on: 'play' })
    await pass(0)
  }
  return { player, clock, seen, beats, goOn, read: player.read }
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('reading clock', () => {
  it('the reading clock follows the wall clock and reports like a film', async () => {
    const { read, beats, clock } = await reading()
    await pass(10)
    clock.moved()
    await pass(6)
    expect(read().position).toBeCloseTo(16, 0)
    expect(beats.map(({ event }) => event)).toEqual(['start', 'beat'])
    expect(beats[1]?.intervals).toEqual([[0, expect.closeTo(15, 0)]])
  })

  it('the reading clock ends with the lesson, which is then done', async () => {
    const { read, beats, clock } = await reading({ furthestSeconds: 50, resumeAt: 50 })
    clock.moved()
    await pass(12)
    expect(beats.at(-1)).toMatchObject({ event: 'end', position: 60 })
    expect(read()).toMatchObject({ media: 'ended', done: true })
  })

  it('the reading clock stops without movement, reports, and resumes on one action', async () => {
    const { read, beats, goOn } = await reading()
    await pass(40)
    expect(read()).toMatchObject({ media: 'paused', halt: 'idle', wants: false })
    expect(read().position).toBeCloseTo(20, 0)
    expect(beats.at(-1)).toMatchObject({ event: 'pause' })
    await goOn()
    await pass(5)
    expect(playerStateNameOf(read())).toBe('playing')
    expect(read()).toMatchObject({ halt: null })
    expect(read().position).toBeCloseTo(25, 0)
  })

  it('the reading clock runs on while the reader moves', async () => {
    const { read, clock } = await reading()
    for (let turn = 0; turn < 5; turn += 1) {
      await pass(9)
      clock.moved()
    }
    expect(read().position).toBeCloseTo(45, 0)
  })

  it.each([
    ['hidden', 'visible'],
    ['away', 'focused'],
  ] as const)('the reading clock stops when the page is %s and waits for the reader', async (why, what) => {
    const { read, seen, clock, goOn } = await reading()
    await pass(5)
    seen[what] = false
    clock.look()
    expect(read().halt).toBe(why)
    await pass(1)
    seen[what] = true
    clock.look()
    await pass(10)
    expect(read()).toMatchObject({ media: 'paused', halt: why })
    expect(read().position).toBeLessThan(5.5)
    await goOn()
    await pass(2)
    expect(read().position).toBeGreaterThan(6.5)
  })

  it('the reading clock counts seconds since its last tick at every stop', async () => {
    const { read, seen, clock, beats } = await reading()
    await pass(5.2)
    seen.visible = false
    clock.look()
    await pass(0)
    expect(read().position).toBeCloseTo(5.2, 2)
    expect(beats.at(-1)).toMatchObject({ event: 'pause', intervals: [[0, 5.2]] })
  })

  it('the seconds since the last tick of the reading clock are reported when its page closes', async () => {
    const { player, clock, beats } = await reading()
    await pass(5.2)
    clock.stop()
    player.close()
    await pass(0)
    expect(beats.at(-1)).toMatchObject({ event: 'hide', intervals: [[0, 5.2]] })
  })

  it('the reading clock does not count a sleep of the device', async () => {
    const { read, clock } = await reading()
    await pass(4)
    vi.setSystemTime(Date.now() + 600_000)
    clock.moved()
    await pass(2)
    expect(read().position).toBeLessThan(7.5)
  })

  it('the reading clock has no speed and cannot seek ahead', async () => {
    const { read, player } = await reading()
    await pass(5)
    player.dispatch({ on: 'speed', rate: 16 })
    player.dispatch({ on: 'seekTo', to: 55 })
    await pass(3)
    expect(read().position).toBeLessThan(8.5)
  })
})
