import { randomBytes } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { errorCodeOf } from '../error-code.ts'
import { StartError } from '../errors.ts'
import type { ServerLocation } from './place.ts'
import { canReachFolder, type ServerIdentity } from './place.ts'
import type { PostmasterFile } from './postmaster-file.ts'

/** Longest path of a socket in bytes: `sun_path` without its final zero byte. */
const MAX_PATH_BYTES = process.platform === 'darwin' ? 103 : 107

/** Options for `pg.Pool`. `host` is the socket's folder, or 127.0.0.1 on Windows. */
export interface ServerConnection {
  host: string
  port: number
  user: string
  database: string
  password?: string
}

/** Node on Windows has no Unix sockets for pg, so a password keeps other local users out. */
const USES_TCP = process.platform === 'win32'

/** With a socket, the port is only part of its file name. */
const SOCKET_PORT = 5432

/** On Unix the socket's folder (mode 700) protects the server. */
export function buildAuthenticationArguments(place: ServerLocation): string[] {
  if (!USES_TCP) return ['--auth-local=trust', '--auth-host=reject']
  return ['--auth=scram-sha-256', `--pwfile=${passwordFile(place)}`]
}

/** `port` keeps the address of an earlier server, if its pools still use it. */
export async function buildListenSettings(place: ServerLocation, port?: number): Promise<Record<string, string>> {
  if (USES_TCP) {
    const tcp = { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
    return { ...tcp, port: String(port ?? (await freePort())) }
  }
  const folder = socketFolder(place, SOCKET_PORT)
  return {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    // A socket path relative to the cluster also works under /proc/self/cwd.
    unix_socket_directories: folder === place.cluster ? '.' : folder,
    unix_socket_permissions: '0700',
  }
}

/** Reads the address from the server's own file, because its TMPDIR may differ from ours. */
export function readServerConnection(
  server: PostmasterFile,
  place: ServerLocation,
  who: { user: string; database: string },
): ServerConnection {
  if (USES_TCP) return { host: '127.0.0.1', port: server.port, ...who, password: password(place) }
  const host = isAbsolute(server.socketFolder) ? server.socketFolder : place.cluster
  return { host, port: server.port, ...who }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * A private folder is used when the path is too long for a socket. @throws StartError when that folder belongs to
 * somebody else.
 */
function socketFolder(place: ServerLocation, port: number): string {
  const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= MAX_PATH_BYTES
  if (fits(place.cluster)) return place.cluster
  const parents = [tmpdir(), '/tmp'].filter(
    // Skips folders with a comma, because PostgreSQL would read it as the end of the folder's name.
    (parent) => !parent.includes(',') && fits(join(parent, place.name)),
  )
  const parent = parents.find((parent) => !place.identity || canReachFolder(parent, place.identity))
  if (!parent) throw new StartError(`the path of DATA_DIR ${place.dataDir} is too long for a socket`)
  return privateFolder(join(parent, place.name), place.identity)
}

/** Refuses a folder of another owner: its name in /tmp can be guessed, so somebody could pose as our server. */
function privateFolder(folder: string, identity: ServerIdentity | undefined): string {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw new StartError(`cannot make ${folder} (${errorCodeOf(error)})`)
  }
  const found = lstatSync(folder)
  const own = found.uid === process.getuid?.()
  const servers = identity !== undefined && found.uid === identity.uid
  if (!found.isDirectory() || (found.mode & 0o077) !== 0 || !(own || servers)) {
    throw new StartError(`${folder} is not a private folder of ours: remove it, or shorten DATA_DIR`)
  }
  if (identity && own) chownSync(folder, identity.uid, identity.gid)
  return folder
}

/** The password file is outside of the cluster folder, because it must outlive the cluster. */
function passwordFile(place: ServerLocation): string {
  const file = join(place.dataDir, 'postgres.password')
  try {
    writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  }
  return file
}

/** A random password of hex digits, which are safe in an SQL literal. */
function password(place: ServerLocation): string {
  return readFileSync(passwordFile(place), 'utf8').trim()
}
