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
import { StartError } from '../start-error.ts'
import { canReach } from './identity.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './launcher.ts'
import { packageFolder } from './package-folder.ts'
import { choosePlace } from './place.ts'
import { isPostmasterOf } from './postmaster-file.ts'

vi.setConfig({ testTimeout: 120_000 }) // a slow disk, not a hanging test

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

/** A copy of one cluster: initdb once instead of in every test. */
async function folderWithCluster(): Promise<string> {
  if (!seed) {
    seed = newFolder()
    folders.pop() // kept for the other tests
    await startEmbeddedPostgres({ dataDir: seed }).then((server) => server.stop())
  }
  const folder = newFolder()
  cpSync(join(seed, 'postgres'), join(folder, 'postgres'), { recursive: true })
  return folder
}

async function start(
  dataDir: string,
  settings?: Record<string, string>,
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, settings })
  servers.push(server)
  return server
}

async function ask(server: EmbeddedPostgres, sql: string): Promise<unknown> {
  const client = new Client(server.connection)
  // a server that restarts breaks the line; the query says so
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows.at(0)?.at(0)
  } finally {
    await client.end()
  }
}

/** Another Node that starts the server, prints its pid (or why not), and then does as it is told. */
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

const isUp = (dataDir: string, pid: number) => isPostmasterOf(choosePlace(dataDir), pid)

test('keeps its data over a stop', async () => {
  const dataDir = newFolder()
  const first = await start(dataDir)
  expect(first.adopted).toBe(false)
  await ask(first, 'create table kept as select 42 as answer')
  await first.stop()
  expect(isUp(dataDir, first.pid)).toBe(false)
  expect(await ask(await start(dataDir), 'select answer from kept')).toBe(42)
})

test('is durable, knows Chinese, and gives the portal no superuser', async () => {
  const server = await start(await folderWithCluster(), { work_mem: '5MB' })
  expect(await ask(server, 'show fsync')).toBe('on')
  expect(await ask(server, 'show synchronous_commit')).toBe('on')
  expect(await ask(server, 'show work_mem')).toBe('5MB')
  await ask(server, 'create extension pg_trgm')
  expect(await ask(server, `select cardinality(show_trgm('中文课程'))`)).toBeGreaterThan(0)
  expect(await ask(server, 'select usesuper from pg_user where usename = current_user')).toBe(false)
  await ask(server, 'create database a_clone template portal')
})

test('starts PostgreSQL again after each kill -9, with what was committed', async () => {
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

test('two Nodes that lose one server share the next', async () => {
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

test('starts past a zombie postmaster whose parent does not reap it', async () => {
  const dataDir = await folderWithCluster()
  const other = await otherNode(dataDir)
  other.signal('SIGSTOP')
  process.kill(other.pid, 'SIGKILL')
  const server = await start(dataDir)
  expect(process.kill(other.pid, 0)).toBe(true) // still a zombie
  expect(server.adopted).toBe(false)
  expect(await ask(server, 'select 1')).toBe(1)
})

test('recovers after kill -9 of both', async () => {
  const dataDir = await folderWithCluster()
  const other = await otherNode(dataDir)
  other.signal('SIGKILL')
  process.kill(other.pid, 'SIGKILL')
  const server = await start(dataDir)
  expect(server.adopted).toBe(false)
  expect(await ask(server, 'select 1')).toBe(1)
})

test('outlives Ctrl-C and kill -9 of its Node, and is adopted by the next, which may stop it', async () => {
  const dataDir = await folderWithCluster()
  const other = await otherNode(dataDir)
  other.signal('SIGINT') // as a terminal does: to the whole process group
  await delay(100)
  expect(isUp(dataDir, other.pid)).toBe(true)
  other.signal('SIGKILL')
  const server = await start(dataDir)
  expect(server).toMatchObject({ adopted: true, pid: other.pid })
  expect(await ask(server, 'select 1')).toBe(1)
  await server.stop()
  expect(isUp(dataDir, other.pid)).toBe(false)
})

test('two Nodes that start at once share one server, and the last one out stops it', async () => {
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

test('users stay users when PostgreSQL restarts itself after the crash of a session', async () => {
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

test('starts although postmaster.pid names a stranger, or is empty since a power cut', async () => {
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

test.runIf(IS_ROOT && canReach(HERE, NOBODY))('runs as an ordinary user', async () => {
  const dataDir = newFolder()
  chownSync(dataDir, NOBODY.uid, NOBODY.gid)
  const other = await otherNode(dataDir, NOBODY)
  expect(isUp(dataDir, other.pid)).toBe(true)
  await other.stop()
  expect(isUp(dataDir, other.pid)).toBe(false)
})

test.runIf(IS_ROOT)(
  'as root keeps the data in DATA_DIR although its parents are closed',
  async () => {
    const closed = newFolder()
    chmodSync(closed, 0o700)
    const server = await start(join(closed, 'data'))
    expect(statSync(join(closed, 'data/postgres')).uid).toBe(NOBODY.uid)
    expect(await ask(server, 'select 1')).toBe(1)
  },
)

test('works where the path is too long for a socket', async () => {
  const server = await start(join(newFolder(), 'x'.repeat(110)))
  folders.push(server.connection.host)
  expect(await ask(server, 'select 1')).toBe(1)
})

test('says in one line why it cannot start', async () => {
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
  expect(await refusal(start(newFolder(), { work_mem: 'lots' }))).toMatch(
    /did not start: FATAL: .*work_mem/,
  )
  expect(() => packageFolder('sunos-x64')).toThrow(/sunos-x64: set DATABASE_URL/)
})

test.runIf(IS_ROOT && canReach(HERE, NOBODY))('refuses a read-only DATA_DIR', async () => {
  const other = await otherNode(newFolder(), NOBODY)
  expect(other.said).toMatch(/^StartError: DATA_DIR .* is not writable \(EACCES\)$/)
})
