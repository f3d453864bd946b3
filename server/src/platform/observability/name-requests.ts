import type { FastifyInstance } from 'fastify'
import { clientIp } from '../client-ip.ts'
import { maskAddress } from './mask-address.ts'
import { recordOf } from './requests.ts'
import { targetOf } from './targets.ts'

/** Tells of each request that the framework answers which call it is and where it comes from, before anything may refuse it. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const record = recordOf(request.raw)
    if (record) {
      const [path = ''] = request.url.split('?', 1)
      record.target = targetOf(request.method, request.routeOptions.url, path)
      record.address = maskAddress(clientIp(request))
    }
    done()
  })
}
