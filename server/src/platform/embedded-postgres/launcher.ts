import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { errorCodeOf } from '../error-code.ts'
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { rotateServerLog } from './log-file.ts'
import { resolveServerLocation, type ServerLocation } from './place.ts'
import { isPostmasterOf } from './postmaster-file.ts'
import { type RunningServer, startOrAdoptServer } from './start-or-adopt.ts'
import type { ServerConnection } from './transport.ts'

const LOOK_EVERY_MS = 15

/** Signals to stop the server. If a fast shutdown fails, an immediate stop follows, and the next start recovers. */
const WAYS: [NodeJS.Signals, number][] = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 10_000],
]

const RETRY_EVERY_MS = 1_000

export interface EmbeddedPostgres {
  /** The socket's folder (127.0.0.1 on Windows), which stays valid after a restart. */
  connection: ServerConnection
  readonly pid: number
  adopted: boolean
  /** Leaves the server; the last process that uses it shuts it down. `stop` may be called twice. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL 18 or adopts a running server. The server outlives a killed Node and is restarted when it dies.
 * @param options.settings PostgreSQL settings, without effect on an adopted server @throws StartError with one line for
 * the operator.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  settings?: Record<string, string>
  log?: (line: string) => void
}): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const place = resolveServerLocation(options.dataDir)
  const binaries = await findPostgresBinaries(place.identity)
  await ensureCluster(place, binaries)
  const start: Start = async (lost, port) => {
    const wish = { settings: options.settings ?? {}, ...(port ? { port } : {}), log, lost }
    const server = await startOrAdoptServer(place, binaries, wish)
    const how = server.adopted ? 'adopted' : 'started'
    log(`PostgreSQL ${how} on ${place.cluster} (pid ${server.pid})`)
    return server
  }
  return supervise(place, binaries, start, log)
}

type Start = (lost: () => void, port?: number) => Promise<RunningServer>

async function supervise(
  place: ServerLocation,
  binaries: PostgresBinaries,
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
  const stopTrimming = rotateServerLog(place.log)
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

/** Stops the postmaster and waits until it is gone. @throws Error when it survives a fast and an immediate stop. */
export async function stopServer(place: ServerLocation, binaries: PostgresBinaries, pid: number): Promise<void> {
  if (process.platform === 'win32') return stopOnWindows(place, binaries)
  for (const [signal, patienceMs] of WAYS) {
    const end = Date.now() + patienceMs
    if (isPostmasterOf(place, pid)) send(pid, signal)
    while (isPostmasterOf(place, pid) && Date.now() < end) await delay(LOOK_EVERY_MS)
  }
  if (isPostmasterOf(place, pid)) throw new Error(`PostgreSQL (pid ${pid}) does not stop`)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCodeOf(error) !== 'ESRCH') throw error
  }
}

/** Stops the server with pg_ctl, because Windows has no signals and a kill would be a crash. */
async function stopOnWindows(place: ServerLocation, binaries: PostgresBinaries): Promise<void> {
  await promisify(execFile)(binaries.pgCtl, ['stop', '-m', 'fast', '-w', '-D', place.cluster])
}
