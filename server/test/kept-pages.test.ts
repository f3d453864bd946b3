import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../src/platform/db/database.ts'
import { makePoster } from './factories/poster.ts'
import { changed, openPageServers, type PageServers } from './page-servers.ts'
import { deps, passTime } from './world.ts'

let servers: PageServers['servers'] = []
let open: PageServers['open']
let read: PageServers['read']
let readAll: PageServers['readAll']
let seen: PageServers['seen']
let close: PageServers['close']

beforeAll(async () => {
  ;({ servers, open, read, readAll, seen, close } = await openPageServers())
}, 120_000)

afterAll(() => close())

/**
 * A new item is on the list sooner than the servers would look by themselves, which is after five seconds. On a machine that
 * looks away for as long one item proves nothing: one of three must.
 */
async function expectHeard(path: string, categoryId: number): Promise<void> {
  let isHeard = false
  for (let turn = 0; turn < 3 && !isHeard; turn += 1) {
    await readAll(path)
    const { title } = await makePoster({ categoryId })
    await changed()
    const until = performance.now() + 4000
    while (!isHeard && performance.now() < until) {
      isHeard = await seen(path, title)
      if (!isHeard) await setTimeout(50)
    }
  }
  expect(isHeard).toBe(true)
}

describe('feeds', () => {
  it('the site map has every published item, RSS the notices and news, robots.txt the way', async () => {
    const news = await makePoster({ categoryId: 28 })
    const expert = await makePoster({ categoryId: 38 })
    await changed()
    await expect.poll(() => seen('/sitemap.xml', expert.id)).toBe(true)
    await expect.poll(() => seen('/rss.xml', news.id)).toBe(true)
    const map = await read('/sitemap.xml')
    const packed = await open('/sitemap.xml', { headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(map).toContain(`/detail/news/${news.id}</loc><lastmod>2`)
    expect(map).toContain(`/detail/expert/${expert.id}</loc>`)
    expect(map.match(/<url>/g)?.length).toBe(map.match(/<\/url>/g)?.length)
    const rss = await open('/rss.xml')
    expect(rss.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const feed = await rss.text()
    expect(feed).toContain(`<title>${news.title}</title>`)
    expect(feed).not.toContain(expert.id)
    expect(feed).toMatch(/<pubDate>\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT<\/pubDate>/)
    expect(await read('/robots.txt')).toMatch(/^Sitemap: http:\/\/localhost:\d+\/sitemap\.xml$/m)
  })
})

async function listeners(): Promise<number> {
  const { pool } = await deps()
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database()
     and application_name = 'portal content_changed' and query like 'listen%' and state = 'idle'`,
  )
  return rows.length
}

describe('a change', () => {
  it('is seen at once on both processes when its notice is heard', async () => {
    await expectHeard('/list/political', 29)
  })

  it('and within five seconds when there is none: the clock brings a scheduled item', async () => {
    const { title } = await makePoster({ categoryId: 31, ago: -3600 })
    for (const html of await readAll('/list/technology')) expect(html).not.toContain(title)
    await passTime(3600)
    await expect.poll(() => seen('/list/technology', title)).toBe(true)
  })

  it('also when the connections that hear of it were lost, and they hear again', async () => {
    const { pool } = await deps()
    const { rowCount } = await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'portal content_changed'`,
    )
    expect(rowCount).toBeGreaterThanOrEqual(servers.length)
    await setTimeout(100)
    await readAll('/list/law')
    const missed = await makePoster({ categoryId: 35 })
    await changed()
    await expect.poll(() => seen('/list/law', missed.title)).toBe(true)
    await expect.poll(listeners).toBeGreaterThanOrEqual(rowCount ?? 0)
    await expectHeard('/list/law', 35)
  })

  it('readers of a kept page are counted, its rendering is not', async () => {
    const { id } = await makePoster({ categoryId: 31 })
    const { db } = await deps()
    const views = () =>
      inTransaction(db, (tx) =>
        tx.selectFrom('poster').select('views').where('id', '=', id).executeTakeFirstOrThrow(),
      )
    for (const { origin } of servers)
      for (const _ of [1, 2]) await fetch(`${origin}/detail/technology/${id}`)
    await setTimeout(4500)
    // one reader, once in each process
    await expect.poll(async () => (await views()).views).toBe(2)
  })
})
