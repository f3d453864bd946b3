import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'

/** how long the database may take before this process counts as none, in milliseconds */
const patience = 2_000

const stopping = new WeakSet<FastifyInstance>()

/** From here on the process asks for no new visitors, while it ends the work it has. */
export function announceStop(app: FastifyInstance): void {
  stopping.add(app)
}

/** `GET /healthz`, for a proxy or a watchman: 200 while this process and its database answer, else 503. No session, no pace, no log line. */
export function registerHealth(app: FastifyInstance, { pool }: Pick<Deps, 'pool'>): void {
  let asked: Promise<boolean> | undefined
  // a database that hangs is asked once, however often we are
  const answers = () => {
    asked ??= pool
      .query('select 1')
      .then(() => true)
      .catch(() => false)
      .finally(() => {
        asked = undefined
      })
    return asked
  }
  app.get('/healthz', async (_request, reply) => {
    const waiting = new AbortController()
    const tooLong = delay(patience, false, { signal: waiting.signal }).catch(() => false)
    const well = !stopping.has(app) && (await Promise.race([answers(), tooLong]))
    waiting.abort()
    return reply
      .code(well ? 200 : 503)
      .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
      .send(well ? 'ok' : 'unavailable')
  })
}
