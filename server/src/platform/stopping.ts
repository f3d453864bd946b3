import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'

/**
 * While a process stops, requests still arrive on connections that are in use: they are refused like whatever may be sent again in a
 * moment, in our envelope, and another process answers then. The framework's own answer has none: it is switched off (return503OnClosing).
 */
export function refuseWhileStopping(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', (done) => {
    stopping = true
    done()
  })
  app.addHook('onRequest', (_request, _reply, done) =>
    done(stopping ? new Refusal('common.busy') : undefined),
  )
}
