import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPool } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/launcher.ts'
import { installToldWatch } from './told/install.ts'

/** how many test workers run at most, and so how many worlds are needed */
const mostWorkers = 3
/** names this run's databases: what one that was killed left behind is in nobody's way */
const run = randomBytes(6).toString('hex')

export interface World {
  databaseUrl: string
  /** a database as this one was at first, for one that copies it */
  template: string
  dataDir: string
  /** two server processes over the one database */
  origins: [string, string]
  pids: number[]
  /** the payment channels they pay at, and what they were told of them */
  payments: Simulator & { certificateEnv?: Record<string, string> }
  /** where their e-mail and SMS arrive */
  messages: Simulator
}

declare module 'vitest' {
  interface ProvidedContext {
    worlds: World[]
  }
}

// the servers of all tests start with code that is compiled already, as those of tools/run.mjs
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../.cache/node', import.meta.url))

/** One PostgreSQL, a migrated template, and for each worker its own clone with two server processes on it. */
export async function setup(project: TestProject): Promise<void> {
  // whatever fails below, what was opened before is closed again
  await using opened = new AsyncDisposableStack()
  const workers = Math.min(mostWorkers, Number(project.config.maxWorkers) || mostWorkers)
  const folder = await mkdtemp(join(tmpdir(), 'ce-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const postgres = await openPostgres(folder)
  opened.defer(() => postgres.stop())
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
      const env = { ...payments.env, ...messages.env }
      const pair = await Promise.all([
        startServer(databaseUrl, dataDir, env),
        startServer(databaseUrl, dataDir, env),
      ])
      const origins: [string, string] = [pair[0].origin, pair[1].origin]
      const pids = pair.flatMap(({ child }) => child.pid ?? [])
      return { databaseUrl, template, dataDir, origins, pids, payments, messages }
    }),
  )
  project.provide('worlds', worlds)
  const open = opened.move()
  undo = () => open.disposeAsync()
}

let undo = async () => {}

export function teardown(): Promise<void> {
  return undo()
}

async function openPostgres(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  // nothing must outlive a power cut; six servers and what tests start beside them
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' }
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
  // every test plan is a year of its own; real years stay free
  await pool.query('create sequence test_year start 2200')
  // all tests come from one address; what addresses and the whole portal may fail has a test of its own
  await pool.query(`
    insert into setting (key, value) values ('login.addressFailuresToChallenge', '1000000'),
      ('login.addressFailuresToRefuse', '1000000'), ('login.allFailuresToChallenge', '1000000')`)
  // no plan opens before the site says who issues its proofs
  await pool.query(`insert into site_info (value) values ('{"organizer": "示例协会"}')`)
  await installToldWatch(pool)
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

/** A process writes what it compiled when it ends: the first of them would do it for nobody. */
async function compileServer(): Promise<void> {
  const main = new URL('../src/serve.ts', import.meta.url).href
  const words = ['--input-type=module', '--eval', `await import('${main}')`]
  await once(spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
}

const servers = new Set<ChildProcess>()

export interface Simulator {
  url: string
  env: Record<string, string>
}

/** Something outside, simulated in a process of its own; resolves when it serves. */
function startSimulator(name: string, folder: string): Promise<Simulator> {
  const script = fileURLToPath(new URL(`../../tools/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  servers.add(child)
  sayHowItEnded(child, name)
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)))
    child.stdout?.once('data', (line: Buffer) => resolve(JSON.parse(line.toString())))
  })
}

/** A real server process on a port of its own; resolves when it serves. */
export function startServer(
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
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: '1',
      CE_SEED: '0',
      CE_JOBS: '0',
      // all tests come from one address
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
    child.once('exit', (code) =>
      reject(new Error(`the test server ended with ${code} before it served`)),
    )
    child.stdout?.on('data', (chunk: Buffer) => {
      const origin = /http:\/\/localhost:(\d+)/.exec(chunk.toString())
      if (origin) resolve({ child, origin: `http://127.0.0.1:${origin[1]}` })
    })
  })
}

/** One that ends without having been told to is why a hundred tests fail. */
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
