import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Pass `ip` when the response depends on it. */
export type InternalCall = (path: string, ip?: string) => Promise<{ status: number; text: string }>

export interface RenderedPage {
  status: number
  /** HTML inside `<head>`. */
  head: string
  body: string
  chunk: string | null
  posterId: string | null
  /** True if the page needs its scripts at once. */
  eager: boolean
}

/** `sameAs` is the target under which one copy for all missing pages is cached. */
export type RenderResult = RenderedPage | { status: number; location: string } | { status: 404; sameAs: string }

/** `target` is a path with its query. @throws Error when rendering fails. */
export type RenderPage = (origin: string, target: string, ask: InternalCall) => Promise<RenderResult>

/** Returns null when there is no renderer; then empty shells are served. */
export async function loadRenderer(pagesDir: string, name: 'server' | 'console-server'): Promise<RenderPage | null> {
  const path = join(pagesDir, name, 'entry-server.js')
  if (!existsSync(path)) return null
  return asRenderer(await import(pathToFileURL(path).href))
}

/** The build made the module from entry-server.tsx, which has these types. */
export function asRenderer(module: { render?: unknown }): RenderPage {
  return module.render as RenderPage
}
