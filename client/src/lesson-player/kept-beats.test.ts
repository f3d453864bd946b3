import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aLesson } from '../../test/lesson-world.ts'
import { storage } from '../../test/storage.ts'
import { CallRefused } from '../answers.ts'
import { forgetKeptBeats, keepBeats, keepLastBeats, mostKept, readKeptBeats } from './kept-beats.ts'
import { readLast } from './last-beats.ts'
import { makePlayer } from './player.ts'
import type { Beat, SendBeat } from './state.ts'

const hour = 3600_000

const beat = (playSessionId: string, seq: number, change: Partial<Beat> = {}): Beat => ({
  id: 'course',
  lessonId: 'lesson',
  playSessionId,
  seq,
  event: 'beat',
  position: seq * 15,
  intervals: [[seq * 15 - 15, seq * 15]],
  ...change,
})

/** A page of this student is open: it may keep. */
async function open(studentId: string): Promise<void> {
  await readKeptBeats(studentId)
}

const add = (studentId: string, ...added: Beat[]) => keepBeats(studentId, { added, settled: [] })

const noNetwork: SendBeat = () => Promise.reject(new Error('no network'))

/** A page whose beats do not get through, or get the answers of a test. */
function openPage(studentId: string, send = noNetwork) {
  return makePlayer({
    ...{ studentId, signCourseId: 'course', studyOpen: true, addressUntil: 0 },
    lesson: aLesson({ durationSeconds: 600 }),
    send,
    renew: async () => null,
  })
}

