import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { errorCodeOf } from '../error-code.ts'
import { StartError, withoutValues } from '../errors.ts'
import { logWarning } from '../observability/log.ts'
import { readBaseline } from './baseline.ts'
import { type MigrationStep, readMigrationSteps, worksWithVersionBefore } from './migration-steps.ts'
import { inTurn, runExclusively, unlimitedSql } from './one-at-a-time.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/** Time limits of a migration, in milliseconds. */
interface Patience {
  /** A lock timeout longer than `deadlock_timeout` (1 s), after which autovacuum gives way. */
  lock: number
  pause: number
  all: number
}
const patient: Patience = { lock: 2_000, pause: 2_000, all: 5 * 60_000 }

/** Error codes lock_not_available and deadlock_detected. */
const held = new Set(['55P03', '40P01'])

/**
 * Brings the database to the newest migration. An empty database takes server/schema, which includes the migrations
 * that it lists; every other migration runs in its own transaction, or in steps outside one (decision 108). It is safe
 * at every start, beside a running portal, and in several processes at once: each migration waits for its turn, and one
 * process does it. The pool needs four connections. @param through run migrations one by one, also on an empty database,
 * up to the last whose name is or begins with this, or sorts before it @param given the files to run one by one, by
 * default those of this version @returns the names of the migrations that were applied @throws StartError naming the
 * migration that failed, or that this version does not know
 */
export async function migrate(
  pool: pg.Pool,
  through?: string,
  patience = patient,
  given?: readonly Migration[],
): Promise<string[]> {
  const files = given ?? (await listMigrationFiles())
  const client = await pool.connect()
  try {
    let applied = await readApplied(pool, client, patience)
    const done: string[] = []
    if (applied.size === 0 && through === undefined && !given) {
      done.push(...(await applyBaseline(client)))
      applied = await readApplied(pool, client, patience)
    }
    refuseNewer([...applied.values()], files)
    for (const migration of files) {
      const { name } = migration
      if (through !== undefined && name.slice(0, through.length) > through) break
      if (isApplied(migration, applied.get(name)?.checksum)) continue
      if (await applyOnce(pool, client, migration, patience)) done.push(name)
    }
    await markReversible(client, files)
    return done
  } finally {
    client.release()
  }
}

interface AppliedMigration {
  name: string
  checksum: string
  /** The version before also works on this schema, so it may start again. */
  reversible: boolean
}

