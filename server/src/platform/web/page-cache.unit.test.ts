import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PageCache } from './page-cache.ts'

interface Page {
  text: string
  keep?: boolean
}

function cacheOf(ttlMs = 1000, bytes = 100, stale?: { ms: number; patienceMs: number; bytes: number }) {
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

test('a page is rendered once for concurrent requests and then cached for its time', async () => {
  const cache = cacheOf(60_000)
  let made = 0
  const make = async () => {
    made += 1
    await setTimeout(5)
    return { text: `page ${made}` }
  }
  const all = await Promise.all([cache.page('a', make), cache.page('a', make), cache.page('a', make)])
  expect([made, ...all.map(({ text }) => text)]).toEqual([1, 'page 1', 'page 1', 'page 1'])
  expect((await cache.page('a', make)).text).toBe('page 1')
  const brief = cacheOf(20)
  await brief.page('a', async () => ({ text: 'old' }))
  await setTimeout(50)
  expect((await brief.page('a', async () => ({ text: 'new' }))).text).toBe('new')
})

test('after the cache is cleared no earlier page is served from it, not even one that was being rendered', async () => {
  const cache = cacheOf()
  const slow = Promise.withResolvers<Page>()
  const early = cache.page('a', () => slow.promise)
  cache.clear()
  const late = await cache.page('a', async () => ({ text: 'new' }))
  slow.resolve({ text: 'old' })
  expect([(await early).text, late.text]).toEqual(['old', 'new'])
  expect((await cache.page('a', async () => ({ text: 'newer' }))).text).toBe('new')
})

test('a failed rendering fails all waiting requests and is not cached, nor is a page marked as not to be cached', async () => {
  const cache = cacheOf()
  const broken = () => Promise.reject(new Error('down'))
  const both = await Promise.allSettled([cache.page('a', broken), cache.page('a', broken)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await cache.page('a', async () => ({ text: 'missing', keep: false }))
  expect((await cache.page('a', async () => ({ text: 'there' }))).text).toBe('there')
})

test('the page cache never exceeds its limit of bytes', async () => {
  const cache = cacheOf(1000, 100)
  const text = 'x'.repeat(40)
  for (const key of ['a', 'b', 'c']) await cache.page(key, async () => ({ text }))
  expect((await cache.page('a', async () => ({ text: 'again' }))).text).toBe('again')
  expect((await cache.page('c', async () => ({ text: 'again' }))).text).toBe(text)
  await cache.page('huge', async () => ({ text: 'x'.repeat(101) }))
  expect((await cache.page('huge', async () => ({ text: 'again' }))).text).toBe('again')
})

test('a page that cannot be rendered is served from its old copy and marked as old', async () => {
  const cache = cacheOf(1, 100, { ms: 60_000, patienceMs: 50, bytes: 100 })
  await cache.page('a', async () => ({ text: 'good' }))
  await setTimeout(5)
  expect(await cache.get('a', down)).toEqual({ value: { text: 'good' }, staleSeconds: 0 })
  await setTimeout(2_050)
  const hung = await cache.get('a', () => new Promise(() => {}))
  expect(hung.value).toEqual({ text: 'good' })
  const seconds = hung.staleSeconds ?? 0
  expect(seconds).toBeGreaterThanOrEqual(2)
  await expect(cache.get('b', down)).rejects.toThrow('down')
  // It is unknown what has changed, so the old copy stays.
  cache.clearKept()
  expect((await cache.get('a', down)).staleSeconds).toBeGreaterThanOrEqual(seconds)
  // Content has changed and may have been withdrawn.
  cache.clear()
  await expect(cache.get('a', down)).rejects.toThrow('down')
})

test('old copies of pages respect their limits of age and bytes', async () => {
  const cache = cacheOf(1, 1000, { ms: 1000, patienceMs: 10, bytes: 100 })
  const text = 'x'.repeat(40)
  for (const key of ['a', 'b', 'c']) await cache.page(key, async () => ({ text }))
  await expect(cache.get('a', down)).rejects.toThrow('down')
  expect((await cache.get('c', down)).value).toEqual({ text })
  await setTimeout(1050)
  await expect(cache.get('c', down)).rejects.toThrow('down')
})
