import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { errorCodeOf } from '../error-code.ts'
import { StartError } from '../errors.ts'

const NOBODY: ServerIdentity = { uid: 65534, gid: 65534 }

export interface ServerLocation {
  dataDir: string
  cluster: string
  log: string
  /** PostgreSQL's `cluster_name`, by which our postmaster is recognized on its command line. */
  name: string
  identity: ServerIdentity | undefined
}

/** @throws StartError when this user cannot use DATA_DIR or the cluster inside. */
export function resolveServerLocation(wanted: string): ServerLocation {
  const dataDir = writableFolder(wanted)
  const cluster = clusterFolderOf(dataDir)
  refuseForeignCluster(cluster)
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  return {
    dataDir,
    cluster,
    log: join(dataDir, 'postgres.log'),
    name: `portal-${hash}`,
    identity: chooseIdentity(cluster),
  }
}

function writableFolder(wanted: string): string {
  try {
    makeMissing(resolve(wanted))
    accessSync(wanted, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(wanted)
  } catch (error) {
    throw new StartError(`DATA_DIR ${wanted} is not writable (${errorCodeOf(error)})`)
  }
}

/**
 * Creates missing folders one by one, because Node's `recursive` option would try forever where nothing can be created,
 * as in /proc.
 */
function makeMissing(folder: string): void {
  if (existsSync(folder)) return
  makeMissing(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  }
}

/** Refuses a cluster of another owner: PostgreSQL must own its folder, and only root can start it as that owner. */
function refuseForeignCluster(cluster: string): void {
  const uid = process.getuid?.()
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid
  if (uid === undefined || uid === 0 || owner === undefined || owner === uid) return
  throw new StartError(
    `${cluster} belongs to uid ${owner} and you are uid ${uid}: start as that user or as root, or choose another DATA_DIR`,
  )
}

export const clusterFolderOf = (dataDir: string): string => join(dataDir, 'postgres')

/** Present only when PostgreSQL's user differs from Node's. */
export interface ServerIdentity {
  uid: number
  gid: number
}

/**
 * PostgreSQL does not run as root, so it runs as the folder's owner. One `sudo npm start` must not lock the owner out.
 */
function chooseIdentity(cluster: string): ServerIdentity | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
}

export function canReachFolder(folder: string, who: ServerIdentity): boolean {
  const { mode, uid, gid } = statSync(folder)
  const searchBit = uid === who.uid ? 0o100 : gid === who.gid ? 0o010 : 0o001
  if ((mode & searchBit) === 0) return false
  return folder === dirname(folder) || canReachFolder(dirname(folder), who)
}

/**
 * /proc/self/cwd works even below a closed parent such as /root. @throws StartError for a closed parent on other
 * systems.
 */
export function reachableFolderPath(folder: string, who: ServerIdentity | undefined): string {
  if (!who || canReachFolder(dirname(folder), who)) return folder
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new StartError(
    `PostgreSQL cannot run as root, and uid ${who.uid} cannot reach ${folder}: choose another DATA_DIR or do not start as root`,
  )
}
