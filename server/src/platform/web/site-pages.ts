import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encodingFor } from './encoding.ts'
import { PageCache } from './page-cache.ts'
import type { PublicContent } from './public-content.ts'
import type { Ask, Render } from './renderer.ts'
import { documentHeaders } from './security-headers.ts'
import { type Splice, spliceable } from './splice.ts'
import type { DocumentTemplate } from './template.ts'

/** A change is visible to readers within this time even when its notice is lost, ms */
const ttlMs = 5000
const cacheBytes = 64 * 1024 * 1024

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
type Kept = KeptPage | { status: number; location: string }

/** Public pages as the server renders them: no personal data is in them, so one markup is everybody's. */
export class SitePages {
  readonly #cache = new PageCache<Kept>({
    ttlMs,
    bytes: cacheBytes,
    // the text, and its encodings, which are smaller
    sizeOf: (page) => 500 + ('beginning' in page ? 2 * page.beginning.length : 0),
    // made-up addresses must not push out what people read; the page for all of them is one
    keeps: (page) => page.status !== 404,
  })
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
    this.#cache.clear()
  }

  /** Answers with a page. @param target see pageOf @throws when it cannot be rendered */
  async send(request: FastifyRequest, reply: FastifyReply, target: string): Promise<FastifyReply> {
    const page = await this.#cache.get(target, () => this.#make(target))
    if ('location' in page) return reply.redirect(page.location, page.status)
    if (page.posterId) this.#from.content.countView(page.posterId, request.ip)
    const encoding = encodingFor(request.headers['accept-encoding'])
    const nonce = randomBytes(16).toString('base64url')
    reply.code(page.status).headers(documentHeaders(nonce, { hashes: this.#template.hashes }))
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(spliceOf(page, encoding)(Buffer.from(this.#template.ending(nonce))))
  }

  async #make(target: string): Promise<Kept> {
    const page = await this.#render(this.#from.origin(), target, this.#from.ask)
    if ('location' in page) return page
    const beginning = Buffer.from(this.#template.beginning(page))
    const { status, posterId } = page
    return { status, posterId, beginning, splices: new Map() }
  }
}

function spliceOf(page: KeptPage, encoding: Encoding): Splice {
  const known = page.splices.get(encoding)
  if (known) return known
  const made = spliceable(page.beginning, encoding)
  page.splices.set(encoding, made)
  return made
}
