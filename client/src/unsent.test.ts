import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aLesson } from '../test/lesson-world.ts'
import { storage } from '../test/storage.ts'
import { keepBeats, readKeptBeats } from './lesson-player/kept-beats.ts'
import { enliven, makePlayer } from './lesson-player/player.ts'
import type { Beat, SendBeat } from './lesson-player/state.ts'
import { secondsOf, sendUnsent } from './unsent.ts'

const beat = (lessonId: string, ...intervals: [number, number][]): Beat => ({
  ...{ id: 'course', lessonId, playSessionId: 's', seq: 1, event: 'beat', position: 0 },
  intervals,
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('what is unsent counts each second of a lesson once', () => {
  const beats = [beat('a', [0, 15], [20, 30]), beat('a', [10, 22]), beat('b', [0, 4.6]), beat('b')]
  expect(secondsOf(beats)).toBe(35)
  expect(secondsOf([])).toBe(0)
})

describe('what was watched and is sent before signing out', () => {
  it('is done with once the server has spoken; the page of a firewall on the way leaves it here', async () => {
    let answer = { status: 403, body: '<html>blocked</html>' }
    vi.stubGlobal('fetch', async () => new Response(answer.body, { status: answer.status }))
    await readKeptBeats('a')
    keepBeats('a', { added: [beat('a', [0, 15])], settled: [] })
    expect(await sendUnsent('a')).toEqual({ seconds: 15, answers: 0 })
    answer = { status: 200, body: '<html>请先登录上网</html>' }
    expect(await sendUnsent('a')).toEqual({ seconds: 15, answers: 0 })
    answer = { status: 422, body: '{"code":2000,"msg":"内容有误","data":null}' }
    expect(await sendUnsent('a')).toEqual({ seconds: 0, answers: 0 })
  })

  it('is waited for to the end of a lesson, which follows only when the beat before it is answered', async () => {
    const beats: Beat[] = []
    const send: SendBeat = async (beat) => {
      beats.push(beat)
      if (beat.event !== 'start') await new Promise((resolve) => setTimeout(resolve, 50))
      return {
        ...{ creditedSeconds: 0, furthestSeconds: 0, lessonDone: false, courseDone: false },
        ...{ presence: null, movedTo: null, serverNow: new Date().toISOString() },
      }
    }
    await readKeptBeats('a')
    const lesson = aLesson({ durationSeconds: 1.8 })
    const player = makePlayer({
      ...{ studentId: 'a', signCourseId: 'course', lesson, studyOpen: true, send },
      ...{ addressUntil: Number.POSITIVE_INFINITY, renew: async () => null },
    })
    const leave = enliven(player)
    player.dispatch({ on: 'opened', kept: [] })
    player.dispatch({ on: 'play' })
    await vi.waitFor(() => expect(player.read().session?.open).toBe(true))
    player.dispatch({ on: 'playing', at: 0 })
    player.dispatch({ on: 'time', at: 0.9 })
    player.dispatch({ on: 'elsewhere' })
    player.dispatch({ on: 'ended' })
    expect(await sendUnsent('a')).toEqual({ seconds: 0, answers: 0 })
    expect(beats.map(({ event }) => event)).toEqual(['start', 'beat', 'end'])
    leave()
  })

  it('is not called unsent while the device’s database is silent', async () => {
    vi.resetModules()
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() })
    vi.stubGlobal('localStorage', storage())
    const refusal = '{"code":2000,"msg":"内容有误","data":null}'
    vi.stubGlobal('fetch', async () => new Response(refusal, { status: 422 }))
    const anew = await import('./unsent.ts')
    const { keepLastBeats, readKeptBeats } = await import('./lesson-player/kept-beats.ts')
    void readKeptBeats('a')
    keepLastBeats('a', [beat('a', [0, 15])])
    const unsent = anew.sendUnsent('a')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await unsent).toEqual({ seconds: 0, answers: 0 })
  })
})
