import type pg from 'pg'
import { errorCodeOf } from '../error-code.ts'
import { StartError } from '../errors.ts'
import { logWarning } from '../observability/log.ts'
import { DatabaseClient, type Route } from './client.ts'
import type { PoolOptions } from './database.ts'
import { closePools, nameDatabaseOf, openPools, timeLimitsOf, type Workload, workloads } from './pools.ts'

const answerMs = 10_000

/**
 * Finds out whether a pooler stands between the portal and the database, and what it keeps. @returns null when
 * DATABASE_URL leads to the database itself and no other address is set @throws StartError
 */
export async function findRoute(url: string, directUrl: string | null): Promise<Route | null> {
  const first = await open('DATABASE_URL', nameDatabaseOf(url, 'learner'))
  try {
    const found = await identify(first)
    if (!directUrl && !found.pooled) return null
    if (!directUrl)
      throw new StartError(
        'DATABASE_URL leads to a pooler: set DATABASE_URL_DIRECT to the address of the database itself (docs/operations/scale.md)',
      )
    await checkDirect(directUrl, found.place)
    return {
      directUrl,
      pooled: found.pooled,
      keepsNames: !found.pooled || (await keepsNames(first, nameDatabaseOf(url, 'learner'))),
    }
  } finally {
    await first.end()
  }
}

async function checkDirect(url: string, place: string): Promise<void> {
  const client = await open('DATABASE_URL_DIRECT', url)
  try {
    const found = await identify(client)
    if (found.pooled) throw new StartError('DATABASE_URL_DIRECT leads to a pooler: it must lead to the database itself')
    if (found.place !== place)
      throw new StartError('DATABASE_URL and DATABASE_URL_DIRECT lead to different servers or databases')
  } finally {
    await client.end()
  }
}

async function open(variable: string, connectionString: string): Promise<DatabaseClient> {
  try {
    const client = new DatabaseClient({ connectionString, connectionTimeoutMillis: answerMs, query_timeout: answerMs })
    await client.connect()
    return client
  } catch (error) {
    throw cannotUse(variable, error)
  }
}

/** The message is empty for a host name with several addresses, so the error code is shown instead. */
export function cannotUse(variable: string, error: unknown): StartError {
  const message = error instanceof Error ? error.message : ''
  return new StartError(`cannot use the database of ${variable}: ${message || errorCodeOf(error) || 'no connection'}`)
}

/** A pooler tells its clients a process number of its own, because their connections change. */
async function identify(client: pg.Client): Promise<{ pooled: boolean; place: string }> {
  const { processID } = client as pg.Client & { processID: number }
  const { rows } = await client.query<{ pid: number; place: string }>(`
    select pg_backend_pid() as pid, pg_postmaster_start_time() || ' ' || oid as place
    from pg_database where datname = current_database()`)
  return { pooled: rows[0]?.pid !== processID, place: rows[0]?.place ?? '' }
}

const tries = 5

/**
 * Prepares a named statement on one connection of the pooler and uses it on another one: a second client holds the
 * first connection in a transaction meanwhile.
 */
async function keepsNames(client: pg.Client, url: string): Promise<boolean> {
  // Process numbers are used again, and those of several servers behind the pooler may be equal.
  const text = `select pid || ' ' || backend_start::text as connection from pg_stat_activity where pid = pg_backend_pid()`
  const connectionOf = async () =>
    (await client.query<{ connection: string }>({ name: 'portal pooler', text })).rows[0]?.connection
  const other = await open('DATABASE_URL', url)
  try {
    const prepared = await connectionOf()
    for (let n = 0; n < tries; n += 1) {
      await other.query('begin; select 1')
      const used = await connectionOf()
      await other.query('rollback')
      if (used !== prepared) return true
    }
    return false
  } catch (error) {
    // Error codes invalid_sql_statement_name and duplicate_prepared_statement.
    if (['26000', '42P05'].includes(errorCodeOf(error) ?? '')) return false
    throw cannotUse('DATABASE_URL', error)
  } finally {
    await other.end()
  }
}

/**
 * Checks that the connections of each workload have time limits, which a pooler refuses or loses. @throws StartError
 * when a limit is off
 */
export async function checkTimeLimits(connection: PoolOptions): Promise<void> {
  const databases = openPools(connection)
  try {
    const lost: Workload[] = []
    const different: string[] = []
    for (const workload of workloads) {
      const wrong = await findWrongLimits(databases[workload].pool, workload)
      if (wrong.some(({ found }) => found === 0)) lost.push(workload)
      else if (wrong.length > 0) different.push(describeLimits(workload, wrong))
    }
    if (lost.length > 0)
      throw new StartError(
        `connections of DATABASE_URL have no time limits (${lost.join(', ')}): a pooler in between loses them; set them for each workload there, as docs/operations/scale.md shows`,
      )
    if (different.length > 0)
      logWarning(
        `database: the pooler gives connections other time limits than the portal means (docs/operations/scale.md): ${different.join('; ')}`,
      )
  } finally {
    await closePools(databases)
  }
}

interface WrongLimit {
  name: string
  found: number
  meant: number
}

async function findWrongLimits(pool: pg.Pool, workload: Workload): Promise<WrongLimit[]> {
  const limits = timeLimitsOf(workload)
  const { rows } = await pool
    .query<{ name: string; found: number }>(
      'select name, setting::int as found from pg_settings where name = any ($1) order by name',
      [Object.keys(limits)],
    )
    .catch((error: Error) => {
      throw new StartError(
        `the database of DATABASE_URL takes no connection of the workload ${workload} with its time limits: ${error.message}; docs/operations/scale.md shows how a pooler keeps them`,
      )
    })
  const meant = new Map(Object.entries(limits))
  return rows.flatMap(({ name, found }) => {
    const limit = meant.get(name) ?? found
    return limit === found ? [] : [{ name, found, meant: limit }]
  })
}

function describeLimits(workload: Workload, wrong: readonly WrongLimit[]): string {
  const each = wrong.map(({ name, found, meant }) => `${name} ${found} ms instead of ${meant} ms`)
  return `${workload}: ${each.join(', ')}`
}
