import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Shell } from './pages.ts'

const portal = fileURLToPath(new URL('../../../../apps/portal/', import.meta.url))

/**
 * `npm run dev`: Vite inside this process, on this port. It answers for modules and assets, hands everything else
 * on, and reloads pages as their sources change; the server's own changes restart the process (node --watch).
 */
export async function openDevPages(app: FastifyInstance): Promise<Shell> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: portal,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: app.server } },
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (/^\/(api|files)\//.test(request.url)) return next()
    vite.middlewares(request.raw, reply.raw, next)
  })
  // before the server stops listening: an open page's socket would keep it waiting
  app.addHook('preClose', () => vite.close())
  return async (url) => vite.transformIndexHtml(url, await readFile(`${portal}index.html`, 'utf8'))
}
