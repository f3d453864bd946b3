import 'fake-indexeddb/auto'
import type { DBSchema } from 'idb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceStore } from './device-store.ts'

interface Rows extends DBSchema {
  rows: { key: string; value: unknown }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const aStore = () => deviceStore<Rows>('kept', 1, (database) => database.createObjectStore('rows'))

it('a database that never answers keeps nobody from going on', async () => {
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() })
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
