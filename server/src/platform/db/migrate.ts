import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { StartError } from '../start-error.ts'

const folder = new URL('../../../migrations/', import.meta.url)
/** any fixed number: two starting processes migrate one after the other */
const lockKey = 7_240_111

/** Brings the database to the newest migration, each in its own transaction. Safe to run at every start. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, at timestamptz not null default clock_timestamp())`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select * from migration',
    )
    return await applyMissing(client, new Map(rows.map((row) => [row.name, row.checksum])))
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => {})
    client.release()
  }
}

async function applyMissing(
  client: pg.PoolClient,
  applied: Map<string, string>,
): Promise<string[]> {
  const done: string[] = []
  for (const { name, text, checksum } of await migrationFiles()) {
    const before = applied.get(name)
    if (before === checksum) continue
    if (before) throw new StartError(`migration ${name} was changed after it had been applied`)
    await client.query('begin')
    try {
      await client.query(text)
      await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
    done.push(name)
  }
  return done
}

/** The committed migrations in order, with the checksum that pins each one's text. */
export async function migrationFiles(): Promise<
  { name: string; text: string; checksum: string }[]
> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex').slice(0, 16) }
    }),
  )
}
