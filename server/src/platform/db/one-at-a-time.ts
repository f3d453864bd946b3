import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/** Numbers of the advisory locks: arbitrary, but they must never change. */
const keys = { migrate: 7_240_111, demo: 7_240_112, jobs: 7_240_113, keys: 7_240_114, months: 7_240_115 }

/** Milliseconds before a lock that another process holds is tried again. */
const pause = 200

/** Switches the time limits of a pool off, for work that may take hours. @param place how long that lasts */
export function unlimitedSql(place: 'transaction' | 'session'): string {
  return `select set_config(name, '0', ${place === 'transaction'}) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`
}

/**
 * Begins a transaction that holds the lock of a task until it ends. The lock is tried again and again in transactions of
 * their own, because a statement that waits for a lock keeps its snapshot, and a concurrent index of the process that
 * has the lock would wait for that snapshot for ever. For the same reason the statements have no parameters.
 */
async function beginTask(client: pg.PoolClient, what: keyof typeof keys): Promise<void> {
  for (;;) {
    await client.query('begin')
    await client.query(unlimitedSql('transaction'))
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_xact_lock(${keys[what]}) as taken`)
    if (rows[0]?.taken) return
    await client.query('rollback')
    await delay(pause)
  }
}

/** Runs the work in one transaction that holds the lock of a task. */
export async function inTurn<Result>(
  client: pg.PoolClient,
  what: keyof typeof keys,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    await beginTask(client, what)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** The lock belongs to a transaction, because behind a pooler a session lock would stay on a shared connection. */
export async function runExclusively<Result>(
  pool: pg.Pool,
  what: keyof typeof keys,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await pool.connect()
  try {
    await beginTask(lock, what)
    return await work()
  } finally {
    const ended = await lock.query('rollback').then(
      () => true,
      () => false,
    )
    // A connection that cannot end its transaction is closed.
    lock.release(!ended)
  }
}
