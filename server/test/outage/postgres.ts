import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { chmod, cp, lchown, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findPostgresBinaries } from '../../src/platform/embedded-postgres/binaries.ts'
import { buildServerEnvironment } from '../../src/platform/embedded-postgres/launch.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/launcher.ts'
import {
  reachableFolderPath,
  resolveServerLocation,
  type ServerLocation,
} from '../../src/platform/embedded-postgres/place.ts'
import { freePort } from '../../src/platform/embedded-postgres/transport.ts'
import { errorCodeOf } from '../../src/platform/error-code.ts'

/** A PostgreSQL that a test kills, freezes and promotes. It is not restarted automatically. */
export class TestPostgres {
  readonly port: number
  readonly #place: ServerLocation
  readonly #settings: Record<string, string>
  #child: ChildProcess | null = null

  private constructor(place: ServerLocation, port: number, settings: Record<string, string>) {
    this.#place = place
    this.port = port
    this.#settings = settings
  }

  static async make(dataDir: string): Promise<TestPostgres> {
    await (await startEmbeddedPostgres({ dataDir })).stop()
    const place = resolveServerLocation(dataDir)
    const rules = join(place.cluster, 'pg_hba.conf')
    const text = await readFile(rules, 'utf8')
    const everybody = ['all', 'replication'].map((what) => `host ${what} all 127.0.0.1/32 trust`)
    await writeFile(rules, [text.replaceAll(/^host.*reject$/gm, ''), ...everybody, ''].join('\n'))
    return new TestPostgres(place, await freePort(), {})
  }

  /**
   * Creates a standby from a stopped primary server. From its next start on, the primary waits for the standby at each
   * commit.
   */
  static async standbyOf(primary: TestPostgres, dataDir: string): Promise<TestPostgres> {
    const place = resolveServerLocation(dataDir)
    await cp(primary.#place.cluster, place.cluster, { recursive: true })
    await chmod(place.cluster, 0o700)
    await writeFile(join(place.cluster, 'standby.signal'), '')
    if (place.identity) await giveAll(place.cluster, place.identity)
    Object.assign(primary.#settings, { synchronous_standby_names: 'second' })
    return new TestPostgres(place, await freePort(), {
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres application_name=second`,
      wal_retrieve_retry_interval: '200ms',
    })
  }

  url(port = this.port): string {
    return `postgres://portal@127.0.0.1:${port}/portal`
  }

  async start(): Promise<void> {
    const { cluster, identity } = this.#place
    const binaries = await findPostgresBinaries(identity)
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      unix_socket_directories: '',
      shared_buffers: '64MB',
      ...this.#settings,
    }
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const stale = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '0'), 10)
    const log = openSync(`${cluster}.log`, 'a')
    const child = spawn(binaries.postgres, ['-D', reachableFolderPath(cluster, identity), ...words], {
      ...identity,
      cwd: cluster,
      env: buildServerEnvironment(stale || undefined),
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    this.#child = child
    await once(child, 'spawn')
    child.once('exit', () => {
      if (this.#child === child) this.#child = null
    })
    await until(() => this.#asks('select 1').then(() => true))
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (!child) return
    const ended = once(child, 'exit')
    // The postmaster is stopped first, so that it starts no new process while all are killed.
    if (child.pid) signal(child.pid, 'SIGSTOP')
    const all = await this.#processes()
    for (const pid of all) signal(pid, 'SIGKILL')
    await ended
    await until(async () => !all.some(isAlive))
  }

  /** The processes stop for a while like a hanging host: sockets stay open without answers. */
  async freeze(ms: number): Promise<void> {
    const all = await this.#processes()
    for (const pid of all) signal(pid, 'SIGSTOP')
    await delay(ms)
    for (const pid of all) signal(pid, 'SIGCONT')
  }

  async setReadOnly(readOnly: boolean): Promise<void> {
    await this.#asks(`alter system set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`)
    await this.#asks('select pg_reload_conf()')
    await until(async () => {
      const { rows } = await this.#asks('show transaction_read_only')
      return rows[0]?.transaction_read_only === (readOnly ? 'on' : 'off')
    })
  }

  /** A standby whose replay is paused still receives and stores all writes. */
  async setReplayPaused(paused: boolean): Promise<void> {
    await this.#asks(`select pg_wal_replay_${paused ? 'pause' : 'resume'}()`)
    const wanted = paused ? 'paused' : 'not paused'
    await until(
      async () => (await this.#asks('select pg_get_wal_replay_pause_state() as state')).rows[0]?.state === wanted,
    )
  }

  async promote(): Promise<void> {
    await this.#asks('select pg_promote(true, 30)')
    await until(async () => (await this.#asks('show transaction_read_only')).rows[0]?.transaction_read_only === 'off')
  }

  async connections(): Promise<Map<string, number>> {
    const { rows } = await this.#asks(`
      select application_name as name, count(*)::int as count from pg_stat_activity
      where backend_type = 'client backend' and application_name like 'portal%' group by 1`)
    return new Map(rows.map((row) => [row.name, row.count]))
  }

  async #asks(text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({
      connectionString: this.url().replace('portal@', 'postgres@'),
      connectionTimeoutMillis: 5_000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.query(text)
    } finally {
      await client.end().catch(() => {})
    }
  }

  async #processes(): Promise<number[]> {
    const pid = this.#child?.pid
    if (pid === undefined) return []
    const children = []
    for (const name of await readdir('/proc')) {
      const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      if (parent === pid) children.push(Number(name))
    }
    return [pid, ...children]
  }
}

/** Sends a signal. @returns false when the process had already ended */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if (errorCodeOf(error) !== 'ESRCH') throw error
    return false
  }
}

const isAlive = (pid: number) => signal(pid, 0)

async function giveAll(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid)
  await lchown(folder, uid, gid)
  await rm(join(folder, 'postmaster.pid'), { force: true })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const patience = Date.now() + 60_000
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > patience) throw new Error('PostgreSQL did not get there')
    await delay(20)
  }
}
