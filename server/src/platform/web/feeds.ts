import { categoryOf, clientBase, clientCalls, type Envelope } from '@ce/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { sendEncoded } from './encoding.ts'
import { rssFeed, sitemap } from './feed-xml.ts'
import { PageCache, staleHeaders } from './page-cache.ts'
import type { PublicContent } from './public-content.ts'
import type { Ask } from './renderer.ts'

type Site = z.output<typeof clientCalls.first_page.siteInfo.response>

/** a site map holds 50 000 addresses (sitemaps.org); some are the lists' */
const mostItems = 49_900
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
    sitemap(origin(), await content.listPublished({ limit: mostItems })),
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

async function readSite(ask: Ask): Promise<Site> {
  const { status, text } = await ask(clientBase + clientCalls.first_page.siteInfo.path)
  const envelope: Envelope<Site> = JSON.parse(text)
  if (envelope.code !== 1) throw new Error(`site_info answered ${status} ${envelope.msg}`)
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
