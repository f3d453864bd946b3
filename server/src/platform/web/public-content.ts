import type { FastifyInstance } from 'fastify'

export interface PublishedItem {
  id: string
  categoryId: number
  title: string
  summary: string
  publishedAt: Date
  updatedAt: Date
}

/** What the pages need from the content module besides its calls. */
export interface PublicContent {
  listPublished(filter: { categoryIds?: number[]; limit: number }): Promise<PublishedItem[]>
  countView(id: string, ip: string): void
}

/** Address of calls made by page rendering, which count no views. */
export const pageRenderingIp = '0.0.0.0'

const offered = new WeakMap<FastifyInstance, PublicContent>()

/** Called by the content module, because pages must not depend on modules. */
export function setPublicContent(app: FastifyInstance, content: PublicContent): void {
  offered.set(app, content)
}

/** @throws Error before the module is registered, which is a programming error. */
export function requirePublicContent(app: FastifyInstance): PublicContent {
  const content = offered.get(app)
  if (!content) throw new Error('no module has offered the public content')
  return content
}
