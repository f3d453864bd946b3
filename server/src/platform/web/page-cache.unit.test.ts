import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PageCache } from './page-cache.ts'

interface Page {
  text: string
  keep?: boolean
}

function cacheOf(
  ttlMs = 1000,
  bytes = 100,
  stale?: { ms: number; patienceMs: number; bytes: number },
) {
  const cache = new PageCache<Page>({
    ...(stale ? { stale } : {}),
    ttlMs,
    bytes,
    sizeOf: ({ text }) => text.length,
    keeps: ({ keep }) => keep !== false,
  })
  return Object.assign(cache, {
    page: async (key: string, make: () => Promise<Page>) => (await cache.get(key, make)).value,
  })
}

const down = () => Promise.reject(new Error('down'))

test('a page is made once for all who ask, then kept for its time', async () => {
  const cache = cacheOf(60_000)
  let made = 0
  const make = async () => {
    made += 1
    await setTimeout(5)
    return { text: `page ${made}` }
  }
  const all = await Promise.all([
    cache.page('a', make),
    cache.page('a', make),
    cache.page('a', make),
  ])
  expect([made, ...all.map(({ text }) => text)]).toEqual([1, 'page 1', 'page 1', 'page 1'])
  expect((await cache.page('a', make)).text).toBe('page 1')
  const brief = cacheOf(20)
  await brief.page('a', async () => ({ text: 'old' }))
  await setTimeout(50)
  expect((await brief.page('a', async () => ({ text: 'new' }))).text).toBe('new')
})

test('after a change nothing from before is served, not even what was being made', async () => {
  const cache = cacheOf()
  const slow = Promise.withResolvers<Page>()
  const early = cache.page('a', () => slow.promise)
  cache.clear()
  const late = await cache.page('a', async () => ({ text: 'new' }))
  slow.resolve({ text: 'old' })
  expect([(await early).text, late.text]).toEqual(['old', 'new'])
  expect((await cache.page('a', async () => ({ text: 'newer' }))).text).toBe('new')
})

test('a failure reaches everybody who waited and is not kept; neither is what should not be', async () => {
  const cache = cacheOf()
  const broken = () => Promise.reject(new Error('down'))
  const both = await Promise.allSettled([cache.page('a', broken), cache.page('a', broken)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await cache.page('a', async () => ({ text: 'missing', keep: false }))
  expect((await cache.page('a', async () => ({ text: 'there' }))).text).toBe('there')
})

test('it never grows beyond its bytes', async () => {
  const cache = cacheOf(1000, 100)
  const text = 'x'.repeat(40)
  for (const key of ['a', 'b', 'c']) await cache.page(key, async () => ({ text }))
  expect((await cache.page('a', async () => ({ text: 'again' }))).text).toBe('again')
  expect((await cache.page('c', async () => ({ text: 'again' }))).text).toBe(text)
  await cache.page('huge', async () => ({ text: 'x'.repeat(101) }))
  expect((await cache.page('huge', async () => ({ text: 'again' }))).text).toBe('again')
})

test('a page that cannot be made is served as it was, and is said to be old', async () => {
  const cache = cacheOf(1, 100, { ms: 60_000, patienceMs: 50, bytes: 100 })
  await cache.page('a', async () => ({ text: 'good' }))
  await setTimeout(5)
  expect(await cache.get('a', down)).toEqual({ value: { text: 'good' }, staleSeconds: 0 })
  // who waits for a database that hangs gets the copy after a moment
  await setTimeout(2_050)
  const hung = await cache.get('a', () => new Promise(() => {}))
  expect(hung.value).toEqual({ text: 'good' })
  const seconds = hung.staleSeconds ?? 0
  expect(seconds).toBeGreaterThanOrEqual(2)
  // a page of which there is no copy fails
  await expect(cache.get('b', down)).rejects.toThrow('down')
  // nobody knows what has changed: the copy stays
  cache.clearKept()
  expect((await cache.get('a', down)).staleSeconds).toBeGreaterThanOrEqual(seconds)
  // something has changed: it may have been withdrawn
  cache.clear()
  await expect(cache.get('a', down)).rejects.toThrow('down')
})

test('copies are no older than they may be, and take no more room than they may', async () => {
  const cache = cacheOf(1, 1000, { ms: 1000, patienceMs: 10, bytes: 100 })
  const text = 'x'.repeat(40)
  for (const key of ['a', 'b', 'c']) await cache.page(key, async () => ({ text }))
  await expect(cache.get('a', down)).rejects.toThrow('down')
  expect((await cache.get('c', down)).value).toEqual({ text })
  await setTimeout(1050)
  await expect(cache.get('c', down)).rejects.toThrow('down')
})
