import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { StartError } from '../errors.ts'
import { findPostgresPackage } from './binaries.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './launcher.ts'
import { canReachFolder, resolveServerLocation } from './place.ts'
import { isPostmasterOf } from './postmaster-file.ts'

vi.setConfig({ testTimeout: 120_000 }) // The timeout allows for a slow disk.

const NOBODY = { uid: 65534, gid: 65534 }
const IS_ROOT = process.getuid?.() === 0
const HERE = fileURLToPath(new URL('.', import.meta.url))

const folders: string[] = []
const children: ChildProcess[] = []
const servers: EmbeddedPostgres[] = []

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

afterAll(() => {
  if (seed) rmSync(seed, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'launcher-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

let seed: string | undefined

async function folderWithCluster(): Promise<string> {
  if (!seed) {
    seed = newFolder()
    folders.pop() // Other tests copy this folder too.
    await startEmbeddedPostgres({ dataDir: seed }).then((server) => server.stop())
  }
  const folder = newFolder()
  cpSync(join(seed, 'postgres'), join(folder, 'postgres'), { recursive: true })
  return folder
}

async function start(dataDir: string, settings?: Record<string, string>): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, settings })
  servers.push(server)
  return server
}

async function ask(server: EmbeddedPostgres, sql: string): Promise<unknown> {
  const client = new Client(server.connection)
  // A restarting server breaks the connection, and the query reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows.at(0)?.at(0)
  } finally {
    await client.end()
  }
}

async function otherNode(dataDir: string, who?: { uid: number; gid: number }) {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(HERE, 'launcher.ts'))}
    process.on('SIGINT', () => {})
    const dataDir = ${JSON.stringify(dataDir)}
    const server = await startEmbeddedPostgres({ dataDir }).catch((error) => {
      console.log(error.name + ': ' + error.message)
      process.exit(1)
    })
    console.log(server.pid)
    process.stdin.once('data', () => server.stop().then(() => process.exit(0)))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    ...who,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = await once(createInterface(child.stdout), 'line')
  return {
    said: String(said),
    pid: Number(said),
    signal: (name: NodeJS.Signals) => process.kill(-(child.pid ?? 0), name),
    stop: async () => {
      child.stdin.write('stop')
      await once(child, 'exit')
    },
  }
}

const isUp = (dataDir: string, pid: number) => isPostmasterOf(resolveServerLocation(dataDir), pid)

test('the embedded PostgreSQL keeps its data after a stop and a start', async () => {
  const dataDir = newFolder()
  const first = await start(dataDir)
  expect(first.adopted).toBe(false)
  await ask(first, 'create table kept as select 42 as answer')
  await first.stop()
  expect(isUp(dataDir, first.pid)).toBe(false)
  expect(await ask(await start(dataDir), 'select answer from kept')).toBe(42)
})

test('a new cluster is durable, sorts Chinese, and gives the portal no superuser', async () => {
  const server = await start(await folderWithCluster(), { work_mem: '5MB' })
  expect(await ask(server, 'show fsync')).toBe('on')
  expect(await ask(server, 'show synchronous_commit')).toBe('on')
  expect(await ask(server, 'show work_mem')).toBe('5MB')
  await ask(server, 'create extension pg_trgm')
  expect(await ask(server, `select cardinality(show_trgm('中文课程'))`)).toBeGreaterThan(0)
  expect(await ask(server, 'select usesuper from pg_user where usename = current_user')).toBe(false)
  await ask(server, 'create database a_clone template portal')
})

test('PostgreSQL starts again after each kill -9 with all committed data', async () => {
  const server = await start(await folderWithCluster())
  await ask(server, 'create table kept as select 42 as answer')
  for (let times = 0; times < 2; times += 1) {
    const killed = server.pid
    process.kill(killed, 'SIGKILL')
    const answer = () => ask(server, 'select answer from kept')
    await vi.waitFor(async () => expect(await answer()).toBe(42), { timeout: 60_000 })
    await vi.waitFor(() => expect(server.pid).not.toBe(killed), { timeout: 60_000 })
  }
})

test('two Node processes that lose one server share the next one', async () => {
  const dataDir = await folderWithCluster()
  const [first, second] = [await start(dataDir), await start(dataDir)]
  const killed = first.pid
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(
    () => {
      expect(first.pid).not.toBe(killed)
      expect(second.pid).toBe(first.pid)
    },
    { timeout: 60_000 },
  )
  await second.stop()
  expect(await ask(first, 'select 1')).toBe(1)
  await first.stop()
  expect(isUp(dataDir, first.pid)).toBe(false)
})

test('PostgreSQL starts past a zombie postmaster that its parent does not reap', async () => {
  const dataDir = await folderWithCluster()
  const other = await otherNode(dataDir)
  other.signal('SIGSTOP')
  process.kill(other.pid, 'SIGKILL')
  const server = await start(dataDir)
  expect(process.kill(other.pid, 0)).toBe(true)
  expect(server.adopted).toBe(false)
  expect(await ask(server, 'select 1')).toBe(1)
})

