import type { FastifyInstance } from 'fastify'
import { readClientIp } from '../client-ip.ts'
import { maskAddress } from './request-id.ts'
import { requestRecordOf } from './requests.ts'
import { requestTargetOf } from './targets.ts'

/** A request gets its record before anything may refuse the request. */
export function identifyRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const record = requestRecordOf(request.raw)
    if (record) {
      const [path = ''] = request.url.split('?', 1)
      record.target = requestTargetOf(request.method, request.routeOptions.url, path)
      if (!record.target.isFrequent) record.address = maskAddress(readClientIp(request))
    }
    done()
  })
}