async function readApplied(
  pool: pg.Pool,
  client: pg.PoolClient,
  patience: Patience,
): Promise<Map<string, AppliedMigration>> {
  // The task lock keeps two processes from creating the table together.
  const prepare = async () => {
    await client.query(limitLockSql, [`${patience.lock}ms`, true])
    await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, at timestamptz not null default clock_timestamp(),
      reversible boolean not null default false)`)
    const { rowCount } = await client.query(
      `select from pg_attribute where attrelid = 'migration'::regclass and attname = 'reversible'`,
    )
    if (rowCount === 0) await client.query('alter table migration add column reversible boolean not null default false')
  }
  await retryLocked(pool, client, 'the table of migrations', patience, () => inTurn(client, 'migrate', prepare))
  const { rows } = await client.query<AppliedMigration>('select name, checksum, reversible from migration')
  return new Map(rows.map((row) => [row.name, row]))
}

/** Marks the migrations on whose schema the version before works, so that it can start again (decision 108). */
async function markReversible(client: pg.PoolClient, files: readonly Migration[]): Promise<void> {
  const names = files.filter(({ text }) => worksWithVersionBefore(text)).map(({ name }) => name)
  await client.query('update migration set reversible = true where name = any($1) and not reversible', [names])
}

/** @returns an empty list when another process has created the schema meanwhile */
function applyBaseline(client: pg.PoolClient): Promise<string[]> {
  return inTurn(client, 'migrate', async () => {
    const listed = 'select name from migration order by name'
    if ((await client.query(listed)).rows.length > 0) return []
    await client.query(await readBaseline()).catch((error: Error) => {
      throw new StartError(`server/schema: ${withoutValues(error)}`)
    })
    const { rows } = await client.query<{ name: string }>(listed)
    return rows.map(({ name }) => name)
  })
}

function refuseNewer(applied: readonly AppliedMigration[], files: readonly Migration[]): void {
  const known = new Set(files.map(({ name }) => name))
  const newer = applied.filter(({ name, reversible }) => !known.has(name) && !reversible).map(({ name }) => name)
  if (newer.length > 0)
    throw new StartError(
      `the database is of a newer version than this program (it has ${newer.sort().join(', ')}): start the newer version, or restore the backup of before`,
    )
}

/** @throws StartError when the file differs from the applied one. */
function isApplied({ name, checksum }: Migration, before: string | undefined): boolean {
  if (before !== undefined && before !== checksum)
    throw new StartError(`migration ${name} was changed after it had been applied`)
  return before === checksum
}

interface Migration {
  name: string
  text: string
  checksum: string
}

/** @returns false when another process applied it */
function applyOnce(pool: pg.Pool, client: pg.PoolClient, migration: Migration, patience: Patience): Promise<boolean> {
  const steps = stepsOf(migration)
  if (steps) return runExclusively(pool, 'migrate', () => applySteps(pool, migration, steps, patience))
  return retryLocked(pool, client, `migration ${migration.name}`, patience, () =>
    apply(client, migration, patience.lock),
  )
}

function stepsOf({ name, text }: Migration): MigrationStep[] | null {
  try {
    return readMigrationSteps(text)
  } catch (error) {
    throw new StartError(`migration ${name}: ${(error as Error).message}`)
  }
}

/** With the limit, and whether it ends with the transaction. */
const limitLockSql = `select set_config('lock_timeout', $1, $2)`

/**
 * Runs steps outside a transaction on a connection of their own, which is closed afterwards, because its time limits are
 * changed. A crash in between leaves finished steps, so every step can run twice.
 */
async function applySteps(
  pool: pg.Pool,
  { name, checksum, ...rest }: Migration,
  steps: readonly MigrationStep[],
  patience: Patience,
): Promise<boolean> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ checksum: string }>('select checksum from migration where name = $1', [name])
    if (isApplied({ name, checksum, ...rest }, rows[0]?.checksum)) return false
    await client.query(unlimitedSql('session'))
    for (const step of steps) {
      // Building an index concurrently blocks nobody, so it may wait for old transactions as long as they last.
      await client.query(limitLockSql, [step.index ? '0' : `${patience.lock}ms`, false])
      const run = () => retryLocked(pool, client, `migration ${name}`, patience, () => runStep(client, step))
      while ((await run()) > 0 && step.repeated);
    }
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    return true
  } finally {
    client.release(true)
  }
}

/** A later step may have made the table a partition of a new one with its name. */
const findIndexSql = `
  select indisvalid as valid from pg_index where indexrelid = to_regclass($1) and (
    indrelid = to_regclass($2) or indrelid in (select inhrelid from pg_inherits where inhparent = to_regclass($2)))`

/** @returns how many rows it changed */
async function runStep(client: pg.PoolClient, { sql, index }: MigrationStep): Promise<number> {
  if (index) {
    // A build that was interrupted leaves an invalid index behind.
    const { rows } = await client.query<{ valid: boolean }>(findIndexSql, [index.name, index.table])
    if (rows[0]?.valid) return 0
    if (rows[0]) await client.query(`drop index concurrently ${index.name}`)
  }
  const { rowCount } = await client.query(sql)
  return rowCount ?? 0
}

/** A waiting lock stops all other queries, so the work waits for its locks in short turns. */
async function retryLocked<Result>(
  pool: pg.Pool,
  client: pg.PoolClient,
  what: string,
  patience: Patience,
  work: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now()
  let holder: string | undefined
  for (;;) {
    const watch = watchWait(pool, client, what, patience.lock / 2)
    const outcome = await work().catch((error: Error) => error)
    // Keeps the session that an earlier try found holding the lock, because on a busy machine a later try may miss it.
    holder = (await watch.end()) ?? holder
    if (!(outcome instanceof Error)) return outcome
    const code = errorCodeOf(outcome) ?? ''
    if (!held.has(code)) throw new StartError(`${what}: ${withoutValues(outcome)}`)
    if (performance.now() - began > patience.all)
      throw new StartError(`${what}: ${holder ?? 'what it changes was in use'}; end that, or start again later`)
    await delay(patience.pause)
  }
}

/** @returns false when another process applied it */
function apply(client: pg.PoolClient, migration: Migration, lockMs: number): Promise<boolean> {
  const { name, text, checksum } = migration
  return inTurn(client, 'migrate', async () => {
    const { rows } = await client.query<{ checksum: string }>('select checksum from migration where name = $1', [name])
    if (isApplied(migration, rows[0]?.checksum)) return false
    await client.query(limitLockSql, [`${lockMs}ms`, true])
    await client.query(text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    return true
  })
}

/** Milliseconds between two lines of the log about a wait. */
const logPause = 30_000
let loggedWait = Number.NEGATIVE_INFINITY

/** The error does not name the blocking process, so another session looks for it. */
function watchWait(pool: pg.Pool, client: pg.PoolClient, what: string, everyMs: number) {
  const { processID } = client as pg.PoolClient & { processID: number }
  let found: string | null = null
  let looking = Promise.resolve()
  const look = async () => {
    const { rows } = await pool.query<{ what: string; who: string | null }>(waitSql, [processID])
    const [wait] = rows
    // `who` is null when the wait ended while the query ran.
    if (!wait?.who) return
    found = `${wait.what} was held by ${wait.who}`
    if (performance.now() - loggedWait < logPause) return
    loggedWait = performance.now()
    logWarning(`${what} waits: ${found}`)
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
  select coalesce('table ' || relation::regclass, case locktype when 'virtualxid' then 'a snapshot' else 'a row' end) as what,
    (select string_agg('session ' || pid || coalesce(' (' || nullif(application_name, '') || ')', ''), ', ')
      from pg_stat_activity where pid = any (pg_blocking_pids($1))) as who
  from pg_locks where pid = $1 and not granted`

export async function listMigrationFiles(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex').slice(0, 16) }
    }),
  )
}

/** @param named name for the message @throws StartError when the database is of no portal */
export async function listAppliedMigrations(client: pg.ClientBase, named: string): Promise<AppliedMigration[]> {
  const { rows } = await client
    .query<AppliedMigration>(`select name, checksum, coalesce((to_jsonb(migration) -> 'reversible')::boolean, false)
      as reversible from migration order by name`)
    .catch((error: unknown) => {
      // Error code undefined_table.
      if (errorCodeOf(error) === '42P01')
        throw new StartError(`${named} is no database of a portal: it has no table of migrations`)
      throw error
    })
  return rows
}

/** @param named name for the message @throws StartError */
export async function requireSameSchema(client: pg.ClientBase, named: string): Promise<void> {
  const rows = await listAppliedMigrations(client, named)
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const files = await listMigrationFiles()
  refuseNewer(rows, files)
  const missing = files.filter((migration) => !isApplied(migration, applied.get(migration.name)))
  if (missing.length > 0)
    throw new StartError(
      `${named} is of an older version than this program (it lacks ${missing.map(({ name }) => name).join(', ')}): start the portal with this version once, or use the program of its version`,
    )
}
