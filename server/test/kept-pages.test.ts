import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../src/platform/db/database.ts'
import { makePoster } from './factories/poster.ts'
import { notifyContentChanged, openPageServers, type PageServers } from './page-servers.ts'
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

/** The new item must appear before the servers' own check after five seconds. Of three items one must. */
async function expectHeard(path: string, categoryId: number): Promise<void> {
  let isHeard = false
  for (let turn = 0; turn < 3 && !isHeard; turn += 1) {
    await readAll(path)
    const { title } = await makePoster({ categoryId })
    await notifyContentChanged()
    const until = performance.now() + 4000
    while (!isHeard && performance.now() < until) {
      isHeard = await seen(path, title)
      if (!isHeard) await setTimeout(50)
    }
  }
  expect(isHeard).toBe(true)
}

describe('feeds and cached pages', () => {
  it('the site map has every published item, RSS has notices and news, and robots.txt names the site map', async () => {
    const news = await makePoster({ categoryId: 28 })
    const expert = await makePoster({ categoryId: 38 })
    await notifyContentChanged()
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

  it('security.txt names the contact and an expiry', async () => {
    const response = await open('/.well-known/security.txt')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    expect(text).toMatch(/^Contact: (?:mailto:|tel:\+86|http)\S+$/m)
    const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(170)
    expect(days).toBeLessThan(181)
  })

  it('favicon.ico is an icon although no page links to it', async () => {
    const response = await open('/favicon.ico')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/x-icon')
    const start = Buffer.from(await response.arrayBuffer()).subarray(0, 6)
    expect([...start]).toEqual([0, 0, 1, 0, 1, 0])
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

describe('a change of content', () => {
  it('a new item is visible at once on both processes after its database notification', async () => {
    await expectHeard('/list/political', 29)
  })

  it('a scheduled item is visible within five seconds without a database notification', async () => {
    const { title } = await makePoster({ categoryId: 31, ago: -3600 })
    for (const html of await readAll('/list/technology')) expect(html).not.toContain(title)
    await passTime(3600)
    await expect.poll(() => seen('/list/technology', title)).toBe(true)
  })

  it('a new item is visible after the listening connections were lost and restored', async () => {
    const { pool } = await deps()
    const { rowCount } = await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'portal content_changed'`,
    )
    expect(rowCount).toBeGreaterThanOrEqual(servers.length)
    await setTimeout(100)
    await readAll('/list/law')
    const missed = await makePoster({ categoryId: 35 })
    await notifyContentChanged()
    await expect.poll(() => seen('/list/law', missed.title)).toBe(true)
    await expect.poll(listeners).toBeGreaterThanOrEqual(rowCount ?? 0)
    await expectHeard('/list/law', 35)
  })

  it('each view of a cached page is counted once, although the page is rendered less often', async () => {
    const { id } = await makePoster({ categoryId: 31 })
    const { db } = await deps()
    const views = () =>
      inTransaction(db, (tx) => tx.selectFrom('poster').select('views').where('id', '=', id).executeTakeFirstOrThrow())
    for (const { origin } of servers) for (const _ of [1, 2]) await fetch(`${origin}/detail/technology/${id}`)
    await setTimeout(4500)
    await expect.poll(async () => (await views()).views).toBe(2)
  })
})
