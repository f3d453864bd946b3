import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientIp } from '../client-ip.ts'
import { pages as pagesServed } from '../observability/metrics.ts'
import { type Encoding, encodingFor } from './encoding.ts'
import { PageCache, type Served, staleHeaders } from './page-cache.ts'
import { keepingOf } from './page-paths.ts'
import type { PublicContent } from './public-content.ts'
import type { Ask, Render, Rendered, RenderedPage } from './renderer.ts'
import { documentHeaders } from './security-headers.ts'
import { type Splice, spliceable } from './splice.ts'
import type { DocumentTemplate } from './template.ts'

/** A change is visible to readers within this time even when its notice is lost, ms */
const ttlMs = 5000
const boundedBytes = 64 * 1024 * 1024
/** the last good copies of what people read: for so long they are served when the database is away */
const stale = { ms: 12 * 3600_000, patienceMs: 1500, bytes: 48 * 1024 * 1024 }
/** some fifty pages: enough for what many ask at once */
const endlessBytes = 4 * 1024 * 1024

interface KeptPage {
  status: number
  /** the item it is about: its readers are counted */
  posterId: string | null
  beginning: Buffer
  /** by encoding, worked out when first asked for */
  splices: Map<Encoding, Splice>
}
interface Sources {
  ask: Ask
  content: PublicContent
  /** the portal's public address */
  origin: () => string
}
type Kept = KeptPage | Exclude<Rendered, RenderedPage>

/** Public pages as the server renders them: no personal data is in them, so one markup is everybody's. */
export class SitePages {
  /** made-up addresses must not push out what people read */
  readonly #shelves = { bounded: shelf(boundedBytes, stale), endless: shelf(endlessBytes) }
  readonly #render: Render
  readonly #template: DocumentTemplate
  readonly #from: Sources

  constructor(render: Render, template: DocumentTemplate, from: Sources) {
    this.#render = render
    this.#template = template
    this.#from = from
  }

  /** What visitors see has changed. */
  clear(): void {
    for (const pages of Object.values(this.#shelves)) pages.clear()
  }

  /** It may have changed: the database cannot say so at present. */
  clearKept(): void {
    for (const pages of Object.values(this.#shelves)) pages.clearKept()
  }

  /** Answers with a page. @param target see pageOf @throws when it cannot be rendered */
  async send(request: FastifyRequest, reply: FastifyReply, target: string): Promise<FastifyReply> {
    const { value: page, staleSeconds } = await this.#page(target, clientIp(request))
    if (staleSeconds !== null) reply.headers(staleHeaders(staleSeconds))
    if ('location' in page) return reply.redirect(page.location, page.status)
    if (page.posterId) this.#from.content.countView(page.posterId, clientIp(request))
    const encoding = encodingFor(request.headers['accept-encoding'])
    const nonce = randomBytes(16).toString('base64url')
    reply.code(page.status).headers(documentHeaders(nonce, { hashes: this.#template.hashes }))
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(spliceOf(page, encoding)(Buffer.from(this.#template.ending(nonce))))
  }

  async #page(target: string, ip: string): Promise<Served<Exclude<Kept, { sameAs: string }>>> {
    const { value, staleSeconds } = await this.#served(target, ip)
    return 'sameAs' in value ? this.#page(value.sameAs, ip) : { value, staleSeconds }
  }

  async #served(target: string, ip: string): Promise<Served<Kept>> {
    const keeping = keepingOf(target)
    let source = 'kept'
    const make = (ask: Ask) => {
      source = 'rendered'
      return this.#make(target, ask)
    }
    const served =
      keeping === 'never'
        ? { value: await make((path) => this.#from.ask(path, ip)), staleSeconds: null }
        : await this.#shelves[keeping].get(target, () => make(this.#from.ask))
    pagesServed.inc({ source: served.staleSeconds === null ? source : 'stale' })
    return served
  }

  async #make(target: string, ask: Ask): Promise<Kept> {
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
    // the text, and its encodings, which are smaller
    sizeOf: (page) => 500 + ('beginning' in page ? 2 * page.beginning.length : 0),
    // the page for all that are missing alike is kept instead
    keeps: (page) => !('sameAs' in page) && page.status < 500,
  })
}

function spliceOf(page: KeptPage, encoding: Encoding): Splice {
  const known = page.splices.get(encoding)
  if (known) return known
  const made = spliceable(page.beginning, encoding)
  page.splices.set(encoding, made)
  return made
}
