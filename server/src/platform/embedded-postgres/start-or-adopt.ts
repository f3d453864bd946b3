import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { StartError } from '../start-error.ts'
import type { Binaries } from './binaries.ts'
import { type Launched, launch } from './launch.ts'
import type { Place } from './place.ts'
import { ensurePortalDatabase } from './portal-database.ts'
import {
  isPostmasterOf,
  type PostmasterFile,
  readPostmasterFile,
  removeEmptyFile,
} from './postmaster-file.ts'
import { answers } from './session.ts'
import { settingArguments } from './settings.ts'
import { join, type Tenancy } from './tenancy.ts'
import { type Connection, connectionTo, listening } from './transport.ts'
import { watchWaiting } from './waiting.ts'

const LOOK_EVERY_MS = 15
const RETRY_EVERY_MS = 100
const RETRY_FOR_MS = 30_000

export interface Wish {
  /** PostgreSQL settings that replace ours, for a server we launch */
  settings: Record<string, string>
  /** where a server we had listened: its pools still look there */
  port?: number
  log(line: string): void
  /** told once when the server goes away under us */
  lost(): void
}

/** A server that answers, and our stay on it. */
export interface RunningServer {
  connection: Connection
  pid: number
  adopted: boolean
  tenancy: Tenancy
}

/**
 * Looks at what is there until a server answers: joins one that is ready, waits for one that is
 * starting or stopping, launches one when there is none. Two processes may do this at once:
 * PostgreSQL's own lock file lets one postmaster live, and the loser's next look finds it.
 * @throws StartError
 */
export async function startOrAdopt(
  place: Place,
  binaries: Binaries,
  wish: Wish,
): Promise<RunningServer> {
  const waiting = watchWaiting(place, wish.log)
  const retryUntil = Date.now() + RETRY_FOR_MS
  let launched: Launched | undefined
  for (;;) {
    const file = readPostmasterFile(place.cluster)
    const lives = file !== undefined && isPostmasterOf(place, file.pid)
    if (lives && file.status === 'ready') {
      const server = await joinServer(place, file, launched, wish.lost)
      if (server) return server
    }
    if (!lives && (!launched || launched.hasEnded())) {
      if (launched) await pauseAfter(launched, place, retryUntil)
      else await refuseElsewhere(place, file)
      removeEmptyFile(place.cluster)
      const settings = settingArguments(place, wish.settings, await listening(place, wish.port))
      launched = launch(place, binaries, settings, file?.pid)
    }
    waiting(file)
    await delay(LOOK_EVERY_MS)
  }
}

async function joinServer(
  place: Place,
  file: PostmasterFile,
  launched: Launched | undefined,
  lost: () => void,
): Promise<RunningServer | undefined> {
  const superuser = connectionTo(file, place, { user: 'postgres', database: 'postgres' })
  const prepare = (client: Client) => ensurePortalDatabase(client, superuser.password)
  const tenancy = await join(superuser, prepare, lost)
  if (!tenancy) return undefined
  const connection = connectionTo(file, place, { user: 'portal', database: 'portal' })
  return { connection, pid: file.pid, adopted: !launched?.started(file.pid), tenancy }
}

/**
 * A server that answers without being a process of ours runs in another container on the same volume.
 * PostgreSQL's safeguards do not see across containers, and two servers on one cluster destroy it.
 */
async function refuseElsewhere(place: Place, file: PostmasterFile | undefined): Promise<void> {
  if (!file) return
  const superuser = connectionTo(file, place, { user: 'postgres', database: 'postgres' })
  if (!(await answers(superuser))) return
  const now = readPostmasterFile(place.cluster)
  if (now?.pid !== file.pid || isPostmasterOf(place, now.pid)) return // just started by another Node
  throw new StartError(`${place.cluster} is in use by another container: stop that one first`)
}

/** @throws StartError when another try would not help */
async function pauseAfter(launched: Launched, place: Place, retryUntil: number): Promise<void> {
  const failure = launched.failure()
  if (failure && (!failure.passing || Date.now() > retryUntil)) {
    throw new StartError(`PostgreSQL did not start: ${failure.reason} (log: ${place.log})`)
  }
  await delay(RETRY_EVERY_MS)
}
