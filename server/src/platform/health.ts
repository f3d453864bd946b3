import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Deps } from './deps.ts'
import { isStopping } from './stop.ts'
import { waitAtMost } from './time-limit.ts'

/** Milliseconds that the database may take before this process gets no more traffic. */
const patienceMs = 2_000

/**
 * /readyz is 200 while the process is not stopping and its database is writable. The check has its own connection, so
 * full pools do not fail it.
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
  send('/readyz', async () => !isStopping(app) && (await waitAtMost(patienceMs, canWrite(), false)))
}

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

/** Whether the database accepts writes: a standby or a read-only database could not store credit or answers. */
async function isWritable(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  let isWell = false
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    isWell = rows[0]?.transaction_read_only === 'off'
    return isWell
  } finally {
    // The connection of a failed check is closed, because the address may lead to another host now.
    client.release(!isWell)
  }
}
