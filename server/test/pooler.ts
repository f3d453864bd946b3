import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseClient } from '../src/platform/db/client.ts'
import { timeLimitsOf, workloads } from '../src/platform/db/pools.ts'
import { resolveServerLocation } from '../src/platform/embedded-postgres/place.ts'

/** Says to the workers of a run where its pooler is. */
const folderVariable = 'TEST_POOLER_FOLDER'
const port = 6432

/** Starts PgBouncer in transaction mode. The portals of the tests use it instead of the database. */
export async function startPooler(program: string): Promise<{ stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ce-pooler-'))
  const { identity } = resolveServerLocation(folder)
  if (identity) chownSync(folder, identity.uid, identity.gid)
  await writeFile(join(folder, 'pgbouncer.ini'), settingsIn(folder))
  const path = `${process.env.PATH}:/usr/sbin`
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    ...identity,
    cwd: folder,
    env: { PATH: path },
    stdio: 'ignore',
  })
  await once(child, 'spawn')
  await answers(join(folder, `.s.PGSQL.${port}`))
  process.env[folderVariable] = folder
  return {
    stop: async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function settingsIn(folder: string): string {
  return `[pgbouncer]
listen_addr =
listen_port = ${port}
unix_socket_dir = ${folder}
logfile = ${join(folder, 'log')}
pidfile = ${join(folder, 'pid')}
auth_type = any
pool_mode = transaction
max_client_conn = 1000

[databases]
`
}

async function answers(socket: string): Promise<void> {
  for (let n = 0; ; n += 1) {
    const connection = createConnection(socket)
    const answered = await once(connection, 'connect').then(
      () => true,
      () => false,
    )
    connection.destroy()
    if (answered) return
    if (n > 100) throw new Error('the pooler does not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export function hasPooler(): boolean {
  return process.env[folderVariable] !== undefined
}

/** Returns the variables that lead a portal to its database through the pooler, if there is one. */
export function databaseVariables(databaseUrl: string): Record<string, string> {
  const folder = process.env[folderVariable]
  if (!folder || !databaseUrl) return { DATABASE_URL: databaseUrl }
  const { host, port: serverPort, user, password, database } = new DatabaseClient({ connectionString: databaseUrl })
  const known = readFileSync(join(folder, 'pgbouncer.ini'), 'utf8')
  if (!known.includes(`\n${database}_`)) {
    const target = `host=${host} port=${serverPort} dbname=${database} user=${user}${password ? ` password=${password}` : ''}`
    const lines = workloads.map(
      (workload) => `${database}_${workload} = ${target} connect_query='${limitsSql(workload)}'\n`,
    )
    appendFileSync(join(folder, 'pgbouncer.ini'), lines.join(''))
    process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGHUP')
  }
  return {
    DATABASE_URL: `postgres://${user}@/${database}_{workload}?host=${encodeURIComponent(folder)}&port=${port}`,
    DATABASE_URL_DIRECT: databaseUrl,
  }
}

/** The time limits that the portal cannot send through a pooler. */
export function limitsSql(workload: (typeof workloads)[number]): string {
  return Object.entries(timeLimitsOf(workload))
    .map(([name, ms]) => `set ${name} = ${ms}`)
    .join('; ')
}
