import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'
import { StartError } from '../start-error.ts'
import { registerAssets } from './assets.ts'
import { openDevPages } from './dev-pages.ts'
import type { PublicContent } from './public-content.ts'
import { type Ask, loadRenderer } from './renderer.ts'
import { documentHeaders } from './security-headers.ts'
import { SitePages } from './site-pages.ts'
import { readTemplate } from './template.ts'

/** Where documents come from, built or straight from their sources. */
export interface Pages {
  /** the empty document for a path of either shell, with `__NONCE__` where each answer's nonce goes */
  shell: (url: string) => Promise<string>
  /** the console's; null: not built */
  console: ((url: string) => Promise<string>) | null
  /** answers with a page rendered here; null: this installation renders none */
  site: ((request: FastifyRequest, reply: FastifyReply, target: string) => Promise<unknown>) | null
  /** what visitors see has changed */
  clear: () => void
  /** it may have changed: the database cannot say so at present */
  clearKept: () => void
}

interface PageSources {
  ask: Ask
  content: PublicContent
}

/** The pages as built, or straight from their sources while developing. @throws StartError when nothing is built */
export async function openPages(
  app: FastifyInstance,
  deps: Deps,
  from: PageSources,
): Promise<Pages> {
  const { env, publicUrl } = deps
  if (env.dev) return openDevPages(app, deps, from.ask)
  const folder = join(env.pagesDir, 'client')
  const html = await readShell(folder, env).catch(() => {
    throw new StartError(`the pages are not built (no ${folder}/index.html): npm run build`)
  })
  await registerAssets(app, folder)
  const render = await loadRenderer(env.pagesDir)
  const consoleShell = await openApp(app, env, 'console', '/console')
  const pages: Pages = {
    shell: async () => html,
    console: consoleShell,
    site: null,
    clear: () => {},
    clearKept: () => {},
  }
  if (!render) return pages
  const site = new SitePages(render, await readTemplate(html, folder), {
    ...from,
    origin: publicUrl,
  })
  return {
    ...pages,
    site: (request, reply, target) => site.send(request, reply, target),
    clear: () => site.clear(),
    clearKept: () => site.clearKept(),
  }
}

/** An app of its own, its files below `base`; null: not built. */
async function openApp(
  app: FastifyInstance,
  env: Env,
  name: string,
  base: string,
): Promise<((url: string) => Promise<string>) | null> {
  const folder = join(env.pagesDir, name)
  const html = await readShell(folder, env).catch(() => null)
  if (html === null) return null
  await registerAssets(app, folder, base)
  return async () => html
}

async function readShell(folder: string, env: Env): Promise<string> {
  return withSettings(await readFile(join(folder, 'index.html'), 'utf8'), env)
}

/**
 * Says in a document how many of a hundred visits measure how fast it was (client/src/reporting/), and of a practice portal that it is one
 * (client/src/practice.ts).
 */
export function withSettings(
  html: string,
  { vitalsPercent, practice }: Pick<Env, 'vitalsPercent' | 'practice'>,
): string {
  const told = html.replace('__VITALS_PERCENT__', `${vitalsPercent}`)
  return practice ? told.replace('</head>', '<meta name="practice" content="1" />\n</head>') : told
}

/** Sends a document under the one policy, with a nonce of its own. */
export function sendDocument(reply: FastifyReply, html: string, dev = false): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  reply.headers(documentHeaders(nonce, { dev }))
  // a function: `$&` in the markup is text, not a pattern
  return reply.send(html.replaceAll('__NONCE__', () => nonce))
}
