import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { vi } from 'vitest'
import { openPool } from '../src/platform/db/database.ts'
import { hasPooler } from './pooler.ts'
import { deps, world } from './world.ts'

export interface OwnDatabase {
  connectionString: string
  pool: pg.Pool
  drop(): Promise<void>
}

/** Creates a database for one test: an empty one, or a copy of `template`, to which nobody may be connected. */
export async function createOwnDatabase(template = 'template1'): Promise<OwnDatabase> {
  const name = `ce_own_${process.pid}_${randomUUID().slice(0, 8)}`
  const { pool: workers } = await deps()
  await workers.query(`create database ${name} template ${template} strategy file_copy`)
  const connectionString = world().databaseUrl.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
  const pool = openPool({ connectionString })
  const drop = async () => {
    if (!pool.ended) await pool.end()
    if (!hasPooler()) return void (await workers.query(`drop database ${name}`))
    // A pooler keeps its connections for a while. Autovacuum, which nobody but it may end, is soon gone.
    await vi.waitFor(() => workers.query(`drop database ${name} with (force)`), { timeout: 20_000, interval: 200 })
  }
  return { connectionString, pool, drop }
}
