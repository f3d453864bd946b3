import type pg from 'pg'

/** What processes that start together do one after the other; any fixed numbers. */
const keys = { migrate: 7_240_111, demo: 7_240_112, jobs: 7_240_113, keys: 7_240_114 }

/** The transaction waits for others and stands idle while the work is done: no limit of the pool may end it. */
const unlimitedSql = `
  select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/** Waits, in the client's transaction, until no other process does the same on this database; the turn ends with the transaction. */
export async function takeTurn(client: pg.PoolClient, what: keyof typeof keys): Promise<void> {
  await client.query(unlimitedSql)
  await client.query('select pg_advisory_xact_lock($1)', [keys[what]])
}

/**
 * Does the work while no other process does the same on this database. The lock belongs to a transaction on a connection of its own, not
 * to a session: behind a pooler, a session's lock would stay on a connection that others use next.
 */
export async function oneAtATime<Result>(
  pool: pg.Pool,
  what: keyof typeof keys,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await pool.connect()
  try {
    await lock.query('begin')
    await takeTurn(lock, what)
    return await work()
  } finally {
    const ended = await lock.query('rollback').then(
      () => true,
      () => false,
    )
    // one that cannot end its transaction is closed: nothing of it may reach whoever takes it next
    lock.release(!ended)
  }
}
