import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'
import { StartError } from '../errors.ts'
import { registerAssets } from './assets.ts'
import { openDevPages } from './dev-pages.ts'
import { addDocumentSettings, type DocumentSources, sendDocument } from './documents.ts'
import type { PublicContent } from './public-content.ts'
import { type InternalCall, loadRenderer } from './renderer.ts'
import { fileOriginsOf } from './security-headers.ts'
import { SitePages } from './site-pages.ts'
import { readDocumentTemplate } from './template.ts'

interface PageSources {
  ask: InternalCall
  content: PublicContent
}

/** @throws StartError when no pages are built. */
export async function openDocumentSources(
  app: FastifyInstance,
  deps: Deps,
  from: PageSources,
): Promise<DocumentSources> {
  const { env, publicUrl } = deps
  if (env.dev) return openDevPages(app, deps, from.ask)
  const folder = join(env.pagesDir, 'client')
  const html = await readShell(folder, env).catch(() => {
    throw new StartError(`the pages are not built (no ${folder}/index.html): npm run build`)
  })
  await registerAssets(app, folder)
  const render = await loadRenderer(env.pagesDir, 'server')
  const origin = publicUrl
  const fileOrigins = fileOriginsOf(env)
  const consolePages = await openConsole(app, env, { ...from, origin })
  const pages: DocumentSources = {
    shell: async () => html,
    console: consolePages,
    site: null,
    clear: () => {},
    clearKept: () => {},
  }
  if (!render) return pages
  const site = new SitePages(render, await readDocumentTemplate(html, folder), {
    ...from,
    origin,
    fileOrigins,
  })
  return {
    ...pages,
    site: (request, reply, target) => site.send(request, reply, target),
    clear: () => site.clear(),
    clearKept: () => site.clearKept(),
  }
}

/** The login pages of staff and employers, the only console pages that the server renders. */
const doors: readonly string[] = ['/console/login', '/employer/login']

async function openConsole(
  app: FastifyInstance,
  env: Env,
  sources: PageSources & { origin: () => string },
): Promise<DocumentSources['console']> {
  const base = '/console'
  const folder = join(env.pagesDir, 'console')
  const html = await readShell(folder, env).catch(() => null)
  if (html === null) return null
  await registerAssets(app, folder, base)
  const render = await loadRenderer(env.pagesDir, 'console-server')
  const fileOrigins = fileOriginsOf(env)
  const template = await readDocumentTemplate(html, folder, base)
  const site = render && new SitePages(render, template, { ...sources, fileOrigins })
  return async (request, reply, path) =>
    site && doors.includes(path) ? site.send(request, reply, path) : sendDocument(reply, html, { fileOrigins })
}

async function readShell(folder: string, env: Env): Promise<string> {
  return addDocumentSettings(await readFile(join(folder, 'index.html'), 'utf8'), env)
}
