import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Asks this server for one of its own calls: a path with its query. `ip`: for whom, when the call minds. */
export type Ask = (path: string, ip?: string) => Promise<{ status: number; text: string }>

/** A page as the server sends it. */
export interface RenderedPage {
  status: number
  /** markup */
  head: string
  body: string
  /** where the page's scripts and styles are besides the entry's */
  chunk: string | null
  /** the item it is about */
  posterId: string | null
  /** it is of no use without its scripts: they are fetched at once */
  eager: boolean
}

/** A public page as rendered, where to go instead, or the target whose page stands for all that are missing like it. */
export type Rendered =
  | RenderedPage
  | { status: number; location: string }
  | { status: 404; sameAs: string }

/** apps/learner/src/entry-server.tsx as built. `target` is a path with its query. @throws when it cannot be rendered */
export type Render = (origin: string, target: string, ask: Ask) => Promise<Rendered>

/** The renderer beside the built pages; null where there is none (tests of other things), then shells are served. */
export async function loadRenderer(pagesDir: string): Promise<Render | null> {
  const path = join(pagesDir, 'server', 'entry-server.js')
  if (!existsSync(path)) return null
  return asRenderer(await import(pathToFileURL(path).href))
}

/** The build made it from entry-server.tsx, whose types are these. */
export function asRenderer(module: { render?: unknown }): Render {
  return module.render as Render
}
