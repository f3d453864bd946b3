import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPool } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/launcher.ts'
import { s3Variables } from '../src/platform/files/s3-settings.ts'
import { databaseVariables, startPooler } from './pooler.ts'
import { installNotificationWatch } from './told/install.ts'

const mostWorkers = 3
/** A random name for the databases of this run, so that databases left by a killed run do not disturb it. */
const run = randomBytes(6).toString('hex')

export interface TestWorld {
  databaseUrl: string
  template: string
  dataDir: string
  origins: [string, string]
  pids: number[]
  payments: RunningSimulator & { certificateEnv?: Record<string, string> }
  messages: RunningSimulator
  /** Variables of the store of files, when the tests run on one. */
  store: Record<string, string>
}

declare module 'vitest' {
  interface ProvidedContext {
    worlds: TestWorld[]
  }
}

// Servers of all tests use the compile cache, as tools/run.mjs does.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../.cache/node', import.meta.url))

/** Each worker gets a clone of the migrated database and two server processes. */
export async function setup(project: TestProject): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const outside = takeStoreVariables()
  const workers = Math.min(mostWorkers, Number(project.config.maxWorkers) || mostWorkers)
  const folder = await mkdtemp(join(tmpdir(), 'ce-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const postgres = await openPostgres(folder)
  opened.defer(() => postgres.stop())
  const pooler = process.env.TEST_PGBOUNCER && (await startPooler(process.env.TEST_PGBOUNCER))
  if (pooler) {
    opened.defer(() => pooler.stop())
    // The pooler runs as another user than root, and the socket of the database is in this folder.
    await chmod(folder, 0o711)
  }
  opened.defer(stopServers)
  const [template] = await Promise.all([makeTemplate(postgres.url), compileServer()])
  const worlds = await Promise.all(
    Array.from({ length: workers }, async (_, index) => {
      const databaseUrl = await cloneDatabase(postgres.url, template, `ce_test_${run}_${index}`)
      const dataDir = join(folder, `world-${index}`)
      const [payments, messages] = await Promise.all([
        startSimulator('payment-simulator', join(dataDir, 'payments')),
        startSimulator('message-simulator', join(dataDir, 'messages')),
      ])
      const store = outside && { ...outside, FILES_URL: `${outside.FILES_URL}/${run}-${index}` }
      const env = { ...payments.env, ...messages.env, ...store }
      const pair = await Promise.all([
        startTestServer(databaseUrl, dataDir, env),
        startTestServer(databaseUrl, dataDir, env),
      ])
      const origins: [string, string] = [pair[0].origin, pair[1].origin]
      const pids = pair.flatMap(({ child }) => child.pid ?? [])
      return { databaseUrl, template, dataDir, origins, pids, payments, messages, store: store ?? {} }
    }),
  )
  project.provide('worlds', worlds)
  const open = opened.move()
  undo = () => open.disposeAsync()
}

/** The tests run on the folder of each world unless FILES_URL names a bucket. Servers of other databases use folders. */
function takeStoreVariables(): Record<string, string> | null {
  const given = s3Variables.flatMap((name) => {
    const value = process.env[name]
    delete process.env[name]
    return value ? [[name, value] as const] : []
  })
  return given.length > 0 ? Object.fromEntries(given) : null
}

let undo = async () => {}

export function teardown(): Promise<void> {
  return undo()
}

async function openPostgres(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  // Test data need not survive a power cut. The usual six servers and extra ones share the connections.
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '300' }
  const server = await startEmbeddedPostgres({ dataDir: folder, settings })
  const { user, host, port } = server.connection
  const url = `postgres://${user}@/postgres?host=${encodeURIComponent(host)}&port=${port}`
  return { url, stop: () => server.stop() }
}

async function makeTemplate(url: string): Promise<string> {
  const name = `ce_template_${run}`
  await admin(url, `create database ${name}`)
  const pool = openPool({ connectionString: withDatabase(url, name) })
  await migrate(pool)
  // Every test plan gets a new year from here, so real years stay free.
  await pool.query('create sequence test_year start 2200')
  // All tests come from one address, so the limits for one address are raised; another test covers them.
  await pool.query(`
    insert into setting (key, value) values ('login.addressFailuresToChallenge', '1000000'),
      ('login.addressFailuresToRefuse', '1000000'), ('login.allFailuresToChallenge', '1000000')`)
  // A plan opens only if the site info names the issuer of proofs.
  await pool.query(`insert into site_info (value) values ('{"organizer": "示例协会"}')`)
  await installNotificationWatch(pool)
  await pool.end()
  return name
}

async function cloneDatabase(url: string, template: string, name: string): Promise<string> {
  await admin(url, `create database ${name} template ${template} strategy file_copy`)
  return withDatabase(url, name)
}

async function admin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function withDatabase(url: string, name: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}

/** Starts a server process and lets it end by itself, because only then it writes the compile cache. */
async function compileServer(): Promise<void> {
  const main = new URL('../src/serve.ts', import.meta.url).href
  const words = ['--input-type=module', '--eval', `await import('${main}')`]
  await once(spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
}

const servers = new Set<ChildProcess>()

export interface RunningSimulator {
  url: string
  env: Record<string, string>
}

function startSimulator(name: string, folder: string): Promise<RunningSimulator> {
  const script = fileURLToPath(new URL(`../../tools/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  servers.add(child)
  sayHowItEnded(child, name)
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)))
    child.stdout?.once('data', (line: Buffer) => resolve(JSON.parse(line.toString())))
  })
}

export function startTestServer(
  databaseUrl: string,
  dataDir: string,
  extra: NodeJS.ProcessEnv = {},
  log?: (text: string) => void,
): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [new URL('../src/main.ts', import.meta.url).pathname], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      ...databaseVariables(databaseUrl),
      DATA_DIR: dataDir,
      DEMO: '1',
      CE_SEED: '0',
      CE_JOBS: '0',
      RATE_PER_MINUTE: '100000',
      PAGES_DIR: fileURLToPath(new URL('pages', import.meta.url)),
      NODE_ENV: '',
      ...extra,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  servers.add(child)
  sayHowItEnded(child, 'test server')
  child.stderr?.on('data', (chunk: Buffer) => {
    if (log) log(chunk.toString())
    else process.stderr.write(chunk)
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the test server ended with ${code} before it served`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      const origin = /http:\/\/localhost:(\d+)/.exec(chunk.toString())
      if (origin) resolve({ child, origin: `http://127.0.0.1:${origin[1]}` })
    })
  })
}

/** An unexpected end of a server makes all tests fail. */
function sayHowItEnded(child: ChildProcess, name: string): void {
  child.once('exit', (code, signal) => {
    servers.delete(child)
    if (!child.killed) console.error(`the ${name} ended by itself: ${signal ?? code}`)
  })
}

async function stopServers(): Promise<void> {
  const ends = [...servers].map((child) => {
    child.kill('SIGTERM')
    return once(child, 'exit')
  })
  await Promise.all(ends)
}
