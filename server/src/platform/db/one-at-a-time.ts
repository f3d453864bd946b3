import type pg from 'pg'

/** What processes that start together do one after the other; any fixed numbers. */
const keys = { migrate: 7_240_111, demo: 7_240_112, jobs: 7_240_113 }

/** Does the work while no other process does the same on this database. The lock ends with the client's connection. */
export async function oneAtATime<Result>(
  pool: pg.Pool,
  what: keyof typeof keys,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [keys[what]])
    return await work(client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [keys[what]]).catch(() => {})
    client.release()
  }
}