test('PostgreSQL recovers after a kill -9 of Node and the postmaster', async () => {
  const dataDir = await folderWithCluster()
  const other = await otherNode(dataDir)
  other.signal('SIGKILL')
  process.kill(other.pid, 'SIGKILL')
  const server = await start(dataDir)
  expect(server.adopted).toBe(false)
  expect(await ask(server, 'select 1')).toBe(1)
})

test('PostgreSQL survives Ctrl-C and kill -9 of its Node; the next Node adopts it and may stop it', async () => {
  const dataDir = await folderWithCluster()
  const other = await otherNode(dataDir)
  other.signal('SIGINT') // A terminal sends Ctrl-C to the whole process group.
  await delay(100)
  expect(isUp(dataDir, other.pid)).toBe(true)
  other.signal('SIGKILL')
  const server = await start(dataDir)
  expect(server).toMatchObject({ adopted: true, pid: other.pid })
  expect(await ask(server, 'select 1')).toBe(1)
  await server.stop()
  expect(isUp(dataDir, other.pid)).toBe(false)
})

test('two Node processes that start at once share one server, and the last one stops it', async () => {
  const dataDir = newFolder()
  const [other, ours] = await Promise.all([otherNode(dataDir), start(dataDir)])
  expect(ours.pid).toBe(other.pid)
  const third = await start(dataDir)
  expect(third.adopted).toBe(true)
  await third.stop()
  await other.stop()
  expect(await ask(ours, 'select 1')).toBe(1)
  await ours.stop()
  expect(isUp(dataDir, ours.pid)).toBe(false)
})

test('all portal processes stay connected when PostgreSQL restarts itself after a crashed session', async () => {
  const dataDir = await folderWithCluster()
  const first = await start(dataDir)
  const second = await start(dataDir)
  const victim = new Client(first.connection)
  victim.on('error', () => {})
  await victim.connect()
  const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  const users = `select count(*)::int from pg_stat_activity where application_name = 'portal launcher'`
  await vi.waitFor(async () => expect(await ask(first, users)).toBe(2), { timeout: 60_000 })
  await second.stop()
  expect(await ask(first, 'select 1')).toBe(1)
})

test('PostgreSQL starts although postmaster.pid names another process or is empty', async () => {
  const dataDir = await folderWithCluster()
  await start(dataDir).then((server) => server.stop())
  const file = join(dataDir, 'postgres/postmaster.pid')
  writeFileSync(file, `${process.pid}\n${dataDir}/postgres\n1\n5432\n.\n\n0 0\nready\n`)
  const second = await start(dataDir)
  expect(second.adopted).toBe(false)
  await second.stop()
  writeFileSync(file, '')
  utimesSync(file, 1, 1)
  expect(await ask(await start(dataDir), 'select 1')).toBe(1)
})

test.runIf(IS_ROOT && canReachFolder(HERE, NOBODY))('the embedded PostgreSQL runs as an ordinary user', async () => {
  const dataDir = newFolder()
  chownSync(dataDir, NOBODY.uid, NOBODY.gid)
  const other = await otherNode(dataDir, NOBODY)
  expect(isUp(dataDir, other.pid)).toBe(true)
  await other.stop()
  expect(isUp(dataDir, other.pid)).toBe(false)
})

test.runIf(IS_ROOT)(
  'a start as root keeps the data in DATA_DIR although the parent folders are closed to others',
  async () => {
    const closed = newFolder()
    chmodSync(closed, 0o700)
    const server = await start(join(closed, 'data'))
    expect(statSync(join(closed, 'data/postgres')).uid).toBe(NOBODY.uid)
    expect(await ask(server, 'select 1')).toBe(1)
  },
)

test('the embedded PostgreSQL works when the path is too long for a socket', async () => {
  const server = await start(join(newFolder(), 'x'.repeat(110)))
  folders.push(server.connection.host)
  expect(await ask(server, 'select 1')).toBe(1)
})

test('a failed start explains the reason in one line', async () => {
  const folder = newFolder()
  const refusal = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => undefined,
      (error) => error,
    )
    expect(error).toBeInstanceOf(StartError)
    expect(error.message).not.toContain('\n')
    return error.message
  }
  writeFileSync(join(folder, 'file'), '')
  expect(await refusal(start(join(folder, 'file')))).toMatch(/DATA_DIR .* is not writable/)
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres/diary'), '')
  expect(await refusal(start(folder))).toMatch(/not a PostgreSQL cluster/)
  expect(await refusal(start(newFolder(), { work_mem: 'lots' }))).toMatch(/did not start: FATAL: .*work_mem/)
  expect(() => findPostgresPackage('sunos-x64')).toThrow(/sunos-x64: set DATABASE_URL/)
})

test.runIf(IS_ROOT && canReachFolder(HERE, NOBODY))('a start refuses a read-only DATA_DIR', async () => {
  const other = await otherNode(newFolder(), NOBODY)
  expect(other.said).toMatch(/^StartError: DATA_DIR .* is not writable \(EACCES\)$/)
})
