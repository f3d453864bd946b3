import { openApiDocument } from '@ce/contract/openapi'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { apiDocsPage } from './api-docs/page.ts'
import { encode, encodingFor } from './encoding.ts'
import { isPage } from './page-paths.ts'
import { openPages, sendDocument } from './pages.ts'

/** Everything that is neither a call nor a stored file: pages, assets, the description of the calls. */
export async function registerWeb(app: FastifyInstance, deps: Deps): Promise<void> {
  registerDocs(app)
  const shell = await openPages(app, deps.env)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const reading = request.method === 'GET' || request.method === 'HEAD'
    if (!reading || /^\/(api|files)(\/|$)/.test(path)) return refuse('common.noSuchCall')
    reply.code(isPage(path) ? 200 : 404)
    return sendDocument(reply, await shell(request.url), deps.env.dev)
  })
}

function registerDocs(app: FastifyInstance): void {
  const document = openApiDocument()
  const json = Buffer.from(JSON.stringify(document))
  const page = apiDocsPage(document)
  app.get('/api/client/openapi.json', async (request, reply) => {
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
    })
    return reply.send(await encode(json, encoding, 4))
  })
  app.get('/api/docs', async (_request, reply) => sendDocument(reply, page))
}
