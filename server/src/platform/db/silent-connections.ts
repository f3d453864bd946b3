import type pg from 'pg'
import { errorCodeOf } from '../error-code.ts'
import { DatabaseClient, nameOfHost, optionsLike } from './client.ts'

/** ms */
interface Patience {
  /** Milliseconds before the first probe of a silent connection, and between two probes. */
  asksAfter: number
  waits: number
}

/** A single failed probe may mean a busy database. */
const silentAskings = 2

/**
 * Ends connections that get no reply, because TCP would retry for a quarter of an hour. Waiting queries fail only when
 * a new connection gets no reply either.
 */
export function dropSilentConnections(
  pool: pg.Pool,
  { asksAfter, waits }: Patience = { asksAfter: 10_000, waits: 10_000 },
  longestHold = Number.POSITIVE_INFINITY,
): void {
  const held = new Map<pg.PoolClient, number>()
  let silences = 0
  let asking = false
  pool.on('acquire', (client) => held.set(client, performance.now()))
  pool.on('release', (_error, client) => held.delete(client))

  const waiting = () =>
    [...held].filter(([, since]) => performance.now() - since >= asksAfter).map(([client]) => client)
  const ask = async () => {
    const answering = await findAnsweringHosts(pool, waits)
    silences = answering === null ? silences + 1 : 0
    // Ending the connection fails its query, which the caller may repeat.
    for (const client of waiting())
      if (
        silences >= silentAskings ||
        (answering?.size && !answering.has(nameOfHost(client as pg.PoolClient & pg.Client)))
      )
        void ending(client)
  }
  /**
   * Ends connections that are in use for too long: the address may lead to a new host, while TCP would let queries to
   * the old one wait.
   */
  const endOverdue = () => {
    for (const [client, since] of held) if (performance.now() - since > longestHold) void ending(client)
  }
  const timer = setInterval(() => {
    if (pool.ended) return clearInterval(timer)
    endOverdue()
    if (asking || waiting().length === 0) return
    asking = true
    void ask().finally(() => {
      asking = false
    })
  }, asksAfter)
  timer.unref()
}

/** Codes that mean a silent database. A failed name look-up or a lack of file handles says nothing about it. */
const silence = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH'])

/** @returns the hosts that take writes, nothing for a refusal, which is a reply too, and null for silence */
async function findAnsweringHosts(pool: pg.Pool, waits: number): Promise<ReadonlySet<string> | null> {
  const client = new DatabaseClient({ ...optionsLike(pool), connectionTimeoutMillis: waits })
  try {
    await client.connect()
    return client.writableHosts
  } catch (error) {
    const waitedInVain = error instanceof Error && error.message === 'timeout expired'
    return waitedInVain || silence.has(errorCodeOf(error) ?? '') ? null : new Set()
  } finally {
    void client.end().catch(() => {})
  }
}

function ending(client: pg.PoolClient): Promise<void> {
  return (client as pg.PoolClient & pg.Client).end().catch(() => {})
}
