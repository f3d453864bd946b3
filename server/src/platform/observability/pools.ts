import { Gauge } from '@prometheus-io/client'
import type pg from 'pg'
import type { Databases } from '../db/pools.ts'
import { poolTimeouts, poolWaitSeconds, registry } from './metrics.ts'

const watched = new Map<string, pg.Pool>()

new Gauge({
  name: 'portal_database_pool_connections',
  help: 'Connections of a pool: open, idle, and the most it may have; waiting are those who want one',
  labelNames: ['pool', 'state'],
  registers: [registry],
  collect() {
    for (const [pool, { totalCount, idleCount, waitingCount, options }] of watched) {
      this.set({ pool, state: 'open' }, totalCount)
      this.set({ pool, state: 'idle' }, idleCount)
      this.set({ pool, state: 'waiting' }, waitingCount)
      this.set({ pool, state: 'most' }, options.max)
    }
  },
})

/** Measures the pool of each workload from here on. */
export function measurePools(databases: Databases): void {
  for (const [name, { pool }] of Object.entries(databases)) {
    watched.set(name, pool)
    poolTimeouts.inc({ pool: name }, 0)
    measureWaits(name, pool)
  }
}

type Connected = (error: Error | undefined, ...rest: unknown[]) => void
type Connect = (callback?: Connected) => Promise<pg.PoolClient> | undefined

/** `pool.query` takes its connection by the same method, with a callback. */
function measureWaits(name: string, pool: pg.Pool): void {
  const connect = connectOf(pool)
  const measured: Connect = (callback) => {
    // asked without a callback, a pool calls this method again with one (LimitedPool)
    if (!callback) return connect()
    const began = performance.now()
    const heard = (error?: unknown) =>
      error
        ? poolTimeouts.inc({ pool: name })
        : poolWaitSeconds.observe({ pool: name }, (performance.now() - began) / 1000)
    return connect((error, ...rest) => {
      heard(error)
      callback(error, ...rest)
    })
  }
  Object.assign(pool, { connect: measured })
}

/** The pool's own method in both of its shapes. */
function connectOf(pool: pg.Pool): Connect {
  return pool.connect.bind(pool) as Connect
}
