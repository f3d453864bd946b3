import type pg from 'pg'

/** Numbers of the advisory locks: arbitrary, but they must never change. */
const keys = { migrate: 7_240_111, demo: 7_240_112, jobs: 7_240_113, keys: 7_240_114 }

/** The lock's transaction idles during the task, so the pool's time limits are switched off. */
const unlimitedSql = `
  select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/** The lock is released when the client's transaction ends. */
export async function lockTask(client: pg.PoolClient, what: keyof typeof keys): Promise<void> {
  await client.query(unlimitedSql)
  // A query with parameters would keep its snapshot until the next query, and concurrent indexes wait for old snapshots.
  await client.query(`select pg_advisory_xact_lock(${keys[what]})`)
}

/** The lock belongs to a transaction, because behind a pooler a session lock would stay on a shared connection. */
export async function runExclusively<Result>(
  pool: pg.Pool,
  what: keyof typeof keys,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await pool.connect()
  try {
    await lock.query('begin')
    await lockTask(lock, what)
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
