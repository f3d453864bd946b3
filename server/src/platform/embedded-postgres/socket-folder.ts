import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../error-code.ts'
import { StartError } from '../start-error.ts'
import { canReach, type Identity } from './identity.ts'
import type { Place } from './place.ts'

/** `sun_path` without its final zero byte. */
const MAX_PATH_BYTES = process.platform === 'darwin' ? 103 : 107

/**
 * The cluster itself, which is mode 700; when DATA_DIR is too long for a socket's path, a private
 * folder under the system's temporary one.
 * @throws StartError when that folder is somebody else's
 */
export function socketFolder(place: Place, port: number): string {
  const fits = (folder: string) =>
    Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= MAX_PATH_BYTES
  if (fits(place.cluster)) return place.cluster
  const parents = [tmpdir(), '/tmp'].filter(
    // PostgreSQL takes a comma as the end of the folder's name
    (parent) => !parent.includes(',') && fits(join(parent, place.name)),
  )
  const parent = parents.find((parent) => !place.identity || canReach(parent, place.identity))
  if (!parent)
    throw new StartError(`the path of DATA_DIR ${place.dataDir} is too long for a socket`)
  return privateFolder(join(parent, place.name), place.identity)
}

/** /tmp is everybody's and the name can be guessed: whoever owns this folder could pose as our server. */
function privateFolder(folder: string, identity: Identity | undefined): string {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST')
      throw new StartError(`cannot make ${folder} (${errorCode(error)})`)
  }
  const found = lstatSync(folder)
  const own = found.uid === process.getuid?.()
  const servers = identity !== undefined && found.uid === identity.uid
  if (!found.isDirectory() || (found.mode & 0o077) !== 0 || !(own || servers)) {
    throw new StartError(
      `${folder} is not a private folder of ours: remove it, or shorten DATA_DIR`,
    )
  }
  if (identity && own) chownSync(folder, identity.uid, identity.gid)
  return folder
}
