import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../start-error.ts'

/** Who PostgreSQL runs as when that is not who Node runs as. */
export interface Identity {
  uid: number
  gid: number
}

const NOBODY: Identity = { uid: 65534, gid: 65534 }

/**
 * PostgreSQL refuses to run as root, so under root it runs as the owner of the cluster (kept when the
 * cluster was made without root, so that `sudo npm start` once does not lock its owner out), else as
 * nobody. Everyone else runs it directly: undefined.
 */
export function chooseIdentity(cluster: string): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
}

/** Whether `who` may pass through `folder` and everything above it, by the permission bits. */
export function canReach(folder: string, who: Identity): boolean {
  const { mode, uid, gid } = statSync(folder)
  const searchBit = uid === who.uid ? 0o100 : gid === who.gid ? 0o010 : 0o001
  if ((mode & searchBit) === 0) return false
  return folder === dirname(folder) || canReach(dirname(folder), who)
}

/**
 * The path by which a process started *inside* `folder` as `who` must name that folder. Under a closed
 * parent (/root is mode 700) its real path is denied, but Linux lets a process reach the folder it
 * stands in. So the data stays in DATA_DIR, where the operator backs it up, whoever owns the parents.
 * @throws StartError under a closed parent on another system
 */
export function ownFolder(folder: string, who: Identity | undefined): string {
  if (!who || canReach(dirname(folder), who)) return folder
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new StartError(
    `PostgreSQL cannot run as root, and uid ${who.uid} cannot reach ${folder}: choose another DATA_DIR or do not start as root`,
  )
}
