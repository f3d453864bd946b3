import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeFilmLesson } from '../../test/lesson-world.ts'
import { createTestStorage } from '../../test/storage.ts'
import { CallRefused } from '../answers.ts'
import { readLastHeartbeats } from './last-heartbeats.ts'
import { makeLessonPlayer } from './player.ts'
import type { Heartbeat, SendHeartbeat } from './state.ts'
import {
  deleteStoredHeartbeats,
  maxStoredHeartbeats,
  readStoredHeartbeats,
  storeHeartbeats,
  storeLastHeartbeats,
} from './stored-heartbeats.ts'

const hour = 3600_000

const beat = (playSessionId: string, seq: number, change: Partial<Heartbeat> = {}): Heartbeat => ({
  id: 'course',
  lessonId: 'lesson',
  playSessionId,
  seq,
  event: 'beat',
  position: seq * 15,
  intervals: [[seq * 15 - 15, seq * 15]],
  ...change,
})

async function open(studentId: string): Promise<void> {
  await readStoredHeartbeats(studentId)
}

const add = (studentId: string, ...added: Heartbeat[]) => storeHeartbeats(studentId, { added, settled: [] })

const noNetwork: SendHeartbeat = () => Promise.reject(new Error('no network'))

function openPage(studentId: string, send = noNetwork) {
  return makeLessonPlayer({
    ...{ studentId, signCourseId: 'course', studyOpen: true, addressUntil: 0 },
    lesson: makeFilmLesson({ durationSeconds: 600 }),
    send,
    renew: async () => null,
  })
}

/** `hold` delays responses to heartbeats. */
async function askedPage(studentId: string, hold: (beat: Heartbeat) => Promise<void> | undefined) {
  const [dueAt, answerBy] = [-2000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString())
  const page = openPage(studentId, async (beat) => {
    await hold(beat)
    return {
      ...{ creditedSeconds: 0, furthestSeconds: 0, lessonDone: false, courseDone: false },
      ...{ presence: beat.event === 'start' ? null : { id: 'p', dueAt, answerBy }, movedTo: null },
      serverNow: new Date().toISOString(),
    } as Awaited<ReturnType<SendHeartbeat>>
  })
  page.dispatch({ on: 'opened', kept: [] })
  page.dispatch({ on: 'play' })
  await vi.waitFor(() => expect(page.read().session?.open).toBe(true))
  page.dispatch({ on: 'playing', at: 0 })
  page.dispatch({ on: 'elsewhere' })
  await vi.waitFor(() => expect(page.read().asked).toBe(true))
  page.dispatch({ on: 'time', at: 0.4 })
  return page
}

afterEach(async () => {
  vi.useRealTimers()
  for (const student of ['a', 'ab', 'b']) await deleteStoredHeartbeats(student)
  vi.unstubAllGlobals()
})

