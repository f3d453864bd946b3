import { mkdir, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { workloads } from '../../server/src/platform/db/pools.ts'
import { limitsSql } from '../../server/test/pooler.ts'
import { Component, freePorts, type UnixUser } from './component.ts'
import type { DatabaseCluster } from './database-cluster.ts'

/** Connections for each workload, as docs/operations/scale.md has them. */
const poolSizes = { learner: 20, desk: 10, export: 4, jobs: 6, pulse: 4, health: 2 }

export interface Pooler {
  pgbouncer: Component
  port: number
}

/** PgBouncer in transaction mode, and beside it a HAProxy that leads to whichever database is the primary. */
export async function startPooler(
  name: string,
  of: { folder: string; cluster: DatabaseCluster; identity: UnixUser | undefined },
  register: (component: Component) => void,
): Promise<Pooler> {
  const { cluster, identity } = of
  const folder = join(of.folder, name)
  await mkdir(folder, { mode: 0o777 })
  const { pooler, primary } = await freePorts(['pooler', 'primary'])
  await writeFile(join(folder, 'haproxy.cfg'), guideSettings(primary, cluster))
  await writeFile(join(folder, 'pgbouncer.ini'), poolerSettings(pooler, primary))
  const guide = new Component({
    name: `${name}-guide`,
    program: 'haproxy',
    words: ['-db', '-f', join(folder, 'haproxy.cfg')],
    folder: of.folder,
    ready: () => connects(primary),
  })
  const pgbouncer = new Component({
    name,
    program: 'pgbouncer',
    words: [join(folder, 'pgbouncer.ini')],
    folder: of.folder,
    ready: () => connects(pooler),
    ...(identity ? { identity } : {}),
  })
  for (const component of [guide, pgbouncer]) {
    register(component)
    await component.start()
  }
  return { pgbouncer, port: pooler }
}

export function connects(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('error', reject).once('connect', () => {
      socket.destroy()
      resolve()
    })
  })
}

function guideSettings(port: number, { members }: DatabaseCluster): string {
  const servers = members.map(
    ({ component, port: database, restPort }) =>
      `  server ${component.name} 127.0.0.1:${database} check port ${restPort}`,
  )
  return `global
  maxconn 1000

defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h

listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  timeout check 1s
  # A session with a database that is no primary any more, or hangs, must not wait for it.
  default-server inter 500ms fastinter 300ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

function poolerSettings(port: number, primary: number): string {
  const lines = workloads.map((workload) => {
    return `portal_${workload} = host=127.0.0.1 port=${primary} dbname=portal user=portal pool_size=${poolSizes[workload]} connect_query='${limitsSql(workload)}'`
  })
  return `[databases]
${lines.join('\n')}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
server_lifetime = 600
query_wait_timeout = 5
tcp_user_timeout = 20000
server_connect_timeout = 5
server_login_retry = 1
`
}
