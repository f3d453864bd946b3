import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeFilmLesson } from '../../test/lesson-world.ts'
import { makeLessonPlayer, type PlayerOptions } from './player.ts'
import { type Heartbeat, type PlayerHeartbeatAnswer, type PlayerLesson, playerStateNameOf } from './state.ts'
import { attachVideo } from './video.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

class Film extends EventTarget {
  currentTime = 0
  duration = 60
  readyState = 0
  paused = true
  seeking = false
  ended = false
  playbackRate = 1
  defaultPlaybackRate = 1
  src = ''
  buffered = { length: 0 }
  play = async () => {
    this.paused = false
  }
  pause = () => {
    this.paused = true
  }
  load = () => {
    this.playbackRate = this.defaultPlaybackRate
    this.tell('ratechange')
  }
  tell = (name: string) => this.dispatchEvent(new Event(name))
}

const asElement = (film: Film) => film as unknown as HTMLVideoElement

async function opened(change: Partial<PlayerLesson> = {}, renew: PlayerOptions['renew'] = async () => null) {
  const beats: Heartbeat[] = []
  const send = async (beat: Heartbeat): Promise<PlayerHeartbeatAnswer> => {
    beats.push(beat)
    return {
      ...{ creditedSeconds: 0, furthestSeconds: change.furthestSeconds ?? 0 },
      ...{ lessonDone: false, courseDone: false, presence: null, movedTo: null },
      serverNow: new Date().toISOString(),
    }
  }
  const player = makeLessonPlayer({
    ...{ studentId: 'student', signCourseId: 'course', lesson: makeFilmLesson(change), studyOpen: true },
    ...{ addressUntil: Number.POSITIVE_INFINITY, renew, send },
  })
  const film = new Film()
  attachVideo(asElement(film), player)
  player.dispatch({ on: 'opened', kept: [] })
  player.dispatch({ on: 'play' })
  await pass(0)
  return { player, film, beats }
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('video element', () => {
  it('a film started before it is loaded begins where the lesson was left', async () => {
    const { film } = await opened({ resumeAt: 30, furthestSeconds: 30, covered: [[0, 30]] })
    expect(film.paused).toBe(false)
    film.readyState = 1
    film.tell('loadedmetadata')
    expect(film.currentTime).toBe(30)
  })

  it('a new video address keeps the playback speed', async () => {
    const done = { done: true, covered: [[0, 60]] satisfies PlayerLesson['covered'] }
    const { player, film } = await opened(done)
    film.playbackRate = 2
    player.dispatch({ on: 'address', url: '/fresh', until: Date.now() + 600_000 })
    await pass(0)
    expect([film.src, film.playbackRate]).toEqual(['/fresh', 2])
  })

  describe('film that does not load over a bad connection', () => {
    async function exchanging(renew: PlayerOptions['renew']) {
      const { player, film } = await opened({}, renew)
      film.tell('playing')
      await pass(1)
      player.dispatch({ on: 'address', url: '/slow', until: Date.now() + 600_000 })
      return { player, film }
    }
    const fresh = async () => ({ url: '/fresh', until: Date.now() + 600_000 })

    it('a film that does not load is requested again and then shows an error', async () => {
      const { player, film } = await exchanging(fresh)
      await pass(19)
      expect([film.src, playerStateNameOf(player.read())]).toEqual(['/slow', 'renewing'])
      await pass(2)
      expect(film.src).toBe('/fresh')
      await pass(60)
      expect(playerStateNameOf(player.read())).toBe('error')
    })

    it('a film that does not load is requested once when the network is back', async () => {
      const renew = vi.fn(fresh)
      const { player, film } = await exchanging(renew)
      await pass(15)
      player.dispatch({ on: 'online' })
      await pass(19)
      expect([film.src, renew.mock.calls.length]).toEqual(['/fresh', 1])
      film.tell('loadedmetadata')
      await pass(30)
      expect([playerStateNameOf(player.read()), renew.mock.calls.length]).toEqual(['loading', 1])
    })

    it.each([
      ['the earlier address comes late', 1],
      ['the earlier film comes late', 0],
    ])('of two requested video addresses only the newest counts: %s', async (_what, second) => {
      const answers: ((url: string) => void)[] = []
      const { player, film } = await exchanging(
        () => new Promise((resolve) => answers.push((url) => resolve({ url, until: Date.now() + 600_000 }))),
      )
      player.dispatch({ on: 'online' })
      await pass(1)
      if (second) player.dispatch({ on: 'online' })
      else film.tell('loadedmetadata')
      await pass(1)
      expect([playerStateNameOf(player.read()), answers.length]).toEqual(['renewing', 1 + second])
      answers[second]?.('/newest')
      await pass(1)
      film.tell('loadedmetadata')
      await pass(1)
      film.tell('playing')
      answers[0]?.('/earlier')
      await pass(1)
      expect([film.src, playerStateNameOf(player.read())]).toEqual(['/newest', 'playing'])
    })

    it('a film that does not load is not requested after its page was left', async () => {
      const renew = vi.fn(fresh)
      const { player } = await exchanging(renew)
      player.close()
      await pass(60)
      expect(renew).not.toHaveBeenCalled()
    })
  })

  it('the last position of the film is reported when its page closes', async () => {
    const { player, film, beats } = await opened()
    film.readyState = 4
    film.tell('playing')
    await pass(2)
    film.currentTime = 1.9
    film.pause()
    player.attach(null)
    player.close()
    await pass(0)
    expect(beats.at(-1)).toMatchObject({ event: 'hide', intervals: [[0, 1.9]] })
  })

  it('a late playing event of a paused film does not resume it', async () => {
    const { player, film } = await opened()
    film.readyState = 4
    player.dispatch({ on: 'pause' })
    film.tell('playing')
    await pass(1)
    expect([film.paused, player.read().wants]).toEqual([true, false])
  })

  describe('film with another length than its lesson of one minute', () => {
    /** `said` is the position that the element reports. */
    async function playedTo(seconds: number, said: number, change: Partial<PlayerLesson> = {}) {
      const world = await opened(change)
      const { film } = world
      film.readyState = 4
      film.tell('playing')
      for (let at = 0.25; at <= seconds; at += 0.25) {
        await pass(0.25)
        film.currentTime = at
        film.tell('timeupdate')
      }
      await pass(0.1)
      film.currentTime = said
      film.ended = true
      film.tell('ended')
      await pass(0)
      return world
    }

    it.each([
      ['and says so', 20.1],
      ['and calls the length that a header told its end', 60],
      ['and calls another end than both', 180],
    ])('reports where the film ended when it ends too early, %s', async (_, said) => {
      const { player, beats } = await playedTo(20, said)
      const last = beats.at(-1)
      expect(last).toMatchObject({ event: 'end', position: 20.1 })
      expect(last?.filmEnd).toBeCloseTo(20.1, 1)
      expect(last?.intervals.at(-1)?.[1]).toBeCloseTo(20.1, 1)
      player.dispatch({ on: 'play' })
      await pass(0)
    })

    it('reports a late end of the film, but no seconds beyond the lesson', async () => {
      const { beats } = await playedTo(70, 70.1)
      expect(beats.at(-1)).toMatchObject({ event: 'end', position: 60 })
      expect(beats.at(-1)?.filmEnd).toBeGreaterThan(69)
      for (const beat of beats) for (const [, to] of beat.intervals) expect(to).toBeLessThanOrEqual(60)
    })

    it.each([
      ['at its end', 59.75, 60],
      ['a moment before it', 59.25, 59.4],
      ['a moment after it', 60.5, 60.6],
    ])('reports no end of the film when the film is over %s', async (_, seconds, said) => {
      const { beats } = await playedTo(seconds, said)
      expect(beats.at(-1)).toMatchObject({ event: 'end', position: 60 })
      expect(beats.some((beat) => 'filmEnd' in beat)).toBe(false)
    })

    it('a short film is done when the server says so, and replays from its start', async () => {
      const { player, film } = await playedTo(20, 20.1)
      expect(player.read()).toMatchObject({ filmEnd: 20.1, done: false })
      player.dispatch({ on: 'corrected', duration: 20, done: true })
      expect(player.read()).toMatchObject({ filmEnd: null, done: true, duration: 20 })
      player.dispatch({ on: 'play' })
      await pass(0)
      expect(film.currentTime).toBe(0)
    })
  })
})
