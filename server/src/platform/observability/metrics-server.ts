import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Deps } from '../deps.ts'
import { portProblem } from '../port.ts'
import { registerBuildMetric } from './build.ts'
import { setGaugePool, updateDatabaseGauges } from './database-gauges.ts'
import { logFault } from './log.ts'
import { metricsRegistry, poolTimeouts, poolWaitSeconds } from './metrics.ts'
import './process-counts.ts'
import { statfs } from 'node:fs/promises'
import { Gauge } from '@prometheus-io/client'
import type pg from 'pg'
import type { Databases } from '../db/pools.ts'
import { usesDataDir } from '../env.ts'
import { areTracesOn, traceQueries } from './traces.ts'

const watched = new Map<string, pg.Pool>()

new Gauge({
  name: 'portal_database_pool_connections',
  help: 'Connections of a pool: open, idle, and the most it may have; waiting are those who want one',
  labelNames: ['pool', 'state'],
  registers: [metricsRegistry],
  collect() {
    for (const [pool, { totalCount, idleCount, waitingCount, options }] of watched) {
      this.set({ pool, state: 'open' }, totalCount)
      this.set({ pool, state: 'idle' }, idleCount)
      this.set({ pool, state: 'waiting' }, waitingCount)
      this.set({ pool, state: 'most' }, options.max)
    }
  },
})

const mostConnections = 20

const patienceMs = 10_000

/** Milliseconds for which an unused connection stays open: longer than the time between two scrapes. */
const keepAliveMs = 65_000

/** The metrics contain no personal data. @throws StartError. */
export async function openMetricsServer(
  deps: Pick<Deps, 'env' | 'databases' | 'sessions'>,
): Promise<{ url: string; close(): Promise<void> } | null> {
  const { databases } = deps
  const { metrics } = deps.env
  if (areTracesOn()) for (const { pool } of Object.values(databases)) traceQueries(pool)
  if (!metrics) return null
  registerBuildMetric()
  measurePools(databases)
  setGaugePool(databases.jobs.pool)
  registerProcessGauges(deps)
  const server = createServer({ requestTimeout: patienceMs, headersTimeout: patienceMs })
  server.maxConnections = mostConnections
  server.keepAliveTimeout = keepAliveMs
  server.on('request', (request, response) => void answer(request, response))
  const { host } = metrics
  try {
    await once(server.listen({ host, port: metrics.port }), 'listening')
  } catch (error) {
    throw portProblem(error as NodeJS.ErrnoException, metrics)
  }
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : metrics.port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/metrics`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path] = (request.url ?? '').split('?')
  const asked = path === '/metrics' && (request.method === 'GET' || request.method === 'HEAD')
  if (!asked) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('not found\n')
    return
  }
  try {
    await updateDatabaseGauges()
    const text = await metricsRegistry.metrics()
    response
      .writeHead(200, { 'content-type': metricsRegistry.contentType, 'cache-control': 'no-store' })
      .end(request.method === 'HEAD' ? undefined : text)
  } catch (error) {
    logFault('metrics', error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  }
}

function measurePools(databases: Databases): void {
  for (const [name, { pool }] of Object.entries(databases)) {
    watched.set(name, pool)
    poolTimeouts.inc({ pool: name }, 0)
    measureWaits(name, pool)
  }
}

type Connected = (error: Error | undefined, ...rest: unknown[]) => void

type Connect = (callback?: Connected) => Promise<pg.PoolClient> | undefined

/** `pool.query` also takes its connection through this method, with a callback. */
function measureWaits(name: string, pool: pg.Pool): void {
  const connect = connectOf(pool)
  const measured: Connect = (callback) => {
    // Without a callback, the pool calls this method again with one (LimitedPool).
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

function connectOf(pool: pg.Pool): Connect {
  return pool.connect.bind(pool) as Connect
}

function registerProcessGauges({ sessions, env }: Pick<Deps, 'sessions' | 'env'>): void {
  replace('portal_session_cache_entries')
  new Gauge({
    name: 'portal_session_cache_entries',
    help: 'Students whose session this process knows without asking the database',
    registers: [metricsRegistry],
    collect() {
      this.set(sessions.cached)
    },
  })
  replace('portal_disk_bytes')
  new Gauge({
    name: 'portal_disk_bytes',
    help: 'The disk of DATA_DIR',
    labelNames: ['state'],
    registers: [metricsRegistry],
    async collect() {
      this.reset()
      const disk = usesDataDir(env) ? await statfs(env.dataDir).catch(() => null) : null
      if (!disk) return
      this.set({ state: 'size' }, disk.blocks * disk.bsize)
      this.set({ state: 'free' }, disk.bavail * disk.bsize)
    },
  })
}

/** A restarted app, as in tests, replaces the metrics of the earlier app. */
function replace(name: string): void {
  metricsRegistry.removeSingleMetric(name)
}
