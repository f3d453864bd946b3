import 'fake-indexeddb/auto'
import { type DBSchema, openDB, unwrap } from 'idb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storage } from '../test/storage.ts'
import { askToPersist, isStorageBlocked } from './device-storage.ts'
import { deviceStore } from './device-store.ts'

interface Rows extends DBSchema {
  rows: { key: string; value: unknown }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const aStore = () => deviceStore<Rows>('kept', 1, (database) => database.createObjectStore('rows'))

it('a database that never answers keeps nobody from going on', async () => {
  vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() })
  const store = aStore()
  const answers = Promise.all([
    store.change(async () => {}),
    // each of those behind it, too
    store.change(async () => {}),
    store.read(
      async () => 'rows',
      () => 'nothing',
    ),
  ])
  await vi.advanceTimersByTimeAsync(2000)
  expect(await answers).toEqual([false, false, 'nothing'])
})

it('says what became of a change, and leaves no timer behind', async () => {
  const store = aStore()
  expect(await store.change((database) => database.put('rows', 1, 'a'))).toBe(true)
  expect(await store.change((database) => database.put('rows', () => {}, 'a'))).toBe(false)
  expect(
    await store.read(
      (database) => database.get('rows', 'a'),
      () => null,
    ),
  ).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})

it('a page that only reads opens it again when that has failed', async () => {
  await aStore().change((database) => database.put('rows', 1, 'b'))
  const open = vi.spyOn(indexedDB, 'open')
  const fail = () => {
    throw new DOMException('', 'UnknownError')
  }
  const store = aStore()
  const rows = () =>
    store.read(
      (database) => database.get('rows', 'b'),
      () => 'nothing',
    )
  // twice: asked once more before it gives up
  open.mockImplementationOnce(fail).mockImplementationOnce(fail)
  expect(await rows()).toBe('nothing')
  open.mockImplementationOnce(fail)
  expect(await rows()).toBe(1)
  expect(await rows()).toBe(1)
  open.mockRestore()
})

it('what has failed is closed: it would keep a newer version of the page from opening its own', async () => {
  const store = aStore()
  let failed: IDBDatabase | undefined
  await store.change(async (database) => {
    failed = unwrap(database)
    throw new DOMException('', 'UnknownError')
  })
  expect(() => failed?.transaction('rows')).toThrow('InvalidStateError')
  expect(await store.change((database) => database.put('rows', 1, 'c'))).toBe(true)
})

it('who signs out and is gone before it answers is forgotten by who opens it next', async () => {
  const kept = storage()
  vi.stubGlobal('localStorage', kept)
  interface Owned extends DBSchema {
    owned: { key: string[]; value: string }
  }
  const ownedStore = () =>
    deviceStore<Owned>('owned', 1, (database) => database.createObjectStore('owned'))
  const put = (store: ReturnType<typeof ownedStore>, key: string[]) =>
    store.change((database) => database.put('owned', 'row', key))
  const first = ownedStore()
  for (const student of ['a', 'ab', 'b']) await put(first, [student, '1'])
  vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() })
  const gone = ownedStore().forget('a')
  await vi.advanceTimersByTimeAsync(2000)
  await gone
  vi.unstubAllGlobals()
  vi.stubGlobal('localStorage', kept)
  const next = ownedStore()
  const keys = () =>
    next.read(
      (database) => database.getAllKeys('owned'),
      () => [],
    )
  expect(await keys()).toEqual([
    ['ab', '1'],
    ['b', '1'],
  ])
  expect(kept.getItem('forget:owned')).toBeNull()
  // signed in again: what is kept since stays
  await put(next, ['a', '2'])
  expect(await keys()).toHaveLength(3)
  await next.forget('a')
  expect(await keys()).toHaveLength(2)
  expect(kept.getItem('forget:owned')).toBeNull()
})

it('lets a newer version of the page upgrade the database it has open', async () => {
  const old = deviceStore<Rows>('upgraded', 1, (database) => database.createObjectStore('rows'))
  expect(await old.change((database) => database.put('rows', 1, 'a'))).toBe(true)
  const next = deviceStore<Rows>('upgraded', 2, () => {})
  const found = await next.read(
    (database) => database.get('rows', 'a'),
    () => 'nothing',
  )
  expect(found).toBe(1)
  // the old page cannot open it any more, and says that it keeps nothing
  expect(await old.change((database) => database.put('rows', 2, 'b'))).toBe(false)
  expect(await next.change((database) => database.put('rows', 2, 'b'))).toBe(true)
})

it('says while an older page holds the database, and goes on once it is closed', async () => {
  const held = await openDB('held', 1)
  const next = deviceStore<Rows>('held', 2, (database) => database.createObjectStore('rows'))
  const kept = next.change((database) => database.put('rows', 1, 'a'))
  await vi.waitFor(() => expect(isStorageBlocked()).toBe(true))
  held.close()
  expect(await kept).toBe(true)
  await vi.waitFor(() => expect(isStorageBlocked()).toBe(false))
})

it('asks once that the device keeps what is stored, and remembers the answer', async () => {
  vi.stubGlobal('localStorage', storage())
  const persist = vi.fn(async () => false)
  vi.stubGlobal('navigator', { storage: { persist, persisted: async () => false } })
  vi.setSystemTime('2026-11-02T08:00:00Z')
  const keep = async () => {
    await aStore().change((database) => database.put('rows', 1, 'a'))
    await askToPersist()
  }
  await keep()
  await keep()
  expect(persist).toHaveBeenCalledTimes(1)
  // refused: asked again after a week, and never again once it is granted
  persist.mockResolvedValue(true)
  for (const day of ['08', '09', '20']) {
    vi.setSystemTime(`2026-11-${day}T08:00:00Z`)
    await keep()
  }
  expect(persist).toHaveBeenCalledTimes(2)
})
