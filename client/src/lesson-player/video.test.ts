import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aLesson } from '../../test/lesson-world.ts'
import { makePlayer, type PlayerOptions } from './player.ts'
import { type Beat, type BeatAnswer, type Lesson, nameOf } from './state.ts'
import { showOn } from './video.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** What the player touches of a video element; events come when a test says so. */
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

/** The film has all of an element that the player uses: whatever else is asked for is missing, and throws. */
const asElement = (film: Film) => film as unknown as HTMLVideoElement

async function opened(
  change: Partial<Lesson> = {},
  renew: PlayerOptions['renew'] = async () => null,
) {
  const beats: Beat[] = []
  const send = async (beat: Beat): Promise<BeatAnswer> => {
    beats.push(beat)
    return {
      ...{ creditedSeconds: 0, furthestSeconds: change.furthestSeconds ?? 0 },
      ...{ lessonDone: false, courseDone: false, presence: null, movedTo: null },
      serverNow: new Date().toISOString(),
    }
  }
  const player = makePlayer({
    ...{ studentId: 'student', signCourseId: 'course', lesson: aLesson(change), studyOpen: true },
    ...{ addressUntil: Number.POSITIVE_INFINITY, renew, send },
  })
  const film = new Film()
  showOn(asElement(film), player)
  player.dispatch({ on: 'opened', kept: [] })
  player.dispatch({ on: 'play' })
  await pass(0)
  return { player, film, beats }
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('the video element', () => {
  it('told to play before it is there goes to where the lesson was left', async () => {
    const { film } = await opened({ resumeAt: 30, furthestSeconds: 30, covered: [[0, 30]] })
    expect(film.paused).toBe(false)
    film.readyState = 1
    film.tell('loadedmetadata')
    expect(film.currentTime).toBe(30)
  })

  it('goes on by a fresh address at the speed it was played at', async () => {
    const done = { done: true, covered: [[0, 60]] satisfies Lesson['covered'] }
    const { player, film } = await opened(done)
    film.playbackRate = 2
    player.dispatch({ on: 'address', url: '/fresh', until: Date.now() + 600_000 })
    await pass(0)
    expect([film.src, film.playbackRate]).toEqual(['/fresh', 2])
  })

  describe('of a film that does not come on a bad line', () => {
    async function exchanging(renew: PlayerOptions['renew']) {
      const { player, film } = await opened({}, renew)
      film.tell('playing')
      await pass(1)
      player.dispatch({ on: 'address', url: '/slow', until: Date.now() + 600_000 })
      return { player, film }
    }
    const fresh = async () => ({ url: '/fresh', until: Date.now() + 600_000 })

    it('asks for it anew after a while, and says so at last: there is a button', async () => {
      const { player, film } = await exchanging(fresh)
      await pass(19)
      expect([film.src, nameOf(player.read())]).toEqual(['/slow', 'renewing'])
      await pass(2)
      expect(film.src).toBe('/fresh')
      await pass(60)
      expect(nameOf(player.read())).toBe('error')
    })

    it('asks for it at once when the network is back, and waits for that one alone', async () => {
      const renew = vi.fn(fresh)
      const { player, film } = await exchanging(renew)
      await pass(15)
      player.dispatch({ on: 'online' })
      await pass(19)
      expect([film.src, renew.mock.calls.length]).toEqual(['/fresh', 1])
      film.tell('loadedmetadata')
      await pass(30)
      expect([nameOf(player.read()), renew.mock.calls.length]).toEqual(['loading', 1])
    })

    it.each([
      ['the earlier address comes late', 1],
      ['the earlier film comes late', 0],
    ])('waits for the newest address alone when it asked for two: %s', async (_what, second) => {
      const answers: ((url: string) => void)[] = []
      const { player, film } = await exchanging(
        () =>
          new Promise((resolve) =>
            answers.push((url) => resolve({ url, until: Date.now() + 600_000 })),
          ),
      )
      player.dispatch({ on: 'online' })
      await pass(1)
      if (second) player.dispatch({ on: 'online' })
      // the slow film is there after all
      else film.tell('loadedmetadata')
      await pass(1)
      expect([nameOf(player.read()), answers.length]).toEqual(['renewing', 1 + second])
      answers[second]?.('/newest')
      await pass(1)
      film.tell('loadedmetadata')
      await pass(1)
      film.tell('playing')
      answers[0]?.('/earlier')
      await pass(1)
      expect([film.src, nameOf(player.read())]).toEqual(['/newest', 'playing'])
    })

    it('asks for nothing once its page is left', async () => {
      const renew = vi.fn(fresh)
      const { player } = await exchanging(renew)
      player.close()
      await pass(60)
      expect(renew).not.toHaveBeenCalled()
    })
  })

  it('is looked at once more before it goes with its page', async () => {
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

  it('is not asked to go on by the word of a film that is paused again', async () => {
    const { player, film } = await opened()
    film.readyState = 4
    player.dispatch({ on: 'pause' })
    film.tell('playing')
    await pass(1)
    expect([film.paused, player.read().wants]).toEqual([true, false])
  })

  describe('whose film is not as long as its lesson, of a minute', () => {
    /** Plays up to a second and is over; `said`: where the element is then, by its own account. */
    async function playedTo(seconds: number, said: number, change: Partial<Lesson> = {}) {
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
    ])('tells where it was over when that is earlier, %s', async (_, said) => {
      const { player, beats } = await playedTo(20, said)
      const last = beats.at(-1)
      expect(last).toMatchObject({ event: 'end', position: 20.1 })
      expect(last?.filmEnd).toBeCloseTo(20.1, 1)
      expect(last?.intervals.at(-1)?.[1]).toBeCloseTo(20.1, 1)
      player.dispatch({ on: 'play' })
      await pass(0)
    })

    it('tells where it was over when that is later, and nothing beyond the lesson', async () => {
      const { beats } = await playedTo(70, 70.1)
      expect(beats.at(-1)).toMatchObject({ event: 'end', position: 60 })
      expect(beats.at(-1)?.filmEnd).toBeGreaterThan(69)
      for (const beat of beats)
        for (const [, to] of beat.intervals) expect(to).toBeLessThanOrEqual(60)
    })

    it.each([
      ['at its end', 59.75, 60],
      ['a moment before it', 59.25, 59.4],
      ['a moment after it', 60.5, 60.6],
    ])('tells nothing when it is over %s', async (_, seconds, said) => {
      const { beats } = await playedTo(seconds, said)
      expect(beats.at(-1)).toMatchObject({ event: 'end', position: 60 })
      expect(beats.some((beat) => 'filmEnd' in beat)).toBe(false)
    })

    it('is done once the server says so, and begins anew when it is played again', async () => {
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
