import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeFilmLesson } from '../test/lesson-world.ts'
import { createTestStorage } from '../test/storage.ts'
import { registerOpenPlayer } from './lesson-player/open-players.ts'
import { makeLessonPlayer } from './lesson-player/player.ts'
import type { Heartbeat, SendHeartbeat } from './lesson-player/state.ts'
import { readStoredHeartbeats, storeHeartbeats } from './lesson-player/stored-heartbeats.ts'
import { countStudySeconds, sendPendingRequests } from './pending-requests.ts'

const beat = (lessonId: string, ...intervals: [number, number][]): Heartbeat => ({
  ...{ id: 'course', lessonId, playSessionId: 's', seq: 1, event: 'beat', position: 0 },
  intervals,
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('each unsent second of a lesson is counted once', () => {
  const beats = [beat('a', [0, 15], [20, 30]), beat('a', [10, 22]), beat('b', [0, 4.6]), beat('b')]
  expect(countStudySeconds(beats)).toBe(35)
  expect(countStudySeconds([])).toBe(0)
})

describe('sending watched time before sign-out', () => {
  it('unsent time counts as sent after a server response, but not after a firewall’s page', async () => {
    let answer = { status: 403, body: '<html>blocked</html>' }
    vi.stubGlobal('fetch', async () => new Response(answer.body, { status: answer.status }))
    await readStoredHeartbeats('a')
    storeHeartbeats('a', { added: [beat('a', [0, 15])], settled: [] })
    expect(await sendPendingRequests('a')).toEqual({ seconds: 15, answers: 0 })
    answer = { status: 200, body: '<html>请先登录上网</html>' }
    expect(await sendPendingRequests('a')).toEqual({ seconds: 15, answers: 0 })
    answer = { status: 422, body: '{"code":2000,"msg":"内容有误","data":null}' }
    expect(await sendPendingRequests('a')).toEqual({ seconds: 0, answers: 0 })
  })

  it('sign-out waits until the last heartbeat of a lesson is answered, and later ones follow in order', async () => {
    const beats: Heartbeat[] = []
    const send: SendHeartbeat = async (beat) => {
      beats.push(beat)
      if (beat.event !== 'start') await new Promise((resolve) => setTimeout(resolve, 50))
      return {
        ...{ creditedSeconds: 0, furthestSeconds: 0, lessonDone: false, courseDone: false },
        ...{ presence: null, movedTo: null, serverNow: new Date().toISOString() },
      }
    }
    await readStoredHeartbeats('a')
    const lesson = makeFilmLesson({ durationSeconds: 1.8 })
    const player = makeLessonPlayer({
      ...{ studentId: 'a', signCourseId: 'course', lesson, studyOpen: true, send },
      ...{ addressUntil: Number.POSITIVE_INFINITY, renew: async () => null },
    })
    const leave = registerOpenPlayer(player)
    player.dispatch({ on: 'opened', kept: [] })
    player.dispatch({ on: 'play' })
    await vi.waitFor(() => expect(player.read().session?.open).toBe(true))
    player.dispatch({ on: 'playing', at: 0 })
    player.dispatch({ on: 'time', at: 0.9 })
    player.dispatch({ on: 'elsewhere' })
    player.dispatch({ on: 'ended' })
    expect(await sendPendingRequests('a')).toEqual({ seconds: 0, answers: 0 })
    expect(beats.map(({ event }) => event)).toEqual(['start', 'beat', 'end'])
    leave()
  })

  it('a silent device database does not count as unsent work', async () => {
    vi.resetModules()
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() })
    vi.stubGlobal('localStorage', createTestStorage())
    const refusal = '{"code":2000,"msg":"内容有误","data":null}'
    vi.stubGlobal('fetch', async () => new Response(refusal, { status: 422 }))
    const anew = await import('./pending-requests.ts')
    const { storeLastHeartbeats: keepLastBeats, readStoredHeartbeats: readKeptBeats } = await import(
      './lesson-player/stored-heartbeats.ts'
    )
    void readKeptBeats('a')
    keepLastBeats('a', [beat('a', [0, 15])])
    const unsent = anew.sendPendingRequests('a')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await unsent).toEqual({ seconds: 0, answers: 0 })
  })
})
