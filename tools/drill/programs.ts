import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { UnixUser } from './component.ts'

/** Programs of the drill and the Debian packages that they come from. */
const programs: readonly [program: string, debianPackage: string][] = [
  ['postgres', 'postgresql-15'],
  ['patroni', 'patroni'],
  ['etcd', 'etcd-server'],
  ['haproxy', 'haproxy'],
  ['pgbouncer', 'pgbouncer'],
  ['prometheus', 'prometheus'],
  ['promtool', 'prometheus'],
]

export const postgresFolder = '/usr/lib/postgresql/15/bin'

/** Returns the Debian packages that are missing. */
export function findMissingPackages(): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', postgresFolder]
  const missing = programs.filter(([program]) => !folders.some((folder) => existsSync(join(folder, program))))
  const library = existsSync('/usr/lib/python3/dist-packages/etcd') ? [] : ['python3-etcd']
  return [...new Set([...missing.map(([, name]) => name), ...library])]
}

/** PostgreSQL refuses to run as root. Debian's packages make a user for it. */
export function findPostgresUser(): UnixUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
