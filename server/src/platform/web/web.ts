import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { refusalAnswer } from '../errors.ts'

/** Everything that is not a call: pages, assets, files. */
export async function registerWeb(app: FastifyInstance, _deps: Deps): Promise<void> {
  app.setNotFoundHandler((_request, reply) => {
    const { status, body } = refusalAnswer('common.noSuchCall')
    reply.code(status).send(body)
  })
}
