import 'fake-indexeddb/auto'
import { type DBSchema, openDB, unwrap } from 'idb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestStorage } from '../test/storage.ts'
import { isStorageBlocked, requestPersistentStorage } from './device-storage.ts'
import { createDeviceStore } from './device-store.ts'

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

const aStore = () => createDeviceStore<Rows>('kept', 1, (database) => database.createObjectStore('rows'))

it('a database that never answers does not block the page', async () => {
  vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() })
  const store = aStore()
  const answers = Promise.all([
    store.change(async () => {}),
    store.change(async () => {}),
    store.read(
      async () => 'rows',
      () => 'nothing',
    ),
  ])
  await vi.advanceTimersByTimeAsync(2000)
  expect(await answers).toEqual([false, false, 'nothing'])
})

it('a database change reports its outcome and leaves no timer running', async () => {
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

it('reading opens the database again after a failed connection', async () => {
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
  open.mockImplementationOnce(fail).mockImplementationOnce(fail)
  expect(await rows()).toBe('nothing')
  open.mockImplementationOnce(fail)
  expect(await rows()).toBe(1)
  expect(await rows()).toBe(1)
  open.mockRestore()
})

it('a failed database connection is closed, so that a newer page can upgrade the database', async () => {
  const store = aStore()
  let failed: IDBDatabase | undefined
  await store.change(async (database) => {
    failed = unwrap(database)
    throw new DOMException('', 'UnknownError')
  })
  expect(() => failed?.transaction('rows')).toThrow('InvalidStateError')
  expect(await store.change((database) => database.put('rows', 1, 'c'))).toBe(true)
})

it('stored data of a signed-out student is removed when the database next opens, at the latest', async () => {
  const kept = createTestStorage()
  vi.stubGlobal('localStorage', kept)
  interface Owned extends DBSchema {
    owned: { key: string[]; value: string }
  }
  const ownedStore = () => createDeviceStore<Owned>('owned', 1, (database) => database.createObjectStore('owned'))
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
  // Data stored after the next sign-in stays.
  await put(next, ['a', '2'])
  expect(await keys()).toHaveLength(3)
  await next.forget('a')
  expect(await keys()).toHaveLength(2)
  expect(kept.getItem('forget:owned')).toBeNull()
})

it('a page closes its open database when a newer page upgrades it', async () => {
  const old = createDeviceStore<Rows>('upgraded', 1, (database) => database.createObjectStore('rows'))
  expect(await old.change((database) => database.put('rows', 1, 'a'))).toBe(true)
  const next = createDeviceStore<Rows>('upgraded', 2, () => {})
  const found = await next.read(
    (database) => database.get('rows', 'a'),
    () => 'nothing',
  )
  expect(found).toBe(1)
  // The old page can no longer open the database and reports that nothing is stored.
  expect(await old.change((database) => database.put('rows', 2, 'b'))).toBe(false)
  expect(await next.change((database) => database.put('rows', 2, 'b'))).toBe(true)
})

it('storage counts as blocked until the older page closes the database', async () => {
  const held = await openDB('held', 1)
  const next = createDeviceStore<Rows>('held', 2, (database) => database.createObjectStore('rows'))
  const kept = next.change((database) => database.put('rows', 1, 'a'))
  await vi.waitFor(() => expect(isStorageBlocked()).toBe(true))
  held.close()
  expect(await kept).toBe(true)
  await vi.waitFor(() => expect(isStorageBlocked()).toBe(false))
})

it('requests persistent storage once and remembers the answer', async () => {
  vi.stubGlobal('localStorage', createTestStorage())
  const persist = vi.fn(async () => false)
  vi.stubGlobal('navigator', { storage: { persist, persisted: async () => false } })
  vi.setSystemTime('2026-11-02T08:00:00Z')
  const keep = async () => {
    await aStore().change((database) => database.put('rows', 1, 'a'))
    await requestPersistentStorage()
  }
  await keep()
  await keep()
  expect(persist).toHaveBeenCalledTimes(1)
  // After a refusal, the page asks again in a week, and never after a grant.
  persist.mockResolvedValue(true)
  for (const day of ['08', '09', '20']) {
    vi.setSystemTime(`2026-11-${day}T08:00:00Z`)
    await keep()
  }
  expect(persist).toHaveBeenCalledTimes(2)
})
