import { readFile } from 'node:fs/promises'
import { phoneRedirectOf } from '@ce/contract/mobile'
import type { OpenApiDocument } from '@ce/contract/openapi'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readClientIp, toAddressOrNetwork } from '../client-ip.ts'
import { contentChangedChannel } from '../content-changed.ts'
import { openDatabaseListener } from '../db/listener.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { logFault } from '../observability/log.ts'
import { pageCounter } from '../observability/metrics.ts'
import { createTokenBuckets } from '../shield.ts'
import { renderApiDocsPage } from './api-docs/page.ts'
import { createInternalCall } from './ask.ts'
import { type DocumentSources, sendDocument, sendEncoded } from './documents.ts'
import { registerFeeds } from './feeds.ts'
import { pageCachePolicyOf, pageKindOf, registerVersionLinks } from './page-paths.ts'
import { openDocumentSources } from './pages.ts'
import { requirePublicContent } from './public-content.ts'
import { type DocumentKind, fileOriginsOf } from './security-headers.ts'

export async function registerWebPages(app: FastifyInstance, deps: Deps): Promise<void> {
  registerDocs(app)
  registerVersionLinks(app)
  const ask = createInternalCall(app)
  const content = requirePublicContent(app)
  const feeds = registerFeeds(app, { content, ask, origin: deps.publicUrl })
  const pages = await openDocumentSources(app, deps, { ask, content })
  const clear = () => {
    feeds.clear()
    pages.clear()
  }
  const clearKept = () => {
    feeds.clearKept()
    pages.clearKept()
  }
  const listener = await openDatabaseListener(deps.pool, contentChangedChannel, {
    told: clear,
    /**
     * While the connection is lost, keep old copies of pages for an outage. When it is back, clear them too, because
     * content may have changed.
     */
    missed: (hears) => (hears ? clear() : clearKept()),
  })
  app.addHook('onClose', () => listener.close())
  const kind = { dev: deps.env.dev, fileOrigins: fileOriginsOf(deps.env) }
  const madeUp = createTokenBuckets(deps.env.ratePerMinute)
  app.setNotFoundHandler((request, reply) => {
    const cut = request.url.indexOf('?')
    const path = cut < 0 ? request.url : request.url.slice(0, cut)
    const reading = request.method === 'GET' || request.method === 'HEAD'
    if (!reading || /^\/(api|files)(\/|$)/.test(path)) return refuse('common.noSuchCall')
    const search = cut < 0 ? '' : request.url.slice(cut)
    return answerPage({ request, reply, pages, path, search, madeUp, kind })
  })
}

interface PageRequest {
  request: FastifyRequest
  reply: FastifyReply
  pages: DocumentSources
  path: string
  search: string
  /** Limits pages with invented addresses, because each costs a search and a rendering. */
  madeUp: ReturnType<typeof createTokenBuckets>
  kind: DocumentKind
}

async function answerPage(asked: PageRequest): Promise<unknown> {
  const { request, reply, pages, path, search, madeUp, kind } = asked
  const { 'user-agent': userAgent = '', cookie = '' } = request.headers
  reply.header('vary', 'User-Agent, Cookie, Accept-Encoding')
  const phone = phoneRedirectOf(path, search, { userAgent, cookie })
  if (phone) return reply.redirect(phone, 302)
  if (pages.console && /^\/(console|employer)(\/|$)/.test(path)) return pages.console(request, reply, path)
  const page = pageKindOf(path, search)
  if (page.kind === 'moved') return reply.redirect(page.to, 302)
  const endless = pageCachePolicyOf(page.target) === 'endless'
  const seconds = endless ? madeUp.take(toAddressOrNetwork(readClientIp(request))) : 0
  // Send the page without content. In the browser it makes the call itself and shows when to try again.
  if (seconds > 0) reply.code(429).header('retry-after', String(seconds))
  else if (pages.site)
    try {
      return await pages.site(request, reply, page.target)
    } catch (error) {
      // Send the page without content: the browser renders it instead or shows the error, and crawlers try again later.
      const [pathname] = page.target.split('?')
      // The query is not logged, because a visitor typed it.
      logFault(`rendering ${pathname}`, error)
      reply.code(503).header('retry-after', '5')
    }
  else if (page.target.endsWith('/notfound')) reply.code(404)
  pageCounter.inc({ source: 'shell' })
  return sendDocument(reply, await pages.shell(request.url), kind)
}

function registerDocs(app: FastifyInstance): void {
  let docs: ReturnType<typeof readDocs> | undefined
  const made = () => {
    docs ??= readDocs().catch((error) => {
      docs = undefined
      throw error
    })
    return docs
  }
  app.get('/api/client/openapi.json', async (request, reply) => {
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    })
    return sendEncoded(request, reply, (await made()).json)
  })
  app.get('/api/docs', async (_request, reply) => sendDocument(reply, (await made()).page))
}

/** Reads what `npm run openapi` wrote, because generating it would add half a second to every start. */
async function readDocs() {
  const file = new URL('../../../../contract/openapi.json', import.meta.url)
  const document: OpenApiDocument = JSON.parse(await readFile(file, 'utf8'))
  return { json: Buffer.from(JSON.stringify(document)), page: renderApiDocsPage(document) }
}
