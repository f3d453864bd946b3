import { createServer } from 'node:net'
import { isAbsolute } from 'node:path'
import { password, passwordFile } from './password.ts'
import type { Place } from './place.ts'
import type { PostmasterFile } from './postmaster-file.ts'
import { socketFolder } from './socket-folder.ts'

/** What `pg.Pool` needs; `host` is the folder of the socket, or 127.0.0.1 on Windows. */
export interface Connection {
  host: string
  port: number
  user: string
  database: string
  password?: string
}

/** Node on Windows has no Unix sockets for pg. There a password keeps other local users out. */
const USES_TCP = process.platform === 'win32'

/** With a socket its port is only a part of its file name. */
const SOCKET_PORT = 5432

/** initdb's options on who may connect: on Unix whoever reaches the socket, whose folder is mode 700. */
export function authentication(place: Place): string[] {
  if (!USES_TCP) return ['--auth-local=trust', '--auth-host=reject']
  return ['--auth=scram-sha-256', `--pwfile=${passwordFile(place)}`]
}

/** The server's settings on where it listens: on `port` where it was before, if it matters. */
export async function listening(place: Place, port?: number): Promise<Record<string, string>> {
  if (USES_TCP) {
    const tcp = { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
    return { ...tcp, port: String(port ?? (await freePort())) }
  }
  const folder = socketFolder(place, SOCKET_PORT)
  return {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    // relative to the cluster, in which the server stands: right under /proc/self/cwd as well
    unix_socket_directories: folder === place.cluster ? '.' : folder,
    unix_socket_permissions: '0700',
  }
}

/** How to reach a running server, by what it wrote down itself: it may have had another TMPDIR. */
export function connectionTo(
  server: PostmasterFile,
  place: Place,
  who: { user: string; database: string },
): Connection {
  if (USES_TCP) return { host: '127.0.0.1', port: server.port, ...who, password: password(place) }
  const host = isAbsolute(server.socketFolder) ? server.socketFolder : place.cluster
  return { host, port: server.port, ...who }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
