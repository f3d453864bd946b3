import type pg from 'pg'
import { otherCell } from '../deployment.ts'
import { isClusterFolder } from '../embedded-postgres/cluster.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/launcher.ts'
import { clusterFolderOf } from '../embedded-postgres/place.ts'
import type { Env } from '../env.ts'
import { errorCodeOf } from '../error-code.ts'
import { StartError, withoutValues } from '../errors.ts'
import { logWarning } from '../observability/log.ts'
import { type ClientOptions, logHostsTo } from './client.ts'
import { type CommitRisk, findCommitRisk } from './commit-risk.ts'
import { openPool } from './database.ts'
import { migrate, requireSameSchema } from './migrate.ts'
import { cannotUse, checkTimeLimits, findRoute } from './pooler.ts'
import { closePools, type Databases, openPools } from './pools.ts'

/**
 * The oldest supported version of PostgreSQL. The lock test runs on it and on the newest
 * (docs/decisions/064-row-locks-in-explicit-order.md).
 */
const oldestVersion = 15

const newestVersion = 18

export interface OpenDatabase {
  databases: Databases
  where: string
  applied: string[]
  close(): Promise<void>
}

export interface OpenServer {
  /** For the pools of the portal; a pooler may lie in between. */
  connection: ClientOptions
  /** Without a pooler, for work that needs a session. */
  direct: pg.PoolConfig
  where: string
  close(): Promise<void>
}

/** Starts or reaches the database server, without looking at the schema. @throws StartError with a clear sentence. */
export async function openServer(
  env: Pick<Env, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'cell'>,
): Promise<OpenServer> {
  const { databaseUrl, databaseDirectUrl, dataDir, cell } = env
  if (databaseUrl) {
    logHostsTo(logWarning)
    const route = await findRoute(databaseUrl, databaseDirectUrl)
    const connection = { connectionString: databaseUrl, route }
    const direct = { connectionString: databaseDirectUrl ?? databaseUrl }
    await withPool(direct, async (pool) => {
      await checkReachable(pool)
      // Before migrations, because a mistyped address must not change the database of another cell.
      if (cell !== null) await requireOwnCell(pool, cell)
    })
    await checkTimeLimits(connection)
    if (route && !route.keepsNames)
      logWarning('database: the pooler keeps no named statements, so each use plans anew (docs/operations/scale.md)')
    return { connection, direct, where: 'DATABASE_URL', close: async () => {} }
  }
  const server = await startEmbeddedPostgres({ dataDir })
  const { connection } = server
  return { connection, direct: connection, where: clusterFolderOf(dataDir), close: () => server.stop() }
}

/** @param schema `require` refuses an older one instead of migrating it @throws StartError with a clear sentence. */
export async function openDatabase(env: Env, schema: 'migrate' | 'require' = 'migrate'): Promise<OpenDatabase> {
  const { connection, direct, where, close } = await openServer(env)
  try {
    const applied = await withPool(direct, (pool) => {
      if (schema === 'require') return requireCurrentSchema(pool)
      return env.databaseUrl ? migrate(pool).catch(notPrepared) : migrate(pool)
    })
    const databases = openPools(connection, env.poolSizes)
    try {
      const risk = env.databaseUrl && (await findCommitRisk(databases.jobs.db, env))
      if (risk) logWarning(`database: ${commitRisks[risk]} (docs/operations/scale.md)`)
    } catch (error) {
      await closePools(databases)
      throw error
    }
    return { databases, where, applied, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function withPool<Result>(connection: pg.PoolConfig, work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  // `migrate` needs four connections.
  const pool = openPool(connection, 4)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

const commitRisks: Record<CommitRisk, string> = {
  NO_SYNCHRONOUS_STANDBY: 'a failover may lose answered writes, because synchronous_standby_names is empty',
  COMMIT_DOES_NOT_WAIT: 'a failover may lose answered writes, because synchronous_commit is off or local',
}

/** A mistyped folder would otherwise be created. @throws StartError when no portal has been started here. */
export function requireDatabase({ databaseUrl, dataDir }: Env): void {
  if (!databaseUrl && !isClusterFolder(clusterFolderOf(dataDir)))
    throw new StartError(`no database in ${clusterFolderOf(dataDir)}: DATA_DIR says where the portal keeps its own`)
}

async function requireCurrentSchema(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect()
  try {
    await requireSameSchema(client, 'the database')
    return []
  } finally {
    client.release()
  }
}

function notPrepared(error: Error): never {
  if (error instanceof StartError || !errorCodeOf(error)) throw error
  throw new StartError(`cannot prepare the database of DATABASE_URL: ${withoutValues(error)}`)
}

async function checkReachable(pool: pg.Pool): Promise<void> {
  const { rows } = await askDatabase(pool).catch((error: Error) => {
    throw cannotUse('DATABASE_URL', error)
  })
  if (rows[0]?.readOnly === 'on')
    throw new StartError(
      'the database of DATABASE_URL is read-only (a standby, or default_transaction_read_only): start again when it takes writes',
    )
  const warning = checkPostgresVersion(rows[0]?.version ?? 0)
  if (warning) logWarning(warning)
  // With ctype C, trigram search ignores Chinese text.
  if (rows[0]?.encoding !== 'UTF8' || rows[0]?.ctype === 'C' || rows[0]?.ctype === 'POSIX')
    throw new StartError(
      `the database of DATABASE_URL must be UTF8 with a locale such as C.UTF-8, not ${rows[0]?.encoding}/${rows[0]?.ctype}`,
    )
}

/** Async, so that an exception of pg for a malformed address becomes a rejected promise. */
async function askDatabase(pool: pg.Pool) {
  return await pool.query<{ ctype: string; encoding: string; version: number; readOnly: string }>(
    `select datctype as ctype, pg_encoding_to_char(encoding) as encoding,
      current_setting('server_version_num')::int as version,
      current_setting('transaction_read_only') as "readOnly"
    from pg_database where datname = current_database()`,
  )
}

/**
 * @param serverVersion `server_version_num`, for example 150018 @returns a warning for an untested newer version
 * @throws StartError when it is too old.
 */
export function checkPostgresVersion(serverVersion: number): string | null {
  const major = Math.floor(serverVersion / 10_000)
  if (major < oldestVersion)
    throw new StartError(
      `the database of DATABASE_URL is PostgreSQL ${major}: ${oldestVersion} to ${newestVersion} are supported, upgrade it first`,
    )
  if (major > newestVersion)
    return `the database of DATABASE_URL is PostgreSQL ${major}, which this version of the portal was not tested with (${oldestVersion} to ${newestVersion})`
  return null
}

/** @throws StartError when the database has another cell; an empty one has none yet. */
async function requireOwnCell(pool: pg.Pool, cell: string): Promise<void> {
  const { rows } = await pool
    .query<{ cell: string | null }>(`select to_jsonb(deployment) ->> 'cell' as cell from deployment`)
    .catch((error: unknown) => {
      // Error code undefined_table.
      if (errorCodeOf(error) !== '42P01') throw error
      return { rows: [] }
    })
  const [own] = rows
  if (own && own.cell !== cell) throw otherCell(cell, own.cell)
}
