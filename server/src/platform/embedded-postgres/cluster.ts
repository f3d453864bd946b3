import {
  chmodSync,
  existsSync,
  lchownSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { mkdtemp, open } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../error-code.ts'
import { StartError } from '../start-error.ts'
import type { Binaries } from './binaries.ts'
import type { Identity } from './identity.ts'
import { initdb } from './initdb.ts'
import type { Place } from './place.ts'

const HALF_MADE = 'postgres.new-'
const TEN_MINUTES_MS = 600_000

/**
 * Makes sure `<dataDir>/postgres` is a cluster that the server's user owns. initdb works in a folder
 * beside it, so a killed initdb never leaves half a cluster under the real name.
 * @throws StartError when initdb fails or the folder holds something else
 */
export async function ensureCluster(place: Place, binaries: Binaries): Promise<void> {
  if (isCluster(place.cluster)) return repairRestored(place)
  if (existsSync(place.cluster) && readdirSync(place.cluster).length > 0) {
    throw new StartError(`${place.cluster} is not a PostgreSQL cluster: move it away`)
  }
  try {
    removeHalfMade(place.dataDir)
    await makeCluster(place, binaries)
  } catch (error) {
    // another process made the cluster meanwhile: that one is as good
    if (isCluster(place.cluster)) return
    if (error instanceof StartError) throw error
    throw new StartError(`the database cannot be made in ${place.dataDir} (${errorCode(error)})`)
  }
}

async function makeCluster(place: Place, binaries: Binaries): Promise<void> {
  const fresh = await mkdtemp(join(place.dataDir, HALF_MADE))
  try {
    giveTo(place.identity, fresh)
    await initdb(fresh, place, binaries)
    await renameDurably(fresh, place)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** A PostgreSQL has been made in it. */
export function isCluster(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'))
}

async function renameDurably(fresh: string, place: Place): Promise<void> {
  renameSync(fresh, place.cluster)
  if (process.platform === 'win32') return // has no fsync of a folder
  const parent = await open(place.dataDir, 'r')
  await parent.sync().finally(() => parent.close())
}

/** A restored backup often belongs to root or is open to others, and then PostgreSQL refuses it. */
function repairRestored({ cluster, identity }: Place): void {
  const { uid, mode } = statSync(cluster)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) chmodSync(cluster, 0o700)
  if (!identity || uid === identity.uid) return
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    giveTo(identity, join(cluster, name))
  }
  giveTo(identity, cluster) // last: a broken-off run starts again
}

function giveTo(identity: Identity | undefined, path: string): void {
  if (identity) lchownSync(path, identity.uid, identity.gid)
}

/** Left by a killed initdb, which takes seconds: an old one is nobody's work in progress. */
function removeHalfMade(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((name) => name.startsWith(HALF_MADE))) {
    const path = join(dataDir, name)
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (made < Date.now() - TEN_MINUTES_MS) rmSync(path, { recursive: true, force: true })
  }
}
