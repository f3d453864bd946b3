import { categoryOf, clientBase, clientCalls, type Envelope } from '@ce/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { sendEncoded } from './encoding.ts'
import { type OfferedCourse, rssFeed, sitemap } from './feed-xml.ts'
import { PageCache, staleHeaders } from './page-cache.ts'
import type { PublicContent } from './public-content.ts'
import type { Ask } from './renderer.ts'

type Site = z.output<typeof clientCalls.first_page.siteInfo.response>
type Catalogue = z.output<typeof clientCalls.course.catalogue.response>

/** a site map holds 50 000 addresses (sitemaps.org); some are the lists' */
const mostItems = 49_000
const feedSize = 30
const feedCategories = [categoryOf('notice'), categoryOf('news')].flatMap((one) => one?.id ?? [])

interface Feeds {
  /** what visitors see has changed */
  clear: () => void
  /** it may have changed: the database cannot say so at present */
  clearKept: () => void
}

/** sitemap.xml, rss.xml and robots.txt. */
export function registerFeeds(
  app: FastifyInstance,
  from: { content: PublicContent; ask: Ask; origin: () => string },
): Feeds {
  const { content, ask, origin } = from
  const cache = new PageCache<{ text: string }>({
    ttlMs: 5000,
    stale: { ms: 12 * 3600_000, patienceMs: 1500, bytes: 16 * 1024 * 1024 },
    bytes: 32 * 1024 * 1024,
    sizeOf: ({ text }) => text.length,
    keeps: () => true,
  })
  const serve = (path: string, mime: string, make: () => Promise<string>) =>
    app.get(path, async (request, reply) => {
      const { value, staleSeconds } = await cache.get(path, async () => ({ text: await make() }))
      if (staleSeconds !== null) reply.headers(staleHeaders(staleSeconds))
      return sendText(request, reply, { mime, text: value.text })
    })
  serve('/sitemap.xml', 'application/xml', async () =>
    sitemap(origin(), await content.listPublished({ limit: mostItems }), await listCourses(ask)),
  )
  serve('/rss.xml', 'application/rss+xml', async () => {
    const filter = { categoryIds: feedCategories, limit: feedSize }
    return rssFeed(origin(), await readSite(ask), await content.listPublished(filter))
  })
  app.get('/robots.txt', async (request, reply) =>
    sendText(request, reply, { mime: 'text/plain', text: robots(origin()) }),
  )
  return { clear: () => cache.clear(), clearKept: () => cache.clearKept() }
}

function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { mime, text }: { mime: string; text: string },
): Promise<FastifyReply> {
  reply.headers({ 'content-type': `${mime}; charset=utf-8`, 'cache-control': 'no-cache' })
  return sendEncoded(request, reply, Buffer.from(text))
}

const readSite = (ask: Ask) => read<Site>(ask, clientCalls.first_page.siteInfo.path)

/** Every course that a year offers; a year has a few dozen. */
async function listCourses(ask: Ask): Promise<OfferedCourse[]> {
  const { path } = clientCalls.course.catalogue
  const { plans } = await read<Catalogue>(ask, `${path}?pageSize=1`)
  const years = await Promise.all(
    plans.map(async ({ year }) => {
      const { list } = await read<Catalogue>(ask, `${path}?pageSize=100&year=${year}`)
      return list.map(({ id }) => ({ year, id }))
    }),
  )
  return years.flat()
}

/** The contract's response schema is the server's presenter: what arrives with code 1 has its shape. */
async function read<Data>(ask: Ask, path: string): Promise<Data> {
  const { status, text } = await ask(clientBase + path)
  const envelope: Envelope<Data> = JSON.parse(text)
  if (envelope.code !== 1) throw new Error(`${path} answered ${status} ${envelope.msg}`)
  return envelope.data
}

const closed = ['/api/', '/system', '/exam/', '/grant/', '/login', '/register', '/search']
const closedHere = ['/cashier/', '/console', '/employer', '/verify/', '/version/']

/** What is private says so itself; crawlers need not try its doors, nor search without end. */
function robots(origin: string): string {
  const everywhere = closed.filter((path) => path !== '/api/').map((path) => `/h5${path}`)
  return [
    'User-agent: *',
    ...[...closed, ...closedHere, ...everywhere].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
