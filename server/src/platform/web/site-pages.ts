import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readClientIp } from '../client-ip.ts'
import { pageCounter } from '../observability/metrics.ts'
import { type ContentEncoding, chooseEncoding } from './documents.ts'
import { type CachedPage, PageCache, toStalePageHeaders } from './page-cache.ts'
import { pageCachePolicyOf } from './page-paths.ts'
import type { PublicContent } from './public-content.ts'
import type { InternalCall, RenderedPage, RenderPage, RenderResult } from './renderer.ts'
import { type DocumentKind, documentHeaders } from './security-headers.ts'
import type { DocumentTemplate } from './template.ts'
import { createDocumentSplice, type DocumentSplice } from './template.ts'

/** Milliseconds after which a change is visible even if its notification was lost. */
const ttlMs = 5000
const boundedBytes = 64 * 1024 * 1024
/** Limits of the old pages that are served while the database is unavailable. */
const stale = { ms: 12 * 3600_000, patienceMs: 1500, bytes: 48 * 1024 * 1024 }
const endlessBytes = 4 * 1024 * 1024

interface KeptPage {
  status: number
  posterId: string | null
  beginning: Buffer
  splices: Map<ContentEncoding, DocumentSplice>
}
interface Sources {
  ask: InternalCall
  content: PublicContent
  origin: () => string
  fileOrigins?: readonly string[]
}
type Kept = KeptPage | Exclude<RenderResult, RenderedPage>

/** Rendered pages contain no personal data, so one copy serves everybody. */
export class SitePages {
  /** Two caches, so that pages with invented addresses do not displace real pages. */
  readonly #shelves = { bounded: shelf(boundedBytes, stale), endless: shelf(endlessBytes) }
  readonly #render: RenderPage
  readonly #template: DocumentTemplate
  readonly #kind: DocumentKind
  readonly #from: Sources

  constructor(render: RenderPage, template: DocumentTemplate, from: Sources) {
    this.#render = render
    this.#template = template
    this.#kind = { hashes: template.hashes, ...(from.fileOrigins && { fileOrigins: from.fileOrigins }) }
    this.#from = from
  }

  clear(): void {
    for (const pages of Object.values(this.#shelves)) pages.clear()
  }

  /** The database connection for notifications is lost, so content may have changed. */
  clearKept(): void {
    for (const pages of Object.values(this.#shelves)) pages.clearKept()
  }

  /** @param target see `pageKindOf` @throws Error when rendering fails. */
  async send(request: FastifyRequest, reply: FastifyReply, target: string): Promise<FastifyReply> {
    const { value: page, staleSeconds } = await this.#page(target, readClientIp(request))
    if (staleSeconds !== null) reply.headers(toStalePageHeaders(staleSeconds))
    if ('location' in page) return reply.redirect(page.location, page.status)
    if (page.posterId) this.#from.content.countView(page.posterId, readClientIp(request))
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const nonce = randomBytes(16).toString('base64url')
    reply.code(page.status).headers(documentHeaders(nonce, this.#kind))
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(spliceOf(page, encoding)(Buffer.from(this.#template.ending(nonce))))
  }

  async #page(target: string, ip: string): Promise<CachedPage<Exclude<Kept, { sameAs: string }>>> {
    const { value, staleSeconds } = await this.#served(target, ip)
    return 'sameAs' in value ? this.#page(value.sameAs, ip) : { value, staleSeconds }
  }

  async #served(target: string, ip: string): Promise<CachedPage<Kept>> {
    const keeping = pageCachePolicyOf(target)
    let source = 'kept'
    const make = (ask: InternalCall) => {
      source = 'rendered'
      return this.#make(target, ask)
    }
    const served =
      keeping === 'never'
        ? { value: await make((path) => this.#from.ask(path, ip)), staleSeconds: null }
        : await this.#shelves[keeping].get(target, () => make(this.#from.ask))
    pageCounter.inc({ source: served.staleSeconds === null ? source : 'stale' })
    return served
  }

  async #make(target: string, ask: InternalCall): Promise<Kept> {
    const page = await this.#render(this.#from.origin(), target, ask)
    if (!('body' in page)) return page
    const beginning = Buffer.from(this.#template.beginning(page))
    const { status, posterId } = page
    return { status, posterId, beginning, splices: new Map() }
  }
}

function shelf(bytes: number, copies?: typeof stale): PageCache<Kept> {
  return new PageCache({
    ...(copies ? { stale: copies } : {}),
    ttlMs,
    bytes,
    sizeOf: (page) => 500 + ('beginning' in page ? 2 * page.beginning.length : 0),
    // A missing page is not cached under its own address; one page for all of them is cached instead.
    keeps: (page) => !('sameAs' in page) && page.status < 500,
  })
}

function spliceOf(page: KeptPage, encoding: ContentEncoding): DocumentSplice {
  const known = page.splices.get(encoding)
  if (known) return known
  const made = createDocumentSplice(page.beginning, encoding)
  page.splices.set(encoding, made)
  return made
}
