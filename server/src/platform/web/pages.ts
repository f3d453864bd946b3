import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'
import { StartError } from '../start-error.ts'
import { registerAssets } from './assets.ts'
import { openDevPages } from './dev-pages.ts'
import { type Pages, withSettings } from './documents.ts'
import type { PublicContent } from './public-content.ts'
import { type Ask, loadRenderer } from './renderer.ts'
import { SitePages } from './site-pages.ts'
import { readTemplate } from './template.ts'

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
