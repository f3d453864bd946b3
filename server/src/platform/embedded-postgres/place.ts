import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from '../error-code.ts'
import { StartError } from '../start-error.ts'
import { chooseIdentity, type Identity } from './identity.ts'

/** Where one embedded server lives. */
export interface Place {
  /** DATA_DIR without symbolic links, so that two spellings of it are one place. */
  dataDir: string
  cluster: string
  log: string
  /** PostgreSQL's `cluster_name`: recognises our postmaster by its command line. */
  name: string
  identity: Identity | undefined
}

/**
 * Makes DATA_DIR when missing and derives every path from it.
 * @throws StartError when it, or the cluster inside, cannot be used by this user
 */
export function choosePlace(wanted: string): Place {
  const dataDir = writableFolder(wanted)
  const cluster = clusterOf(dataDir)
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
    throw new StartError(`DATA_DIR ${wanted} is not writable (${errorCode(error)})`)
  }
}

/** A folder with those above it. Not by `recursive`: where nothing can be made, as below /proc, Node tries it for ever. */
function makeMissing(folder: string): void {
  if (existsSync(folder)) return
  makeMissing(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // somebody else has made it meanwhile
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

/** PostgreSQL insists on owning its folder; only root can serve somebody else's. */
function refuseForeignCluster(cluster: string): void {
  const uid = process.getuid?.()
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid
  if (uid === undefined || uid === 0 || owner === undefined || owner === uid) return
  throw new StartError(
    `${cluster} belongs to uid ${owner} and you are uid ${uid}: start as that user or as root, or choose another DATA_DIR`,
  )
}

/** Where the embedded PostgreSQL has its files. */
export const clusterOf = (dataDir: string): string => join(dataDir, 'postgres')
