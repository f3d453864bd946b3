import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'
import type { Deps } from '../deps.ts'
import { addDocumentSettings, type DocumentSources, sendDocument } from './documents.ts'
import { asRenderer, type InternalCall } from './renderer.ts'
import { fileOriginsOf } from './security-headers.ts'

const apps = fileURLToPath(new URL('../../../../apps/', import.meta.url))

/** Serves the pages for `npm run dev`. Vite runs in this process, so a change of server code restarts Vite too. */
export async function openDevPages(
  app: FastifyInstance,
  { env, publicUrl }: Pick<Deps, 'env' | 'publicUrl'>,
  ask: InternalCall,
): Promise<DocumentSources> {
  const kind = { dev: true, fileOrigins: fileOriginsOf(env) }
  const learner = await openVite(app, 'learner', '/')
  const hasConsole = existsSync(`${apps}console/vite.config.ts`)
  const desk = hasConsole ? await openVite(app, 'console', '/console/') : null
  const shell = async (vite: ViteDevServer, name: string, url: string) =>
    addDocumentSettings(await shellOf(vite, name, url), env)
  const viteOf = (url: string) => {
    return desk && url.startsWith('/console') ? desk : learner
  }
  app.addHook('onRequest', (request, reply, next) => {
    if (/^\/(api|files)\//.test(request.url)) return next()
    const { url = '/' } = request.raw
    viteOf(request.url).middlewares(request.raw, reply.raw, () => {
      // Vite removes its base from the address, so restore the address.
      request.raw.url = url
      next()
    })
  })
  const site: NonNullable<DocumentSources['site']> = async (request, reply, target) => {
    const render = asRenderer(await learner.ssrLoadModule('/src/entry-server.tsx'))
    const page = await render(publicUrl(), target, ask)
    if ('sameAs' in page) return site(request, reply, page.sameAs)
    if ('location' in page) return reply.redirect(page.location, page.status)
    const html = (await shell(learner, 'learner', target))
      .replace(/<title>[^<]*<\/title>/, () => page.head)
      .replace('<div id="root"></div>', () => page.body)
    return sendDocument(reply.code(page.status), html, kind)
  }
  return {
    shell: (url) => shell(learner, 'learner', url),
    console: desk && (async (request, reply) => sendDocument(reply, await shell(desk, 'console', request.url), kind)),
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
  // Close Vite before the server, because the socket of an open page would delay the stop.
  app.addHook('preClose', () => vite.close())
  return vite
}

async function shellOf(vite: ViteDevServer, name: string, url: string): Promise<string> {
  return vite.transformIndexHtml(url, await readFile(`${apps}${name}/index.html`, 'utf8'))
}
