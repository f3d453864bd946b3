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

/** They hear of a change in a moment, and would look by themselves after five seconds. */
const heard = { timeout: 4000, interval: 50 }

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
    await readAll('/list/political')
    const { title } = await makePoster({ categoryId: 29 })
    await changed()
    await expect.poll(() => seen('/list/political', title), heard).toBe(true)
  })

  it('and within five seconds when there is none: the clock brings a scheduled item', async () => {
    const { title } = await makePoster({ categoryId: 31, ago: -3600 })
    for (const html of await readAll('/list/technology')) expect(html).not.toContain(title)
    await passTime(3600)
    await setTimeout(5200)
    for (const html of await readAll('/list/technology')) expect(html).toContain(title)
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
    const { title } = await makePoster({ categoryId: 35 })
    await changed()
    await expect.poll(() => seen('/list/law', title), heard).toBe(true)
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
