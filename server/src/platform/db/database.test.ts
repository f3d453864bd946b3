import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { deps, world } from '../../../test/world.ts'
import { findCommitRisk } from './commit-risk.ts'
import { inTransaction, openDb, openPool } from './database.ts'

it('a connection that breaks inside a transaction fails only its own work, not the process', async () => {
  const { db: other } = await deps()
  const thrown: unknown[] = []
  const hear = (error: unknown) => thrown.push(error)
  process.on('uncaughtException', hear)
  const pool = openPool({ connectionString: world().databaseUrl }, 1)
  const db = openDb(pool)
  try {
    const work = inTransaction(db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(other)
      // The broken connection is noticed while no query is running.
      await new Promise((resolve) => setTimeout(resolve, 100))
      await sql`select 1`.execute(tx)
    })
    await expect(work).rejects.toThrow()
    expect(thrown).toEqual([])
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
    expect(rows).toEqual([{ one: 1 }])
  } finally {
    process.off('uncaughtException', hear)
    await pool.end()
  }
})

it('several hosts without a synchronous standby are a risk, and a database alone is none', async () => {
  const { db } = await deps()
  const one = { databaseUrl: 'postgres://a/b', databaseDirectUrl: null }
  const several = { ...one, databaseDirectUrl: 'postgres://a,c/b' }
  expect([await findCommitRisk(db, one), await findCommitRisk(db, several)]).toEqual([null, 'NO_SYNCHRONOUS_STANDBY'])
})
