import type { FastifyInstance } from 'fastify'
import { renderingIp } from './public-content.ts'
import type { Ask } from './renderer.ts'

/** The loaders' way to a call: the same path through the same checks, without a network. */
export function askInside(app: FastifyInstance): Ask {
  return async (path, ip = renderingIp) => {
    const asked = { method: 'GET', url: path, remoteAddress: ip } as const
    const { statusCode, payload } = await app.inject(asked)
    return { status: statusCode, text: payload }
  }
}