describe('stored heartbeats', () => {
  it('stored heartbeats are read with the oldest session first, and by seq within a session', async () => {
    await open('a')
    vi.useFakeTimers({ toFake: ['Date'], now: 1000 })
    add('a', beat('z', 2))
    add('a', beat('z', 10))
    vi.setSystemTime(2000)
    add('a', beat('c', 1), beat('c', 2))
    const kept = await readStoredHeartbeats('a')
    expect(kept.map((one) => [one.playSessionId, one.seq])).toEqual([
      ['z', 2],
      ['z', 10],
      ['c', 1],
      ['c', 2],
    ])
    // Reading removes nothing, because the next page may be killed, too.
    expect(await readStoredHeartbeats('a')).toEqual(kept)
  })

  it('an answered heartbeat is removed from storage, and a heartbeat replaces the draft with its number', async () => {
    await open('a')
    add('a', beat('s', 1, { event: 'hide', intervals: [[0, 4]] }))
    add('a', beat('s', 1))
    add('a', beat('s', 2))
    expect((await readStoredHeartbeats('a'))[0]).toEqual(beat('s', 1))
    storeHeartbeats('a', { added: [], settled: [beat('s', 1)] })
    expect(await readStoredHeartbeats('a')).toEqual([beat('s', 2)])
  })

  it('the last heartbeats of a page that closes before the database stores them are not lost', async () => {
    vi.stubGlobal('localStorage', createTestStorage())
    await open('a')
    await open('b')
    add('a', beat('s', 1, { event: 'hide', intervals: [[0, 4]] }))
    storeLastHeartbeats('a', [beat('s', 1)])
    storeLastHeartbeats('a', [beat('other page', 7)])
    storeLastHeartbeats('b', [beat('of b', 1)])
    const kept = await readStoredHeartbeats('a')
    expect(kept).toHaveLength(2)
    expect(kept).toEqual(expect.arrayContaining([beat('s', 1), beat('other page', 7)]))
    await deleteStoredHeartbeats('b')
    storeLastHeartbeats('b', [beat('of b', 2)])
    expect(await readStoredHeartbeats('b')).toEqual([])
  })

  it('a late response removes stored heartbeats even if the page was hidden before the response', async () => {
    const rows = createTestStorage()
    vi.stubGlobal('localStorage', rows)
    await open('a')
    const start = beat('s', 0, { event: 'start', intervals: [] })
    add('a', start)
    storeLastHeartbeats('a', [start])
    storeHeartbeats('a', { added: [beat('s', 1)], settled: [start] })
    storeLastHeartbeats('a', [beat('s', 1), beat('s', 2)])
    storeHeartbeats('a', { added: [beat('s', 2), beat('s', 3)], settled: [beat('s', 1)] })
    expect(rows.getItem('study-last:a')).toContain('"seq":1')
    expect(await readStoredHeartbeats('a')).toEqual([beat('s', 2), beat('s', 3)])
    expect(rows.getItem('study-last:a')).toBeNull()
  })

  it('last heartbeats stay in localStorage while the database refuses writes', async () => {
    const rows = createTestStorage()
    vi.stubGlobal('localStorage', rows)
    await open('a')
    storeLastHeartbeats('a', [beat('s', 1)])
    const blocked = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    expect(await readStoredHeartbeats('a')).toEqual([beat('s', 1)])
    storeLastHeartbeats('a', [beat('s', 2)])
    storeHeartbeats('a', { added: [], settled: [beat('s', 2)] })
    await vi.waitFor(() => expect(rows.getItem('study-last:a')).not.toContain('"seq":2'))
    expect(await readStoredHeartbeats('a')).toEqual([beat('s', 1)])
    blocked.mockRestore()
    expect(await readStoredHeartbeats('a')).toEqual([beat('s', 1)])
  })

  it('on a slow device the last heartbeats are returned at once and the stored ones when they are found', async () => {
    vi.stubGlobal('localStorage', createTestStorage())
    await open('a')
    add('a', beat('s', 1))
    await readStoredHeartbeats('a')
    storeLastHeartbeats('a', [beat('s', 2)])
    let found: Heartbeat[] | undefined
    const patience = vi.spyOn(globalThis, 'setTimeout').mockImplementation((end) => {
      end()
      return 0 as never
    })
    const soon = readStoredHeartbeats('a', (kept) => {
      found = kept
    })
    patience.mockRestore()
    expect(await soon).toEqual([beat('s', 2)])
    await vi.waitFor(() => expect(found).toEqual([beat('s', 1), beat('s', 2)]))
  })

  it('stored heartbeats belong to one student, whatever the ids look like', async () => {
    await open('a')
    await open('ab')
    add('a', beat('s', 1))
    add('ab', beat('t', 1))
    expect(await readStoredHeartbeats('a')).toEqual([beat('s', 1)])
    expect(await readStoredHeartbeats('b')).toEqual([])
  })

  it('heartbeats are never stored without a student id', async () => {
    const rows = createTestStorage()
    vi.stubGlobal('localStorage', rows)
    await open('')
    add('', beat('s', 1))
    storeLastHeartbeats('', [beat('s', 2)])
    expect(await readStoredHeartbeats('')).toEqual([])
    expect(rows.getItem('study-last:')).toBeNull()
  })

  it('a sign-out deletes stored heartbeats, and a page that closes then adds none', async () => {
    await open('a')
    await open('b')
    add('a', beat('s', 1))
    add('b', beat('t', 1))
    const gone = deleteStoredHeartbeats('a')
    add('a', beat('s', 2))
    await gone
    expect(await readStoredHeartbeats('a')).toEqual([])
    expect(await readStoredHeartbeats('b')).toHaveLength(1)
  })

  it('every stored heartbeat except a start is sent at any age', async () => {
    await open('a')
    add('a', beat('s', 0, { event: 'start', intervals: [] }), beat('s', 1))
    expect(await readStoredHeartbeats('a')).toEqual([beat('s', 1)])
    for (const days of [2, -2]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * hour })
      expect(await readStoredHeartbeats('a')).toEqual([beat('s', 1)])
    }
  })

  it('stored heartbeats keep the order of their numbers although the clock was set back', async () => {
    await open('a')
    vi.useFakeTimers({ toFake: ['Date'], now: 10 * hour })
    add('a', beat('z', 1), beat('z', 2))
    vi.setSystemTime(9 * hour)
    add('a', beat('z', 3), beat('z', 4, { event: 'end' }))
    vi.setSystemTime(9.5 * hour)
    add('a', beat('c', 1))
    const kept = await readStoredHeartbeats('a')
    expect(kept.map((one) => `${one.playSessionId} ${one.seq}`)).toEqual(['z 1', 'z 2', 'z 3', 'z 4', 'c 1'])
  })

  it('stored heartbeats keep their creation time over several offline pages', async () => {
    vi.stubGlobal('localStorage', createTestStorage())
    vi.useFakeTimers({ toFake: ['Date'], now: hour })
    await open('a')
    add('a', beat('z', 1))
    storeLastHeartbeats('a', [beat('z', 2)])
    vi.setSystemTime(2 * hour)
    add('a', beat('c', 1))
    for (const hours of [8, 16]) {
      vi.setSystemTime(hours * hour)
      const kept = await readStoredHeartbeats('a')
      expect(kept).toEqual([beat('z', 1), beat('z', 2), beat('c', 1)])
      const page = openPage('a')
      page.dispatch({ on: 'opened', kept })
      storeLastHeartbeats('a', page.read().queue)
      page.close()
    }
  })

  it('the number of stored heartbeats is limited, and the latest are sent', async () => {
    await open('a')
    add('a', ...Array.from({ length: maxStoredHeartbeats + 5 }, (_, index) => beat('s', index + 1)))
    const kept = await readStoredHeartbeats('a')
    expect([kept.length, kept[0]?.seq]).toEqual([maxStoredHeartbeats, 6])
    expect(await readStoredHeartbeats('a')).toHaveLength(maxStoredHeartbeats)
  })

  it('a check answer does not overwrite the played seconds stored under its number', async () => {
    await open('a')
    const page = await askedPage('a', ({ event }) =>
      event === 'hide' || event === 'presence' ? new Promise(() => {}) : undefined,
    )
    page.dispatch({ on: 'hidden' })
    page.dispatch({ on: 'time', at: 0.9 })
    page.dispatch({ on: 'waiting' })
    page.dispatch({ on: 'present' })
    expect(page.read().queue.map(({ event }) => event)).toEqual(['hide', 'presence'])
    const kept = await readStoredHeartbeats('a')
    expect(kept.map(({ seq, event, intervals }) => [seq, event, intervals])).toEqual([
      [2, 'hide', [[0, 0.4]]],
      [3, 'presence', []],
      [4, 'hide', [[0.4, 0.9]]],
    ])
  })

  it('merged heartbeats leave no draft of a skipped number', async () => {
    await open('a')
    let refuse = () => {}
    const late = { code: 5011, msg: '', data: { key: 'course.presenceExpired' } } as const
    const page = await askedPage('a', ({ event }) =>
      event === 'presence'
        ? new Promise((_, reject) => {
            refuse = () => reject(new CallRefused(late))
          })
        : undefined,
    )
    page.dispatch({ on: 'present' })
    page.dispatch({ on: 'time', at: 0.9 })
    page.dispatch({ on: 'waiting' })
    expect((await readStoredHeartbeats('a')).map(({ seq, event }) => [seq, event])).toEqual([
      [2, 'presence'],
      [3, 'hide'],
    ])
    refuse()
    await vi.waitFor(() => expect(page.read()).toMatchObject({ stop: 'presence-late', queue: [] }))
    expect(await readStoredHeartbeats('a')).toEqual([])
  })

  it('a failed write to the database is shown, and the last heartbeats are stored in localStorage', async () => {
    const rows = createTestStorage()
    vi.stubGlobal('localStorage', rows)
    await open('a')
    const page = openPage('a')
    page.dispatch({ on: 'opened', kept: [] })
    expect(page.read().keeps).toBe(true)
    const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('', 'UnknownError')
    })
    page.dispatch({ on: 'opened', kept: [beat('z', 1)] })
    await vi.waitFor(() => expect(page.read().keeps).toBe(false))
    const last = () => readLastHeartbeats('a').map(({ seq }) => seq)
    expect(last()).toEqual([1])
    page.dispatch({ on: 'opened', kept: [beat('z', 2)] })
    expect(last().sort()).toEqual([1, 2])
    broken.mockRestore()
    page.dispatch({ on: 'opened', kept: [beat('z', 3)] })
    await vi.waitFor(() => expect(page.read().keeps).toBe(true))
    rows.removeItem('study-last:a')
    expect((await readStoredHeartbeats('a')).map(({ seq }) => seq)).toEqual([1, 2, 3])
    page.close()
  })
})
