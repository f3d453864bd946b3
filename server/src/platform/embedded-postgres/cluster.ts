import { execFile } from 'node:child_process'
import { chmodSync, existsSync, lchownSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { errorCodeOf } from '../error-code.ts'
import { StartError } from '../errors.ts'
import type { PostgresBinaries } from './binaries.ts'
import { buildServerEnvironment } from './launch.ts'
import { summarizeOutput } from './log-file.ts'
import type { ServerLocation } from './place.ts'
import { reachableFolderPath, type ServerIdentity } from './place.ts'
import { buildAuthenticationArguments } from './transport.ts'

/** Settings for a small machine. fsync stays on, so that a confirmed commit survives a power cut. */
const SMALL_BOX = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '64MB',
  work_mem: '8MB',
  synchronous_commit: 'on',
  wal_compression: 'on',
  // On an SSD a random page costs little more than the next one.
  random_page_cost: '1.1',
  // Short queries gain nothing from parallel workers, and containers lack memory for them.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  /**
   * Leaves out the details of errors, because they quote values such as phone numbers
   * (docs/rules/privacy.md#personal-data).
   */
  log_error_verbosity: 'terse',
  // Checkpoint lines every five minutes are of no use.
  log_checkpoints: 'off',
}

/** Text sorts by code point. With ctype C, pg_trgm would ignore Chinese; macOS and Windows lack C.UTF-8. */
const LOCALE: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['--locale=C.UTF-8'],
  darwin: ['--locale=C', '--lc-ctype=en_US.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  win32: ['--locale=C', '--lc-ctype=en-US', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
}

const HALF_MADE = 'postgres.new-'

const TEN_MINUTES_MS = 600_000

/**
 * An initdb that is killed leaves no incomplete cluster. @throws StartError when initdb fails or the folder has other
 * content.
 */
export async function ensureCluster(place: ServerLocation, binaries: PostgresBinaries): Promise<void> {
  if (isClusterFolder(place.cluster)) return repairRestored(place)
  if (existsSync(place.cluster) && readdirSync(place.cluster).length > 0) {
    throw new StartError(`${place.cluster} is not a PostgreSQL cluster: move it away`)
  }
  try {
    removeHalfMade(place.dataDir)
    await makeCluster(place, binaries)
  } catch (error) {
    if (isClusterFolder(place.cluster)) return
    if (error instanceof StartError) throw error
    throw new StartError(`the database cannot be made in ${place.dataDir} (${errorCodeOf(error)})`)
  }
}

async function makeCluster(place: ServerLocation, binaries: PostgresBinaries): Promise<void> {
  const fresh = await mkdtemp(join(place.dataDir, HALF_MADE))
  try {
    giveTo(place.identity, fresh)
    await initdb(fresh, place, binaries)
    await renameDurably(fresh, place)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

export function isClusterFolder(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'))
}

async function renameDurably(fresh: string, place: ServerLocation): Promise<void> {
  renameSync(fresh, place.cluster)
  if (process.platform === 'win32') return // Windows cannot fsync a folder.
  const parent = await open(place.dataDir, 'r')
  await parent.sync().finally(() => parent.close())
}

/**
 * Corrects mode and owner of a cluster, for example after a backup was restored, because PostgreSQL refuses one that
 * root owns or others can read.
 */
function repairRestored({ cluster, identity }: ServerLocation): void {
  const { uid, mode } = statSync(cluster)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) chmodSync(cluster, 0o700)
  if (!identity || uid === identity.uid) return
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    giveTo(identity, join(cluster, name))
  }
  giveTo(identity, cluster) // The owner of the top folder changes last, so that an interrupted change is repeated.
}

function giveTo(identity: ServerIdentity | undefined, path: string): void {
  if (identity) lchownSync(path, identity.uid, identity.gid)
}

/** Removes incomplete folders that a killed initdb left. */
function removeHalfMade(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((name) => name.startsWith(HALF_MADE))) {
    const path = join(dataDir, name)
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (made < Date.now() - TEN_MINUTES_MS) rmSync(path, { recursive: true, force: true })
  }
}

/** @throws StartError with the last lines of initdb's output. */
async function initdb(folder: string, place: ServerLocation, binaries: PostgresBinaries): Promise<void> {
  const target = reachableFolderPath(folder, place.identity)
  const wanted = [
    ...['-D', target, '--username=postgres', '--encoding=UTF8', '--no-instructions'],
    ...(LOCALE[process.platform] ?? []),
    ...buildAuthenticationArguments(place),
  ]
  try {
    await promisify(execFile)(binaries.initdb, wanted, {
      ...place.identity,
      cwd: folder,
      env: buildServerEnvironment(),
      windowsHide: true,
    })
  } catch (error) {
    throw new StartError(`PostgreSQL could not make its cluster in ${place.dataDir}: ${said(error)}`)
  }
}

function said(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  const written = 'stderr' in error ? String(error.stderr) : ''
  return summarizeOutput(written) || error.message
}

export function buildServerSettingArguments(
  place: ServerLocation,
  wanted: Record<string, string>,
  listening: Record<string, string>,
): string[] {
  const settings = {
    ...SMALL_BOX,
    ...wanted,
    ...listening,
    cluster_name: place.name,
    logging_collector: 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
