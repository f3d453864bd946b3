import { phoneTarget } from '@ce/contract/mobile'
import { openApiDocument } from '@ce/contract/openapi'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientIp, neighbourhood } from '../client-ip.ts'
import { contentChannel } from '../content-changed.ts'
import { listenTo } from '../db/listener.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { logFault } from '../observability/log.ts'
import { pages as pagesServed } from '../observability/metrics.ts'
import { tokenBuckets } from '../shield.ts'
import { apiDocsPage } from './api-docs/page.ts'
import { askInside } from './ask.ts'
import { type Pages, sendDocument } from './documents.ts'
import { sendEncoded } from './encoding.ts'
import { registerFeeds } from './feeds.ts'
import { keepingOf, pageOf } from './page-paths.ts'
import { openPages } from './pages.ts'
import { contentOf } from './public-content.ts'
import { registerVersions } from './versions.ts'

/** Everything that is neither a call nor a stored file: pages, assets, feeds, the description of the calls. */
export async function registerWeb(app: FastifyInstance, deps: Deps): Promise<void> {
  registerDocs(app)
  registerVersions(app)
  const ask = askInside(app)
  const content = contentOf(app)
  const feeds = registerFeeds(app, { content, ask, origin: deps.publicUrl })
  const pages = await openPages(app, deps, { ask, content })
  const clear = () => {
    feeds.clear()
    pages.clear()
  }
  const clearKept = () => {
    feeds.clearKept()
    pages.clearKept()
  }
  const listener = await listenTo(deps.pool, contentChannel, {
    told: clear,
    // a lost connection may be the outage that copies are for; once it is over, they may be of what was withdrawn meanwhile
    missed: (hears) => (hears ? clear() : clearKept()),
  })
  app.addHook('onClose', () => listener.close())
  const madeUp = tokenBuckets(deps.env.ratePerMinute)
  app.setNotFoundHandler((request, reply) => {
    const cut = request.url.indexOf('?')
    const path = cut < 0 ? request.url : request.url.slice(0, cut)
    const reading = request.method === 'GET' || request.method === 'HEAD'
    if (!reading || /^\/(api|files)(\/|$)/.test(path)) return refuse('common.noSuchCall')
    const search = cut < 0 ? '' : request.url.slice(cut)
    return answerPage({ request, reply, pages, path, search, madeUp, dev: deps.env.dev })
  })
}

interface PageRequest {
  request: FastifyRequest
  reply: FastifyReply
  pages: Pages
  path: string
  search: string
  /** of pages that visitors make up words and numbers for: each costs a search and a rendering */
  madeUp: ReturnType<typeof tokenBuckets>
  dev: boolean
}

async function answerPage(asked: PageRequest): Promise<unknown> {
  const { request, reply, pages, path, search, madeUp, dev } = asked
  const { 'user-agent': userAgent = '', cookie = '' } = request.headers
  reply.header('vary', 'User-Agent, Cookie, Accept-Encoding')
  const phone = phoneTarget(path, search, { userAgent, cookie })
  if (phone) return reply.redirect(phone, 302)
  // employers' pages are of the same bundle
  if (pages.console && /^\/(console|employer)(\/|$)/.test(path))
    return sendDocument(reply, await pages.console(request.url), dev)
  const page = pageOf(path, search)
  if (page.kind === 'moved') return reply.redirect(page.to, 302)
  const endless = keepingOf(page.target) === 'endless'
  const seconds = endless ? madeUp.take(neighbourhood(clientIp(request))) : 0
  // the shell asks by itself, and says when to come again
  if (seconds > 0) reply.code(429).header('retry-after', String(seconds))
  else if (pages.site)
    try {
      return await pages.site(request, reply, page.target)
    } catch (error) {
      // the shell makes the page in the browser, or says there what is wrong; crawlers come again
      const [pathname] = page.target.split('?')
      // its query is what a visitor typed
      logFault(`rendering ${pathname}`, error)
      reply.code(503).header('retry-after', '5')
    }
  else if (page.target.endsWith('/notfound')) reply.code(404)
  pagesServed.inc({ source: 'shell' })
  return sendDocument(reply, await pages.shell(request.url), dev)
}

function registerDocs(app: FastifyInstance): void {
  const document = openApiDocument()
  const json = Buffer.from(JSON.stringify(document))
  const page = apiDocsPage(document)
  app.get('/api/client/openapi.json', async (request, reply) => {
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    })
    return sendEncoded(request, reply, json)
  })
  app.get('/api/docs', async (_request, reply) => sendDocument(reply, page))
}
