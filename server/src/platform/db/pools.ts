import type pg from 'pg'
import { type Db, openDb, openPool } from './database.ts'

/**
 * Who uses the database. Each has connections of its own, so that one that hangs cannot take those of another: learners and visitors, the
 * desks of staff and employers, their exports, work in the background, the process's signs of life, health checks.
 */
export type Workload = 'learner' | 'desk' | 'export' | 'jobs' | 'pulse' | 'health'

export interface Database {
  pool: pg.Pool
  db: Db
}

export type Databases = Record<Workload, Database>

/** Connections of each workload in one process; pulse has two, health one. */
export type PoolSizes = Record<Exclude<Workload, 'pulse' | 'health'>, number>

export const defaultPoolSizes: PoolSizes = { learner: 10, desk: 5, export: 2, jobs: 4 }

/** Times in milliseconds. What takes longer fails, and is refused with 503 (docs/operations/limits.md). */
interface PoolLimits {
  /** for a free connection */
  connectionTimeoutMillis: number
  statement_timeout: number
  lock_timeout: number
  idle_in_transaction_session_timeout: number
  /** requests that may wait for a connection at the same time */
  maxWaiting: number
  /** then an idle connection is closed and made anew: PostgreSQL keeps what a connection has ever planned and cached */
  lifetime: number
  /** for all that is done over one connection at a time: then it is broken off, whatever the database says */
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
  // a sign of life that comes late is taken for an outage, and gives running exams more time
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

/** Opens a pool for each workload; connections are made when they are first needed. */
export function openPools(
  connection: pg.PoolConfig,
  sizes: PoolSizes = defaultPoolSizes,
): Databases {
  const open = (workload: Workload, max: number): Database => {
    const { maxWaiting, lifetime, ...timeouts } = limits[workload]
    // a fifth more at most, so that processes started together do not connect anew together
    const maxLifetimeSeconds = Math.round((lifetime / second) * (1 + Math.random() / 5))
    const name = { application_name: `portal ${workload}` }
    const pool = openPool(
      { ...connection, ...timeouts, ...name, maxWaiting, maxLifetimeSeconds },
      max,
    )
    return { pool, db: openDb(pool) }
  }
  return {
    learner: open('learner', sizes.learner),
    desk: open('desk', sizes.desk),
    export: open('export', sizes.export),
    jobs: open('jobs', sizes.jobs),
    pulse: open('pulse', 2),
    health: open('health', 1),
  }
}

/** One pool for everything: commands, and tests that look behind the calls. */
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

/** Ends all pools; each is ended once, also where several workloads share it. */
export async function closePools(databases: Databases): Promise<void> {
  const all = new Set(Object.values(databases))
  await Promise.all(
    [...all].map(async ({ pool, db }) => {
      await db.destroy()
      // Kysely does not end the pool of a database that was never asked anything.
      if (!pool.ending) await pool.end()
    }),
  )
}
