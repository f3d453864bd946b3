import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PageCache } from './page-cache.ts'

interface Page {
  text: string
  keep?: boolean
}

function cacheOf(ttlMs = 1000, bytes = 100) {
  return new PageCache<Page>({
    ttlMs,
    bytes,
    sizeOf: ({ text }) => text.length,
    keeps: ({ keep }) => keep !== false,
  })
}

test('a page is made once for all who ask, then kept for its time', async () => {
  const cache = cacheOf(1000)
  let made = 0
  const make = async () => {
    made += 1
    await setTimeout(5)
    return { text: `page ${made}` }
  }
  const all = await Promise.all([cache.get('a', make), cache.get('a', make), cache.get('a', make)])
  expect([made, ...all.map(({ text }) => text)]).toEqual([1, 'page 1', 'page 1', 'page 1'])
  expect((await cache.get('a', make)).text).toBe('page 1')
  await setTimeout(1050)
  expect((await cache.get('a', make)).text).toBe('page 2')
})

test('after a change nothing from before is served, not even what was being made', async () => {
  const cache = cacheOf()
  const slow = Promise.withResolvers<Page>()
  const early = cache.get('a', () => slow.promise)
  cache.clear()
  const late = await cache.get('a', async () => ({ text: 'new' }))
  slow.resolve({ text: 'old' })
  expect([(await early).text, late.text]).toEqual(['old', 'new'])
  expect((await cache.get('a', async () => ({ text: 'newer' }))).text).toBe('new')
})

test('a failure reaches everybody who waited and is not kept; neither is what should not be', async () => {
  const cache = cacheOf()
  const broken = () => Promise.reject(new Error('down'))
  const both = await Promise.allSettled([cache.get('a', broken), cache.get('a', broken)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await cache.get('a', async () => ({ text: 'missing', keep: false }))
  expect((await cache.get('a', async () => ({ text: 'there' }))).text).toBe('there')
})

test('it never grows beyond its bytes', async () => {
  const cache = cacheOf(1000, 100)
  const text = 'x'.repeat(40)
  for (const key of ['a', 'b', 'c']) await cache.get(key, async () => ({ text }))
  expect((await cache.get('a', async () => ({ text: 'again' }))).text).toBe('again')
  expect((await cache.get('c', async () => ({ text: 'again' }))).text).toBe(text)
  await cache.get('huge', async () => ({ text: 'x'.repeat(101) }))
  expect((await cache.get('huge', async () => ({ text: 'again' }))).text).toBe('again')
})