/** A page whose film plays and who watches it is asked whether they are there; `hold`: what keeps the answer to a beat back. */
async function askedPage(studentId: string, hold: (beat: Beat) => Promise<void> | undefined) {
  const [dueAt, answerBy] = [-2000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString())
  const page = openPage(studentId, async (beat) => {
    await hold(beat)
    return {
      ...{ creditedSeconds: 0, furthestSeconds: 0, lessonDone: false, courseDone: false },
      ...{ presence: beat.event === 'start' ? null : { id: 'p', dueAt, answerBy }, movedTo: null },
      serverNow: new Date().toISOString(),
    } as Awaited<ReturnType<SendBeat>>
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
  for (const student of ['a', 'ab', 'b']) await forgetKeptBeats(student)
  vi.unstubAllGlobals()
})

describe('kept beats', () => {
  it('come back in the order they were made, each session by its numbers', async () => {
    await open('a')
    vi.useFakeTimers({ toFake: ['Date'], now: 1000 })
    add('a', beat('z', 2))
    add('a', beat('z', 10))
    vi.setSystemTime(2000)
    add('a', beat('c', 1), beat('c', 2))
    const kept = await readKeptBeats('a')
    expect(kept.map((one) => [one.playSessionId, one.seq])).toEqual([
      ['z', 2],
      ['z', 10],
      ['c', 1],
      ['c', 2],
    ])
    // reading takes nothing away: the next page may be killed too
    expect(await readKeptBeats('a')).toEqual(kept)
  })

  it('go when the server has answered; a real beat takes its draft’s place', async () => {
    await open('a')
    add('a', beat('s', 1, { event: 'hide', intervals: [[0, 4]] }))
    add('a', beat('s', 1))
    add('a', beat('s', 2))
    expect((await readKeptBeats('a'))[0]).toEqual(beat('s', 1))
    keepBeats('a', { added: [], settled: [beat('s', 1)] })
    expect(await readKeptBeats('a')).toEqual([beat('s', 2)])
  })

  it('are the last ones of a page that ends before its database has them', async () => {
    vi.stubGlobal('localStorage', storage())
    await open('a')
    await open('b')
    add('a', beat('s', 1, { event: 'hide', intervals: [[0, 4]] }))
    keepLastBeats('a', [beat('s', 1)])
    keepLastBeats('a', [beat('other page', 7)])
    keepLastBeats('b', [beat('of b', 1)])
    const kept = await readKeptBeats('a')
    expect(kept).toHaveLength(2)
    expect(kept).toEqual(expect.arrayContaining([beat('s', 1), beat('other page', 7)]))
    // signed out: neither there nor from a page that is still closing
    await forgetKeptBeats('b')
    keepLastBeats('b', [beat('of b', 2)])
    expect(await readKeptBeats('b')).toEqual([])
  })

  it('are unsent no more when the answer comes after all, though the page was hidden before it', async () => {
    const rows = storage()
    vi.stubGlobal('localStorage', rows)
    await open('a')
    const start = beat('s', 0, { event: 'start', intervals: [] })
    add('a', start)
    keepLastBeats('a', [start])
    keepBeats('a', { added: [beat('s', 1)], settled: [start] })
    keepLastBeats('a', [beat('s', 1), beat('s', 2)])
    keepBeats('a', { added: [beat('s', 2), beat('s', 3)], settled: [beat('s', 1)] })
    // a page that ends now may leave the draft of the first in its database
    expect(rows.getItem('study-last:a')).toContain('"seq":1')
    expect(await readKeptBeats('a')).toEqual([beat('s', 2), beat('s', 3)])
    expect(rows.getItem('study-last:a')).toBeNull()
  })

  it('stay where they are while the database takes nothing', async () => {
    const rows = storage()
    vi.stubGlobal('localStorage', rows)
    await open('a')
    keepLastBeats('a', [beat('s', 1)])
    const blocked = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    // and are told all the same
    expect(await readKeptBeats('a')).toEqual([beat('s', 1)])
    keepLastBeats('a', [beat('s', 2)])
    keepBeats('a', { added: [], settled: [beat('s', 2)] })
    await vi.waitFor(() => expect(rows.getItem('study-last:a')).not.toContain('"seq":2'))
    expect(await readKeptBeats('a')).toEqual([beat('s', 1)])
    blocked.mockRestore()
    expect(await readKeptBeats('a')).toEqual([beat('s', 1)])
  })

  it('of a slow device come when it has found them; until then the last words of the page before', async () => {
    vi.stubGlobal('localStorage', storage())
    await open('a')
    add('a', beat('s', 1))
    await readKeptBeats('a')
    keepLastBeats('a', [beat('s', 2)])
    let found: Beat[] | undefined
    const patience = vi.spyOn(globalThis, 'setTimeout').mockImplementation((end) => {
      end()
      return 0 as never
    })
    const soon = readKeptBeats('a', (kept) => {
      found = kept
    })
    patience.mockRestore()
    expect(await soon).toEqual([beat('s', 2)])
    await vi.waitFor(() => expect(found).toEqual([beat('s', 1), beat('s', 2)]))
  })

  it('are nobody else’s, whatever the ids look like', async () => {
    await open('a')
    await open('ab')
    add('a', beat('s', 1))
    add('ab', beat('t', 1))
    expect(await readKeptBeats('a')).toEqual([beat('s', 1)])
    expect(await readKeptBeats('b')).toEqual([])
  })

  it('are never kept under no name, where the next one who signs in would find them', async () => {
    const rows = storage()
    vi.stubGlobal('localStorage', rows)
    await open('')
    add('', beat('s', 1))
    keepLastBeats('', [beat('s', 2)])
    expect(await readKeptBeats('')).toEqual([])
    expect(rows.getItem('study-last:')).toBeNull()
  })

  it('are wiped at sign-out, and a page that is still closing adds none', async () => {
    await open('a')
    await open('b')
    add('a', beat('s', 1))
    add('b', beat('t', 1))
    const gone = forgetKeptBeats('a')
    add('a', beat('s', 2))
    await gone
    expect(await readKeptBeats('a')).toEqual([])
    expect(await readKeptBeats('b')).toHaveLength(1)
  })

  it('are all there but a `start`, whatever the clock says: too late they are refused', async () => {
    await open('a')
    add('a', beat('s', 0, { event: 'start', intervals: [] }), beat('s', 1))
    expect(await readKeptBeats('a')).toEqual([beat('s', 1)])
    for (const days of [2, -2]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * hour })
      expect(await readKeptBeats('a')).toEqual([beat('s', 1)])
    }
  })

  it('come by their numbers though the clock was set back while they were made', async () => {
    await open('a')
    vi.useFakeTimers({ toFake: ['Date'], now: 10 * hour })
    add('a', beat('z', 1), beat('z', 2))
    vi.setSystemTime(9 * hour)
    add('a', beat('z', 3), beat('z', 4, { event: 'end' }))
    vi.setSystemTime(9.5 * hour)
    add('a', beat('c', 1))
    const kept = await readKeptBeats('a')
    expect(kept.map((one) => `${one.playSessionId} ${one.seq}`)).toEqual([
      'z 1',
      'z 2',
      'z 3',
      'z 4',
      'c 1',
    ])
  })

  it('grow no younger with each page that opens and ends without a network', async () => {
    vi.stubGlobal('localStorage', storage())
    vi.useFakeTimers({ toFake: ['Date'], now: hour })
    await open('a')
    add('a', beat('z', 1))
    keepLastBeats('a', [beat('z', 2)])
    vi.setSystemTime(2 * hour)
    add('a', beat('c', 1))
    for (const hours of [8, 16]) {
      vi.setSystemTime(hours * hour)
      const kept = await readKeptBeats('a')
      expect(kept).toEqual([beat('z', 1), beat('z', 2), beat('c', 1)])
      const page = openPage('a')
      page.dispatch({ on: 'opened', kept })
      keepLastBeats('a', page.read().queue)
      page.close()
    }
  })

  it('are bounded: of too many the latest are sent', async () => {
    await open('a')
    add('a', ...Array.from({ length: mostKept + 5 }, (_, index) => beat('s', index + 1)))
    const kept = await readKeptBeats('a')
    expect([kept.length, kept[0]?.seq]).toEqual([mostKept, 6])
    expect(await readKeptBeats('a')).toHaveLength(mostKept)
  })

  it('tell what was played beside a check’s answer that takes the number it was kept under', async () => {
    await open('a')
    const page = await askedPage('a', ({ event }) =>
      event === 'hide' || event === 'presence' ? new Promise(() => {}) : undefined,
    )
    page.dispatch({ on: 'hidden' })
    page.dispatch({ on: 'time', at: 0.9 })
    // the film has run dry: nothing more is played that would be kept
    page.dispatch({ on: 'waiting' })
    page.dispatch({ on: 'present' })
    expect(page.read().queue.map(({ event }) => event)).toEqual(['hide', 'presence'])
    const kept = await readKeptBeats('a')
    expect(kept.map(({ seq, event, intervals }) => [seq, event, intervals])).toEqual([
      [2, 'hide', [[0, 0.4]]],
      [3, 'presence', []],
      [4, 'hide', [[0.4, 0.9]]],
    ])
  })

  it('leave no draft of a number that joining has left out', async () => {
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
    // its buffer is empty: what was played is kept under the next number
    page.dispatch({ on: 'waiting' })
    expect((await readKeptBeats('a')).map(({ seq, event }) => [seq, event])).toEqual([
      [2, 'presence'],
      [3, 'hide'],
    ])
    refuse()
    await vi.waitFor(() => expect(page.read()).toMatchObject({ stop: 'presence-late', queue: [] }))
    expect(await readKeptBeats('a')).toEqual([])
  })

  it('are known to be kept nowhere else than on the page: it says so, and writes the last of them where it can', async () => {
    const rows = storage()
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
    const last = () => readLast('a').map(({ seq }) => seq)
    expect(last()).toEqual([1])
    page.dispatch({ on: 'opened', kept: [beat('z', 2)] })
    expect(last().sort()).toEqual([1, 2])
    // once the device keeps again, it is given all
    broken.mockRestore()
    page.dispatch({ on: 'opened', kept: [beat('z', 3)] })
    await vi.waitFor(() => expect(page.read().keeps).toBe(true))
    rows.removeItem('study-last:a')
    expect((await readKeptBeats('a')).map(({ seq }) => seq)).toEqual([1, 2, 3])
    page.close()
  })
})
