import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { errorCode } from '../error-code.ts'
import { StartError } from '../start-error.ts'
import { takeTurn } from './one-at-a-time.ts'

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
 * serves, and in several processes at once: each migration waits for its turn, and is applied by one of them.
 * `through`: to the last one whose name begins so or before – where a test puts in what an old database holds.
 * @throws StartError naming the migration that failed, or that this version does not know
 */
export async function migrate(
  pool: pg.Pool,
  through?: string,
  patience = patient,
): Promise<string[]> {
  const files = await migrationFiles()
  const client = await pool.connect()
  try {
    const applied = await readApplied(client)
    refuseNewer(applied, files)
    const done: string[] = []
    for (const migration of files) {
      const { name } = migration
      if (through !== undefined && name.slice(0, through.length) > through) break
      if (isApplied(migration, applied.get(name))) continue
      if (await applyPatiently(pool, client, migration, patience)) done.push(name)
    }
    return done
  } finally {
    client.release()
  }
}

/** The checksums of what has been applied, by name. The table is made in its turn: two processes at once would trip over each other. */
async function readApplied(client: pg.PoolClient): Promise<Map<string, string>> {
  await inTurn(client, () =>
    client.query(`create table if not exists migration (
      name text primary key, checksum text not null, at timestamptz not null default clock_timestamp())`),
  )
  const { rows } = await client.query<{ name: string; checksum: string }>('select * from migration')
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/** What a newer version has changed, this one does not know how to write. */
function refuseNewer(applied: Map<string, string>, files: readonly Migration[]): void {
  const known = new Set(files.map(({ name }) => name))
  const newer = [...applied.keys()].filter((name) => !known.has(name)).sort()
  if (newer.length > 0)
    throw new StartError(
      `the database is of a newer version than this program (it has ${newer.join(', ')}): start the newer version, or restore the backup of before`,
    )
}

/** @throws StartError when the file is another than the one that was applied */
function isApplied({ name, checksum }: Migration, before: string | undefined): boolean {
  if (before !== undefined && before !== checksum)
    throw new StartError(`migration ${name} was changed after it had been applied`)
  return before === checksum
}

async function inTurn<Result>(client: pg.PoolClient, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    await takeTurn(client, 'migrate')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // a connection that is gone has rolled back
    await client.query('rollback').catch(() => {})
    throw error
  }
}

interface Migration {
  name: string
  text: string
  checksum: string
}

/**
 * A pg_dump or a long report holds its tables for minutes: whoever waits for one stops all who come later, so we wait in turns.
 * @returns false: another process has applied it meanwhile
 */
async function applyPatiently(
  pool: pg.Pool,
  client: pg.PoolClient,
  migration: Migration,
  patience: Patience,
): Promise<boolean> {
  const began = performance.now()
  let holder: string | undefined
  for (;;) {
    const watch = watchWait(pool, client, patience.lock / 2)
    const outcome = await apply(client, migration, patience.lock).catch((error: Error) => error)
    // a busy machine may not look in time, at each try
    holder = (await watch.end()) ?? holder
    if (!(outcome instanceof Error)) return outcome
    const code = errorCode(outcome) ?? ''
    if (!held.has(code))
      throw new StartError(`migration ${migration.name}: ${withoutValues(code, outcome.message)}`)
    if (performance.now() - began > patience.all)
      throw new StartError(
        `migration ${migration.name}: ${holder ?? 'what it changes was in use'}; end that, or start again later`,
      )
    await delay(patience.pause)
  }
}

/** @returns false: another process has applied it meanwhile */
function apply(client: pg.PoolClient, migration: Migration, lockMs: number): Promise<boolean> {
  const { name, text, checksum } = migration
  return inTurn(client, async () => {
    const { rows } = await client.query<{ checksum: string }>(
      'select checksum from migration where name = $1',
      [name],
    )
    if (isApplied(migration, rows[0]?.checksum)) return false
    await client.query(`select set_config('lock_timeout', $1, true)`, [`${Math.ceil(lockMs)}ms`])
    await client.query(text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    return true
  })
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

/**
 * For whoever reads another portal's database and changes nothing there: it must have exactly this version's migrations.
 * @param named what it is called. @throws StartError
 */
export async function requireSameSchema(client: pg.ClientBase, named: string): Promise<void> {
  const { rows } = await client
    .query<{ name: string; checksum: string }>('select name, checksum from migration')
    .catch((error: unknown) => {
      // undefined_table
      if (errorCode(error) === '42P01')
        throw new StartError(`${named} is no database of a portal: it has no table of migrations`)
      throw error
    })
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const files = await migrationFiles()
  refuseNewer(applied, files)
  const missing = files.filter((migration) => !isApplied(migration, applied.get(migration.name)))
  if (missing.length > 0)
    throw new StartError(
      `${named} is of an older version than this program (it lacks ${missing.map(({ name }) => name).join(', ')}): start the portal with this version once, or use the program of its version`,
    )
}
