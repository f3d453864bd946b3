import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'
import type { Deps } from '../deps.ts'
import { type Pages, sendDocument, withSettings } from './documents.ts'
import { type Ask, asRenderer } from './renderer.ts'

const apps = fileURLToPath(new URL('../../../../apps/', import.meta.url))

/**
 * `npm run dev`: Vite inside this process, on this port, once for each app. It answers for
 * modules and assets, hands everything else on, and reloads pages as their sources change; the server's own changes
 * restart the process (node --watch). Public pages are rendered from their sources, every time anew.
 */
export async function openDevPages(
  app: FastifyInstance,
  { env, publicUrl }: Pick<Deps, 'env' | 'publicUrl'>,
  ask: Ask,
): Promise<Pages> {
  const learner = await openVite(app, 'learner', '/')
  const hasConsole = existsSync(`${apps}console/vite.config.ts`)
  const desk = hasConsole ? await openVite(app, 'console', '/console/') : null
  const shell = async (vite: ViteDevServer, name: string, url: string) =>
    withSettings(await shellOf(vite, name, url), env)
  const viteOf = (url: string) => {
    return desk && url.startsWith('/console') ? desk : learner
  }
  app.addHook('onRequest', (request, reply, next) => {
    if (/^\/(api|files)\//.test(request.url)) return next()
    const { url = '/' } = request.raw
    viteOf(request.url).middlewares(request.raw, reply.raw, () => {
      // Vite takes its base off the address
      request.raw.url = url
      next()
    })
  })
  const site: NonNullable<Pages['site']> = async (request, reply, target) => {
    const render = asRenderer(await learner.ssrLoadModule('/src/entry-server.tsx'))
    const page = await render(publicUrl(), target, ask)
    if ('sameAs' in page) return site(request, reply, page.sameAs)
    if ('location' in page) return reply.redirect(page.location, page.status)
    const html = (await shell(learner, 'learner', target))
      .replace(/<title>[^<]*<\/title>/, () => page.head)
      .replace('<div id="root"></div>', () => page.body)
    return sendDocument(reply.code(page.status), html, true)
  }
  return {
    shell: (url) => shell(learner, 'learner', url),
    console: desk && ((url) => shell(desk, 'console', url)),
    site,
    clear: () => {},
    clearKept: () => {},
  }
}

async function openVite(app: FastifyInstance, name: string, base: string): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: apps + name,
    base,
    appType: 'custom',
    cacheDir: fileURLToPath(new URL(`../../../../.cache/vite-${name}`, import.meta.url)),
    server: { middlewareMode: true, ws: { server: app.server } },
  })
  // before the server stops listening: an open page's socket would keep it waiting
  app.addHook('preClose', () => vite.close())
  return vite
}

async function shellOf(vite: ViteDevServer, name: string, url: string): Promise<string> {
  return vite.transformIndexHtml(url, await readFile(`${apps}${name}/index.html`, 'utf8'))
}
