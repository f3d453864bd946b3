import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { openPool } from '../src/platform/db/database.ts'
import { deps, world } from './world.ts'

export interface OwnDatabase {
  connectionString: string
  pool: pg.Pool
  drop(): Promise<void>
}

/** An empty database beside the worker's, or a copy of another that nobody is connected to, for what a test cannot do among others. */
export async function ownDatabase(template = 'template1'): Promise<OwnDatabase> {
  const name = `ce_own_${process.pid}_${randomUUID().slice(0, 8)}`
  const { pool: workers } = await deps()
  await workers.query(`create database ${name} template ${template} strategy file_copy`)
  const connectionString = world().databaseUrl.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
  const pool = openPool({ connectionString })
  const drop = async () => {
    if (!pool.ended) await pool.end()
    await workers.query(`drop database ${name}`)
  }
  return { connectionString, pool, drop }
}
