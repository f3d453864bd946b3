import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '../../server/src/platform/db/database.ts'
import { sharePool } from '../../server/src/platform/db/pools.ts'
import { closeDeps, type Deps, openDeps } from '../../server/src/platform/deps.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/launcher.ts'
import { noRealStores, readEnv } from '../../server/src/platform/env.ts'

export interface BenchPortal {
  origin: string
  dataDir: string
  /** Process ids of the server and of PostgreSQL. */
  pids: { node: number; postmaster: number }
  /** Services on the same database create people and check results. */
  deps: Deps
  close(): Promise<void>
}

/** BENCH_DIR should be on a real disk, because a memory disk makes fsync free. `seed` adds the demo world. */
export async function startBenchPortal({
  seed = false,
  env = {},
}: {
  seed?: boolean
  env?: Record<string, string>
} = {}): Promise<BenchPortal> {
  const dataDir = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'ce-bench-'))
  const { child, origin } = await startProcess({
    script: new URL('../../server/src/main.ts', import.meta.url).pathname,
    env: {
      DATA_DIR: dataDir,
      ...noRealStores,
      DEMO: '1',
      CE_SEED: seed ? '1' : '0',
      NODE_ENV: '',
      RATE_PER_MINUTE: '1000000',
      NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS ?? '',
      ...env,
    },
  })
  const postgres = await startEmbeddedPostgres({ dataDir })
  const pool = openPool(postgres.connection, 4)
  const deps = await openDeps(readEnv({ DATA_DIR: dataDir, DEMO: '1' }), sharePool(pool))
  const fsync = (await pool.query('show fsync')).rows[0]?.fsync
  if (fsync !== 'on') throw new Error('the measured database must have fsync on')
  const end = async () => {
    await stopProcess(child)
    await closeDeps(deps)
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  // An interrupt of the bench also removes the database.
  const interrupted = () => void end().finally(() => process.exit(1))
  for (const signal of signals) process.once(signal, interrupted)
  return {
    origin,
    dataDir,
    pids: { node: child.pid ?? 0, postmaster: postgres.pid },
    deps,
    close: () => {
      for (const signal of signals) process.off(signal, interrupted)
      return end()
    },
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const

export function startProcess(what: {
  script: string
  env: NodeJS.ProcessEnv
}): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [what.script], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...what.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${what.script} ended with ${code}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      const port = /http:\/\/localhost:(\d+)/.exec(chunk.toString())?.[1]
      if (port) resolve({ child, origin: `http://127.0.0.1:${port}` })
    })
  })
}

export function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.removeAllListeners('exit')
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
