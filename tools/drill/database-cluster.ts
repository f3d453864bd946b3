import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { answersAt, Component, freePorts, type UnixUser, until } from './component.ts'
import { postgresFolder } from './programs.ts'

/** Seconds (decision 113). */
const times = { ttl: 5, loop_wait: 1, retry_timeout: 2 }

const members = ['db1', 'db2', 'db3'] as const

interface DatabaseMember {
  component: Component
  port: number
  /** Patroni's port, which tells proxies who the primary is. */
  restPort: number
}

export interface DatabaseCluster {
  /** The etcd server that leads the others. */
  etcdLeader(): Promise<Component>
  members: DatabaseMember[]
  primary(): Promise<DatabaseMember>
  synchronousStandby(): Promise<DatabaseMember>
  /** Resolves when two standbys stream and one of them is synchronous. */
  untilWhole(): Promise<void>
  /** Connects as the portal, to whichever host takes writes. */
  url: string
}

/** Three PostgreSQL with Patroni, and three etcd. */
export async function startDatabaseCluster(
  folder: string,
  identity: UnixUser | undefined,
  register: (component: Component) => void,
): Promise<DatabaseCluster> {
  const { etcd, urls } = await startEtcd(folder, register)
  const all = await Promise.all(
    members.map((name) => makeMember(name, { folder, identity, etcdHosts: urls.map((url) => url.slice(7)) })),
  )
  for (const { component } of all) register(component)
  await all[0]?.component.start()
  await Promise.all(all.slice(1).map(({ component }) => component.start()))
  const cluster: DatabaseCluster = {
    etcdLeader: () => findEtcdLeader(etcd, urls),
    members: all,
    primary: () => memberWith(all, 'primary'),
    synchronousStandby: () => memberWith(all, 'synchronous'),
    untilWhole: () => until('the database cluster is whole', () => isWhole(all)),
    url: `postgres://portal@${all.map(({ port }) => `127.0.0.1:${port}`).join()}/portal?target_session_attrs=read-write`,
  }
  await cluster.untilWhole()
  await createPortalDatabase(await cluster.primary())
  return cluster
}

async function startEtcd(folder: string, register: (component: Component) => void) {
  const names = ['etcd1', 'etcd2', 'etcd3'] as const
  const clients = await freePorts(names)
  const peers = await freePorts(names)
  const peerUrl = (name: (typeof names)[number]) => `http://127.0.0.1:${peers[name]}`
  const urls = names.map((name) => `http://127.0.0.1:${clients[name]}`)
  const etcd = names.map((name, index) => {
    const url = urls[index] ?? ''
    const settings = {
      name,
      'data-dir': join(folder, `${name}-data`),
      'listen-client-urls': url,
      'advertise-client-urls': url,
      'listen-peer-urls': peerUrl(name),
      'initial-advertise-peer-urls': peerUrl(name),
      'initial-cluster': names.map((one) => `${one}=${peerUrl(one)}`).join(),
      'initial-cluster-token': 'drill',
      'enable-v2': 'true',
      // Twice the defaults, in milliseconds: the drill's machine may be busy with other work.
      'heartbeat-interval': '200',
      'election-timeout': '2000',
    }
    const words = Object.entries(settings).map(([key, value]) => `--${key}=${value}`)
    return new Component({ name, program: 'etcd', words, folder, ready: () => answersAt(`${url}/health`) })
  })
  for (const one of etcd) register(one)
  await Promise.all(etcd.map((one) => one.start()))
  return { etcd, urls }
}

async function findEtcdLeader(etcd: Component[], urls: string[]): Promise<Component> {
  for (const [index, url] of urls.entries()) {
    const response = await fetch(`${url}/v3/maintenance/status`, { method: 'POST', body: '{}' })
    const { header, leader } = (await response.json()) as { header: { member_id: string }; leader: string }
    const component = etcd[index]
    if (component && header.member_id === leader) return component
  }
  throw new Error('etcd has no leader')
}

async function makeMember(
  name: string,
  { folder, identity, etcdHosts }: { folder: string; identity: UnixUser | undefined; etcdHosts: string[] },
): Promise<DatabaseMember> {
  const home = join(folder, name)
  await mkdir(home, { mode: 0o700 })
  if (identity) await chown(home, identity.uid, identity.gid)
  const { database: port, rest: restPort } = await freePorts(['database', 'rest'])
  const data = join(home, 'data')
  const file = join(folder, `${name}.json`)
  await writeFile(file, JSON.stringify(patroniSettings({ name, home, data, port, restPort, etcdHosts }), null, 2))
  const component = new Component({
    name,
    program: 'patroni',
    words: [file],
    folder,
    env: { HOME: home },
    pidFile: join(data, 'postmaster.pid'),
    ready: () => answersAt(`http://127.0.0.1:${restPort}/health`),
    ...(identity ? { identity } : {}),
  })
  return { component, port, restPort }
}

/** JSON is YAML too. Everybody on this machine may connect, because the cluster lives for one drill only. */
function patroniSettings(of: {
  name: string
  home: string
  data: string
  port: number
  restPort: number
  etcdHosts: string[]
}) {
  const { name, home, data, port, restPort, etcdHosts } = of
  return {
    scope: 'drill',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    // With the API of version 3, Patroni 3.0 lets a primary that was frozen take its role back (decision 113).
    etcd: { hosts: etcdHosts },
    bootstrap: {
      dcs: {
        ...times,
        // Without etcd the primary goes on as long as it reaches both standbys.
        failsafe_mode: true,
        synchronous_mode: true,
        synchronous_node_count: 1,
        // A primary that was killed is not started again first: a standby takes over at once.
        primary_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 200,
            shared_buffers: '128MB',
            wal_log_hints: 'on',
            synchronous_commit: 'on',
            // A standby that hangs holds up every commit until its connection is given up.
            wal_sender_timeout: '3s',
            wal_receiver_timeout: '3s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: postgresFolder,
      pgpass: join(home, 'pgpass'),
      parameters: { unix_socket_directories: home },
      pg_hba: ['all', 'replication'].flatMap((what) => [
        `local ${what} all trust`,
        `host ${what} all 127.0.0.1/32 trust`,
      ]),
      authentication: {
        superuser: { username: 'postgres', password: 'drill' },
        replication: { username: 'replicator', password: 'drill' },
        rewind: { username: 'rewinder', password: 'drill' },
      },
    },
  }
}

async function memberWith(all: DatabaseMember[], role: 'primary' | 'synchronous'): Promise<DatabaseMember> {
  let found: DatabaseMember | undefined
  await until(`one database is ${role}`, async () => {
    const asked = await Promise.allSettled(all.map(({ restPort }) => answersAt(`http://127.0.0.1:${restPort}/${role}`)))
    found = all[asked.findIndex(({ status }) => status === 'fulfilled')]
    return found !== undefined
  })
  if (!found) throw new Error(`no database is ${role}`)
  return found
}

async function isWhole(all: DatabaseMember[]): Promise<boolean> {
  const { restPort } = await memberWith(all, 'primary')
  const { members: list } = JSON.parse(await answersAt(`http://127.0.0.1:${restPort}/cluster`)) as {
    members: { role: string; state: string; lag?: number | string }[]
  }
  const standbys = list.filter(({ state, lag }) => ['running', 'streaming'].includes(state) && lag === 0)
  return standbys.length === 2 && standbys.some(({ role }) => role === 'sync_standby')
}

async function createPortalDatabase({ port }: DatabaseMember): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query('create role portal login')
  await client.query('create database portal owner portal')
  await client.end()
}
