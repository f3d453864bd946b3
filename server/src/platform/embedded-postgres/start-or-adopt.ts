import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { StartError } from '../errors.ts'
import type { PostgresBinaries } from './binaries.ts'
import { buildServerSettingArguments } from './cluster.ts'
import { type LaunchedServer, launchServer } from './launch.ts'
import type { ServerLocation } from './place.ts'
import {
  isPostmasterOf,
  type PostmasterFile,
  readPostmasterFile,
  removeEmptyPostmasterFile,
} from './postmaster-file.ts'
import { isServerAnswering } from './session.ts'
import { joinRunningServer, type ServerMembership } from './tenancy.ts'
import { buildListenSettings, readServerConnection, type ServerConnection } from './transport.ts'
import { createWaitLimit } from './waiting.ts'

/** Advisory lock: only one process at a time prepares the server. */
const PREPARING = 7_261_019

const LOOK_EVERY_MS = 15

const RETRY_EVERY_MS = 100

const RETRY_FOR_MS = 30_000

export interface StartOrAdoptOptions {
  /** PostgreSQL settings that replace ours when we launch the server. */
  settings: Record<string, string>
  /** Port of the earlier server, because its pools still use it. */
  port?: number
  log(line: string): void
  lost(): void
}

export interface RunningServer {
  connection: ServerConnection
  pid: number
  adopted: boolean
  tenancy: ServerMembership
}

/**
 * Joins a ready server, waits for one that starts or stops, or launches one. Processes may race. @throws StartError.
 */
export async function startOrAdoptServer(
  place: ServerLocation,
  binaries: PostgresBinaries,
  wish: StartOrAdoptOptions,
): Promise<RunningServer> {
  const waiting = createWaitLimit(place, wish.log)
  const retryUntil = Date.now() + RETRY_FOR_MS
  let launched: LaunchedServer | undefined
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
      removeEmptyPostmasterFile(place.cluster)
      const settings = buildServerSettingArguments(place, wish.settings, await buildListenSettings(place, wish.port))
      launched = launchServer(place, binaries, settings, file?.pid)
    }
    waiting(file)
    await delay(LOOK_EVERY_MS)
  }
}

async function joinServer(
  place: ServerLocation,
  file: PostmasterFile,
  launched: LaunchedServer | undefined,
  lost: () => void,
): Promise<RunningServer | undefined> {
  const superuser = readServerConnection(file, place, { user: 'postgres', database: 'postgres' })
  const prepare = (client: Client) => ensurePortalDatabase(client, superuser.password)
  const tenancy = await joinRunningServer(superuser, prepare, lost)
  if (!tenancy) return undefined
  const connection = readServerConnection(file, place, { user: 'portal', database: 'portal' })
  return { connection, pid: file.pid, adopted: !launched?.started(file.pid), tenancy }
}

/**
 * Refuses to start while a server in another container uses the cluster: PostgreSQL cannot detect it, and two servers
 * would destroy the cluster.
 */
async function refuseElsewhere(place: ServerLocation, file: PostmasterFile | undefined): Promise<void> {
  if (!file) return
  const superuser = readServerConnection(file, place, { user: 'postgres', database: 'postgres' })
  if (!(await isServerAnswering(superuser))) return
  const now = readPostmasterFile(place.cluster)
  if (now?.pid !== file.pid || isPostmasterOf(place, now.pid)) return
  throw new StartError(`${place.cluster} is in use by another container: stop that one first`)
}

/** Waits before the next try. @throws StartError when another try would not help. */
async function pauseAfter(launched: LaunchedServer, place: ServerLocation, retryUntil: number): Promise<void> {
  const failure = launched.failure()
  if (failure && (!failure.passing || Date.now() > retryUntil)) {
    throw new StartError(`PostgreSQL did not start: ${failure.reason} (log: ${place.log})`)
  }
  await delay(RETRY_EVERY_MS)
}

/**
 * The role is no superuser, so an injection cannot run programs. It may create databases for the tests. @param password
 * hex digits; undefined where the socket's folder protects the server
 */
async function ensurePortalDatabase(client: Client, password?: string): Promise<void> {
  const lacks = async (query: string) => (await client.query(query)).rowCount === 0
  await client.query(`select pg_advisory_lock(${PREPARING})`)
  if (await lacks(`select from pg_roles where rolname = 'portal'`)) {
    const secret = password ? `password '${password}'` : ''
    await client.query(`create role portal login createdb ${secret}`)
  }
  if (await lacks(`select from pg_database where datname = 'portal'`)) {
    await client.query('create database portal owner portal')
  }
  await client.query(`select pg_advisory_unlock(${PREPARING})`)
}
