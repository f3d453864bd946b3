import type pg from 'pg'
import { isCluster } from '../embedded-postgres/cluster.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/launcher.ts'
import { clusterOf } from '../embedded-postgres/place.ts'
import type { Env } from '../env.ts'
import { errorCode } from '../error-code.ts'
import { logWarning } from '../observability/log.ts'
import { StartError } from '../start-error.ts'
import { openPool } from './database.ts'
import { migrate } from './migrate.ts'
import { closePools, type Databases, openPools } from './pools.ts'
import { checkVersion } from './supported-version.ts'

export interface OpenDatabase {
  databases: Databases
  /** one line for the operator: where the data lies */
  where: string
  /** the migrations that were missing, applied as it was opened */
  applied: string[]
  close(): Promise<void>
}

/**
 * The database of this installation, migrated: DATABASE_URL, or the embedded one in DATA_DIR.
 * @throws StartError with one clear line when it cannot be had
 */
export async function openDatabase(env: Env): Promise<OpenDatabase> {
  const { databaseUrl, poolSizes } = env
  if (databaseUrl) {
    const connection = { connectionString: databaseUrl }
    const applied = await prepare(connection, async (pool) => {
      await checkReachable(pool)
      await checkLimits(connection)
      return migrate(pool).catch(notPrepared)
    })
    const databases = openPools(connection, poolSizes)
    return { databases, where: 'DATABASE_URL', applied, close: async () => {} }
  }
  const server = await startEmbeddedPostgres({ dataDir: env.dataDir })
  try {
    const applied = await prepare(server.connection, migrate)
    const databases = openPools(server.connection, poolSizes)
    return { databases, where: clusterOf(env.dataDir), applied, close: () => server.stop() }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Before anything is changed: a pooler in between may refuse the time limits that every connection asks for. @throws StartError */
async function checkLimits(connection: pg.PoolConfig): Promise<void> {
  const databases = openPools(connection)
  try {
    await databases.health.pool.query('select 1')
  } catch (error) {
    throw new StartError(
      `the database of DATABASE_URL takes no connection with time limits (statement_timeout, lock_timeout, idle_in_transaction_session_timeout): ${(error as Error).message}; a pooler in between must pass them on`,
    )
  } finally {
    await closePools(databases)
  }
}

/** Checks and migrates over connections without time limits, which end with it. */
async function prepare<Result>(
  connection: pg.PoolConfig,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = openPool(connection, 2)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/**
 * For work on what is there already: a mistyped folder would be made, and found without a fault.
 * @throws StartError where no portal has ever been started
 */
export function requireDatabase({ databaseUrl, dataDir }: Env): void {
  if (!databaseUrl && !isCluster(clusterOf(dataDir)))
    throw new StartError(
      `no database in ${clusterOf(dataDir)}: DATA_DIR says where the portal keeps its own`,
    )
}

/** An outside database may refuse its tables to us: no rights, read-only, too old. */
function notPrepared(error: Error): never {
  if (error instanceof StartError || !errorCode(error)) throw error
  throw new StartError(`cannot prepare the database of DATABASE_URL: ${error.message}`)
}

async function checkReachable(pool: pg.Pool): Promise<void> {
  const { rows } = await askDatabase(pool).catch((error: Error) => {
    // an address with several IPs fails with an empty message and only a code
    throw new StartError(
      `cannot use the database of DATABASE_URL: ${error.message || errorCode(error) || 'no connection'}`,
    )
  })
  if (rows[0]?.readOnly === 'on')
    throw new StartError(
      'the database of DATABASE_URL is read-only (a standby, or default_transaction_read_only): start again when it takes writes',
    )
  const warning = checkVersion(rows[0]?.version ?? 0)
  if (warning) logWarning(warning)
  // stack.md: with ctype C, trigram search sees no Chinese at all
  if (rows[0]?.encoding !== 'UTF8' || rows[0]?.ctype === 'C' || rows[0]?.ctype === 'POSIX')
    throw new StartError(
      `the database of DATABASE_URL must be UTF8 with a locale such as C.UTF-8, not ${rows[0]?.encoding}/${rows[0]?.ctype}`,
    )
}

/** Async: an address that pg cannot read, or a certificate that is not there, it throws instead of rejecting. */
async function askDatabase(pool: pg.Pool) {
  return await pool.query<{ ctype: string; encoding: string; version: number; readOnly: string }>(
    `select datctype as ctype, pg_encoding_to_char(encoding) as encoding,
      current_setting('server_version_num')::int as version,
      current_setting('transaction_read_only') as "readOnly"
    from pg_database where datname = current_database()`,
  )
}
