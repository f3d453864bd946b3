import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { storage } from '../test/storage.ts'
import { keepBeats, readKeptBeats } from './lesson-player/kept-beats.ts'
import type { Beat } from './lesson-player/state.ts'
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
