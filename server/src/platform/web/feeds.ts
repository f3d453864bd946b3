import { categoryByName, clientBase, clientCalls, type Envelope } from '@ce/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { sendEncoded } from './documents.ts'
import { renderRssFeed, renderSitemap, type SitemapCourse } from './feed-xml.ts'
import { PageCache, toStalePageHeaders } from './page-cache.ts'
import type { PublicContent } from './public-content.ts'
import type { InternalCall } from './renderer.ts'
import { renderSecurityTxt } from './security-txt.ts'

type Site = z.output<typeof clientCalls.first_page.siteInfo.response>
type Catalogue = z.output<typeof clientCalls.course.catalogue.response>

/** A site map may contain 50,000 addresses (sitemaps.org); some are left for list pages. */
const mostItems = 49_000
const feedSize = 30
const feedCategories = [categoryByName('notice'), categoryByName('news')].flatMap((one) => one?.id ?? [])

interface Feeds {
  /** Call this when visible content has changed. */
  clear: () => void
  /**
   * Call this when the database connection for notifications is lost, because content may then change without a
   * notification.
   */
  clearKept: () => void
}

export function registerFeeds(
  app: FastifyInstance,
  from: { content: PublicContent; ask: InternalCall; origin: () => string },
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
      if (staleSeconds !== null) reply.headers(toStalePageHeaders(staleSeconds))
      return sendText(request, reply, { mime, text: value.text })
    })
  serve('/sitemap.xml', 'application/xml', async () =>
    renderSitemap(origin(), await content.listPublished({ limit: mostItems }), await listCourses(ask)),
  )
  serve('/rss.xml', 'application/rss+xml', async () => {
    const filter = { categoryIds: feedCategories, limit: feedSize }
    return renderRssFeed(origin(), await readSite(ask), await content.listPublished(filter))
  })
  serve('/.well-known/security.txt', 'text/plain', async () => renderSecurityTxt(origin(), await readSite(ask)))
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

const readSite = (ask: InternalCall) => read<Site>(ask, clientCalls.first_page.siteInfo.path)

async function listCourses(ask: InternalCall): Promise<SitemapCourse[]> {
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

/** The server validates responses of code 1 with the contract's schema, so the cast is safe. */
async function read<Data>(ask: InternalCall, path: string): Promise<Data> {
  const { status, text } = await ask(clientBase + path)
  const envelope: Envelope<Data> = JSON.parse(text)
  if (envelope.code !== 1) throw new Error(`${path} answered ${status} ${envelope.msg}`)
  return envelope.data
}

const closed = ['/api/', '/system', '/exam/', '/grant/', '/login', '/register', '/search']
const closedHere = ['/cashier/', '/console', '/employer', '/verify/', '/version/']

/** Crawlers should skip login pages and search. */
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
