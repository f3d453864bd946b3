import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Deps } from '../deps.ts'
import { portProblem } from '../port.ts'
import { showBuild } from './build.ts'
import { readGaugesFrom, updateDatabaseGauges } from './database-gauges.ts'
import { logFault } from './log.ts'
import { registry } from './metrics.ts'
import { measurePools } from './pools.ts'
import './process-counts.ts'
import { registerProcessGauges } from './process-gauges.ts'
import { traceQueries } from './trace-queries.ts'
import { areTracesOn } from './traces.ts'

/** of whoever scrapes; a Prometheus or two need one each */
const mostConnections = 20
const patienceMs = 10_000
/** longer than between two scrapes */
const keepAliveMs = 65_000

/**
 * Where METRICS_PORT is set, answers `GET /metrics` there and nothing else: figures of the portal, none of a person.
 * @throws StartError
 */
export async function openMetrics(
  deps: Pick<Deps, 'env' | 'databases' | 'sessions'>,
): Promise<{ url: string; close(): Promise<void> } | null> {
  const { databases } = deps
  const { metrics } = deps.env
  if (areTracesOn()) for (const { pool } of Object.values(databases)) traceQueries(pool)
  if (!metrics) return null
  showBuild()
  measurePools(databases)
  readGaugesFrom(databases.jobs.pool)
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
    const text = await registry.metrics()
    response
      .writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' })
      .end(request.method === 'HEAD' ? undefined : text)
  } catch (error) {
    logFault('metrics', error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  }
}
