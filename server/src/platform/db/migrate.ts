import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { errorCode } from '../error-code.ts'
import { StartError } from '../start-error.ts'
import { oneAtATime } from './one-at-a-time.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/** How a migration waits for tables that others use, in milliseconds. */
interface Patience {
  /**
   * one wait: whoever comes later waits behind it, so the portal stands still as long; longer than `deadlock_timeout`, 1 s, before which
   * an automatic vacuum does not give way
   */
  lock: number
  /** between two waits, when the portal goes on */
  pause: number
  /** in all, then it is given up */
  all: number
}
const patient: Patience = { lock: 2_000, pause: 2_000, all: 5 * 60_000 }

/** lock_not_available, deadlock_detected */
const held = new Set(['55P03', '40P01'])

/**
 * Brings the database to the newest migration, each in its own transaction. Safe to run at every start, beside a portal that
 * serves. `through`: to the last one whose name begins so or before – where a test puts in what an old database holds.
 * @throws StartError naming the migration that failed
 */
export function migrate(pool: pg.Pool, through?: string, patience = patient): Promise<string[]> {
  return oneAtATime(pool, 'migrate', async () => {
    const client = await pool.connect()
    try {
      return await bringUp(pool, client, through, patience)
    } finally {
      client.release()
    }
  })
}

async function bringUp(
  pool: pg.Pool,
  client: pg.PoolClient,
  through: string | undefined,
  patience: Patience,
): Promise<string[]> {
  await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, at timestamptz not null default clock_timestamp())`)
  const { rows } = await client.query<{ name: string; checksum: string }>('select * from migration')
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const done: string[] = []
  for (const migration of await migrationFiles()) {
    const { name, checksum } = migration
    if (through !== undefined && name.slice(0, through.length) > through) break
    const before = applied.get(name)
    if (before === checksum) continue
    if (before) throw new StartError(`migration ${name} was changed after it had been applied`)
    await applyPatiently(pool, client, migration, patience)
    done.push(name)
  }
  return done
}

interface Migration {
  name: string
  text: string
  checksum: string
}

/** A pg_dump or a long report holds its tables for minutes: whoever waits for one stops all who come later, so we wait in turns. */
async function applyPatiently(
  pool: pg.Pool,
  client: pg.PoolClient,
  migration: Migration,
  patience: Patience,
): Promise<void> {
  const began = performance.now()
  let holder: string | undefined
  for (;;) {
    const watch = watchWait(pool, client, patience.lock / 2)
    const error = await apply(client, migration, patience.lock).catch((error: unknown) => error)
    // a busy machine may not look in time, at each try
    holder = (await watch.end()) ?? holder
    if (!error) return
    const code = errorCode(error) ?? ''
    if (!held.has(code))
      throw new StartError(
        `migration ${migration.name}: ${withoutValues(code, (error as Error).message)}`,
      )
    if (performance.now() - began > patience.all)
      throw new StartError(
        `migration ${migration.name}: ${holder ?? 'what it changes was in use'}; end that, or start again later`,
      )
    await delay(patience.pause)
  }
}

async function apply(client: pg.PoolClient, migration: Migration, lockMs: number): Promise<void> {
  const { name, text, checksum } = migration
  await client.query('begin')
  try {
    await client.query(`select set_config('lock_timeout', $1, true)`, [`${Math.ceil(lockMs)}ms`])
    await client.query(text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    // a connection that is gone has rolled back
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Looks, from another session, what ours waits for: the refusal itself does not say it. */
function watchWait(pool: pg.Pool, client: pg.PoolClient, everyMs: number) {
  const { processID } = client as pg.PoolClient & { processID: number }
  let found: string | null = null
  let looking = Promise.resolve()
  const look = async () => {
    const { rows } = await pool.query<{ what: string; who: string | null }>(waitSql, [processID])
    const [wait] = rows
    // the wait may end between the two looks of the query
    if (wait?.who) found = `${wait.what} was held by ${wait.who}`
  }
  const timer = setInterval(() => {
    looking = look().catch(() => {})
  }, everyMs)
  const end = async () => {
    clearInterval(timer)
    await looking
    return found
  }
  return { end }
}

const waitSql = `
  select coalesce('table ' || relation::regclass, 'a row') as what,
    (select string_agg('session ' || pid || coalesce(' (' || nullif(application_name, '') || ')', ''), ', ')
      from pg_stat_activity where pid = any (pg_blocking_pids($1))) as who
  from pg_locks where pid = $1 and not granted`

/** One line; a value that PostgreSQL quotes is somebody's. */
function withoutValues(code: string, message: string): string {
  const line = message.replaceAll(/\s+/g, ' ')
  return code.startsWith('22') ? line.replace(/: ".*/, '') : line
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
