import type { FastifyInstance } from 'fastify'

/** What is published, as feeds and the site map need it. */
export interface PublishedItem {
  id: string
  categoryId: number
  title: string
  summary: string
  publishedAt: Date
  updatedAt: Date
}

/** What the pages need of the content besides its calls. */
export interface PublicContent {
  /** the newest of all categories or some */
  listPublished(filter: { categoryIds?: number[]; limit: number }): Promise<PublishedItem[]>
  /** somebody at `ip` reads an item; costs no query */
  countView(id: string, ip: string): void
}

/** Where calls made by the rendering of a page come from: nobody reads, so no view is counted. */
export const renderingIp = '0.0.0.0'

const offered = new WeakMap<FastifyInstance, PublicContent>()

/** The content's module hands itself to the pages, which know no module. */
export function offerContent(app: FastifyInstance, content: PublicContent): void {
  offered.set(app, content)
}

/** @throws Error before the module was registered: a mistake of the programme, no refusal */
export function contentOf(app: FastifyInstance): PublicContent {
  const content = offered.get(app)
  if (!content) throw new Error('no module has offered the public content')
  return content
}
