import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Deps } from './deps.ts'

/** how long the database may take before this process gets no traffic, in milliseconds */
const patienceMs = 2_000

const stopping = new WeakSet<FastifyInstance>()

/** From here on /readyz asks for no new traffic, while the process ends the work it has. */
export function announceStop(app: FastifyInstance): void {
  stopping.add(app)
}

/**
 * `GET /healthz`: this process lives and answers; whoever gets no answer may restart it.
 * `GET /readyz`: 200 while it should get traffic: it is not stopping, and its database answers and can be written.
 * The database is asked over a connection of its own: hung reports and full pools make neither ill.
 */
export function registerHealth(app: FastifyInstance, { databases }: Pick<Deps, 'databases'>): void {
  const canWrite = askOnce(() => isWritable(databases.health.pool))
  const send = (path: string, isWell: () => Promise<boolean>) =>
    app.get(path, async (_request, reply) => {
      const well = await isWell()
      return reply
        .code(well ? 200 : 503)
        .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
        .send(well ? 'ok' : 'unavailable')
    })
  send('/healthz', async () => true)
  send('/readyz', async () => !stopping.has(app) && (await withinPatience(canWrite())))
}

/** A database that hangs is asked once, however often we are. */
function askOnce(ask: () => Promise<boolean>): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined
  return () => {
    asked ??= ask()
      .catch(() => false)
      .finally(() => {
        asked = undefined
      })
    return asked
  }
}

/** A standby, and a database that is set to be read only, take no hour and no answer of anybody. */
async function isWritable(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  let isWell = false
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'show transaction_read_only',
    )
    isWell = rows[0]?.transaction_read_only === 'off'
    return isWell
  } finally {
    // a session keeps what it was begun with, and its address may lead to another host by now
    client.release(!isWell)
  }
}

async function withinPatience(answer: Promise<boolean>): Promise<boolean> {
  const waiting = new AbortController()
  const tooLong = delay(patienceMs, false, { signal: waiting.signal }).catch(() => false)
  const result = await Promise.race([answer, tooLong])
  waiting.abort()
  return result
}
