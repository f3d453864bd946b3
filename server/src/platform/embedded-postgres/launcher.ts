import { setTimeout as delay } from 'node:timers/promises'
import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { keepLogSmall } from './log-file.ts'
import { choosePlace, type Place } from './place.ts'
import { type RunningServer, startOrAdopt } from './start-or-adopt.ts'
import { stopServer } from './stop.ts'
import type { Connection } from './transport.ts'

const RETRY_EVERY_MS = 1_000

export interface EmbeddedPostgres {
  /** For `pg.Pool`: host is the folder of the socket (127.0.0.1 on Windows). It outlives a restart. */
  connection: Connection
  /** Of the postmaster; another one after a restart. */
  readonly pid: number
  /** True when it was running already: its settings are those of whoever started it. */
  adopted: boolean
  /**
   * Ends our use of the server. The last user's stop, whoever started it, is a fast shutdown and
   * resolves when the server is gone; others just leave. May be called twice.
   */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL 18 on `<dataDir>/postgres`, or adopts the server already running there, and makes
 * the cluster, the role and the database `portal` when missing. The server outlives a killed Node; and
 * when it is killed itself, it is started again until our stop: queries fail meanwhile, pools recover.
 * @param options.settings PostgreSQL settings that replace ours; without effect on an adopted server
 * @throws StartError one line for the operator
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  settings?: Record<string, string>
  log?: (line: string) => void
}): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const place = choosePlace(options.dataDir)
  const binaries = await findBinaries(place.identity)
  await ensureCluster(place, binaries)
  const start: Start = async (lost, port) => {
    const wish = { settings: options.settings ?? {}, ...(port ? { port } : {}), log, lost }
    const server = await startOrAdopt(place, binaries, wish)
    const how = server.adopted ? 'adopted' : 'started'
    log(`PostgreSQL ${how} on ${place.cluster} (pid ${server.pid})`)
    return server
  }
  return supervise(place, binaries, start, log)
}

type Start = (lost: () => void, port?: number) => Promise<RunningServer>

async function supervise(
  place: Place,
  binaries: Binaries,
  start: Start,
  log: (line: string) => void,
): Promise<EmbeddedPostgres> {
  let stopping = false
  const lost = () => {
    log('PostgreSQL went away')
    current = startAgain()
  }
  const startAgain = async (): Promise<RunningServer | undefined> => {
    while (!stopping) {
      try {
        latest = await start(lost, first.connection.port)
        return latest
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await delay(RETRY_EVERY_MS)
      }
    }
    return undefined
  }
  const first = await start(() => lost())
  let latest = first
  let current: Promise<RunningServer | undefined> = Promise.resolve(first)
  const stopTrimming = keepLogSmall(place.log)
  const stop = async () => {
    stopping = true
    stopTrimming()
    const server = await current
    if (server && (await server.tenancy.leave())) await stopServer(place, binaries, server.pid)
  }
  let stopped: Promise<void> | undefined
  return {
    connection: first.connection,
    get pid() {
      return latest.pid
    },
    adopted: first.adopted,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
