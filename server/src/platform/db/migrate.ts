import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { oneAtATime } from './one-at-a-time.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/**
 * Brings the database to the newest migration, each in its own transaction. Safe to run at every start. `through`: to the
 * last one whose name begins so or before – where a test puts in what an old database holds.
 */
export function migrate(pool: pg.Pool, through?: string): Promise<string[]> {
  return oneAtATime(pool, 'migrate', async (client) => {
    await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, at timestamptz not null default clock_timestamp())`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select * from migration',
    )
    const files = (await migrationFiles()).filter(
      ({ name }) => through === undefined || name.slice(0, through.length) <= through,
    )
    return applyMissing(client, files, new Map(rows.map((row) => [row.name, row.checksum])))
  })
}

interface Migration {
  name: string
  text: string
  checksum: string
}

async function applyMissing(
  client: pg.PoolClient,
  files: Migration[],
  applied: Map<string, string>,
): Promise<string[]> {
  const done: string[] = []
  for (const { name, text, checksum } of files) {
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
async function migrationFiles(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex').slice(0, 16) }
    }),
  )
}
