import type pg from 'pg'
import { type Db, openDb, openPool, type PoolOptions } from './database.ts'

/** Each workload has its own connections, so that none can block another. */
export const workloads = ['learner', 'desk', 'export', 'jobs', 'pulse', 'health'] as const
export type Workload = (typeof workloads)[number]

export interface WorkloadDatabase {
  pool: pg.Pool
  db: Db
}

export type Databases = Record<Workload, WorkloadDatabase>

/** The pulse pool always has two connections, the health pool one. */
export type PoolSizes = Record<Exclude<Workload, 'pulse' | 'health'>, number>

export const defaultPoolSizes: PoolSizes = { learner: 10, desk: 5, export: 2, jobs: 4 }

/** Milliseconds. Work that takes longer fails with 503 (docs/operations/limits.md). */
interface PoolLimits {
  connectionTimeoutMillis: number
  statement_timeout: number
  lock_timeout: number
  idle_in_transaction_session_timeout: number
  maxWaiting: number
  /**
   * Milliseconds after which a connection is replaced, because PostgreSQL keeps every plan that the connection has
   * cached.
   */
  lifetime: number
  /** Longest use of a connection, in ms; then the connection is closed. */
  longestHold: number
}

const second = 1000
const minute = 60 * second

const limits: Record<Workload, PoolLimits> = {
  learner: {
    connectionTimeoutMillis: 5 * second,
    statement_timeout: 8 * second,
    lock_timeout: 3 * second,
    idle_in_transaction_session_timeout: 15 * second,
    maxWaiting: 2000,
    lifetime: 10 * minute,
    longestHold: minute,
  },
  desk: {
    connectionTimeoutMillis: 5 * second,
    statement_timeout: 30 * second,
    lock_timeout: 5 * second,
    idle_in_transaction_session_timeout: 30 * second,
    maxWaiting: 100,
    lifetime: 10 * minute,
    longestHold: 3 * minute,
  },
  export: {
    connectionTimeoutMillis: 20 * second,
    statement_timeout: 5 * minute,
    lock_timeout: 10 * second,
    idle_in_transaction_session_timeout: 2 * minute,
    maxWaiting: 20,
    lifetime: 5 * minute,
    longestHold: 15 * minute,
  },
  jobs: {
    connectionTimeoutMillis: 30 * second,
    statement_timeout: 10 * minute,
    lock_timeout: minute,
    idle_in_transaction_session_timeout: 5 * minute,
    maxWaiting: 1000,
    lifetime: 10 * minute,
    longestHold: 60 * minute,
  },
  // The limits of pulse jobs are short, because a late run would give running exams more time.
  pulse: {
    connectionTimeoutMillis: 5 * second,
    statement_timeout: 10 * second,
    lock_timeout: 5 * second,
    idle_in_transaction_session_timeout: 10 * second,
    maxWaiting: 20,
    lifetime: 20 * minute,
    longestHold: 30 * second,
  },
  health: {
    connectionTimeoutMillis: 2 * second,
    statement_timeout: 2 * second,
    lock_timeout: second,
    idle_in_transaction_session_timeout: 2 * second,
    maxWaiting: 10,
    lifetime: 20 * minute,
    longestHold: 5 * second,
  },
}

/** Time limits that PostgreSQL keeps for a connection, in ms. */
export function timeLimitsOf(workload: Workload) {
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout } = limits[workload]
  return { statement_timeout, lock_timeout, idle_in_transaction_session_timeout }
}

/** A pooler has a database or a user for each workload, whose name `{workload}` in the address stands for. */
export function nameDatabaseOf(url: string, workload: Workload): string {
  return url.replaceAll('{workload}', workload)
}

export function openWorkload(
  connection: PoolOptions,
  workload: Workload,
  max: number,
  application_name = `portal ${workload}`,
): WorkloadDatabase {
  const { maxWaiting, lifetime, connectionTimeoutMillis, longestHold } = limits[workload]
  // A pooler refuses time limits that come with a connection, or ignores them (decision 104).
  const timeouts = connection.route?.pooled ? {} : timeLimitsOf(workload)
  const { connectionString } = connection
  const address = connectionString && { connectionString: nameDatabaseOf(connectionString, workload) }
  // A random part of the lifetime keeps processes from reconnecting together.
  const maxLifetimeSeconds = Math.round((lifetime / second) * (1 + Math.random() / 5))
  const waits = { connectionTimeoutMillis, longestHold, maxWaiting, maxLifetimeSeconds }
  const pool = openPool({ ...connection, ...address, ...timeouts, application_name, ...waits }, max)
  return { pool, db: openDb(pool) }
}

export function openPools(connection: PoolOptions, sizes: PoolSizes = defaultPoolSizes): Databases {
  const open = (workload: Workload, max: number) => openWorkload(connection, workload, max)
  return {
    learner: open('learner', sizes.learner),
    desk: open('desk', sizes.desk),
    export: open('export', sizes.export),
    jobs: open('jobs', sizes.jobs),
    pulse: open('pulse', 2),
    health: open('health', 1),
  }
}

export function sharePool(pool: pg.Pool): Databases {
  const database = { pool, db: openDb(pool) }
  return {
    learner: database,
    desk: database,
    export: database,
    jobs: database,
    pulse: database,
    health: database,
  }
}

export async function closePools(databases: Readonly<Record<string, WorkloadDatabase>>): Promise<void> {
  const all = new Set(Object.values(databases))
  await Promise.all(
    [...all].map(async ({ pool, db }) => {
      await db.destroy()
      if (!pool.ending) await pool.end()
    }),
  )
}
