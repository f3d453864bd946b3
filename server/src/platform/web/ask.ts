import type { FastifyInstance } from 'fastify'
import { pageRenderingIp } from './public-content.ts'
import type { InternalCall } from './renderer.ts'

export function createInternalCall(app: FastifyInstance): InternalCall {
  return async (path, ip = pageRenderingIp) => {
    const asked = { method: 'GET', url: path, remoteAddress: ip } as const
    const { statusCode, payload } = await app.inject(asked)
    return { status: statusCode, text: payload }
  }
}
