import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { keepLogSmall } from './log-file.ts'
import { choosePlace, type Place } from './place.ts'
import { type RunningServer, startOrAdopt } from './start-or-adopt.ts'
import { stopServer } from './stop.ts'
import type { Connection } from './transport.ts'

export interface EmbeddedPostgres {
  /** For `pg.Pool`: host is the folder of the socket (127.0.0.1 on Windows). */
  connection: Connection
  pid: number
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
 * the cluster, the role and the database `portal` when missing. The server outlives a killed Node.
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
  const server = await startOrAdopt(place, binaries, options.settings ?? {}, log)
  log(
    `PostgreSQL ${server.adopted ? 'adopted' : 'started'} on ${place.cluster} (pid ${server.pid})`,
  )
  return withStop(server, place, binaries)
}

function withStop(server: RunningServer, place: Place, binaries: Binaries): EmbeddedPostgres {
  const { connection, pid, adopted, tenancy } = server
  const stopTrimming = keepLogSmall(place.log)
  const stop = async () => {
    stopTrimming()
    if (await tenancy.leave()) await stopServer(place, binaries, pid)
  }
  let stopped: Promise<void> | undefined
  return {
    connection,
    pid,
    adopted,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
