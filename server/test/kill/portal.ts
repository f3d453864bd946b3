import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '../../src/platform/db/database.ts'
import { sharePool } from '../../src/platform/db/pools.ts'
import { closeDeps, type Deps, openDeps } from '../../src/platform/deps.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/launcher.ts'
import { readEnv } from '../../src/platform/env.ts'
import { startTestServer } from '../global-setup.ts'

export interface KillablePortal {
  origin: string
  deps: Deps
  /** Kills the postmaster with kill -9 and waits until the portal process has restarted it. */
  killPostgres(): Promise<void>
  killServer(): Promise<void>
  startServer(): Promise<void>
  close(): Promise<void>
}

export async function startKillablePortal(): Promise<KillablePortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ce-kill-'))
  const first = await startTestServer('', dataDir)
  let { child } = first
  // This call only finds the server's address; the portal process restarts PostgreSQL.
  const visit = await startEmbeddedPostgres({ dataDir })
  await visit.stop()
  const pool = openPool(visit.connection, 4)
  const { rows } = await pool.query('show fsync')
  if (rows[0]?.fsync !== 'on') throw new Error('without fsync nothing is shown')
  const deps = await openDeps(readEnv({ DATA_DIR: dataDir, DEMO: '1' }), sharePool(pool))
  const postmaster = async () => {
    const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    return Number.parseInt(file, 10)
  }
  const since = () =>
    pool.query<{ at: string }>('select pg_postmaster_start_time()::text as at').then(
      ({ rows }) => rows[0]?.at ?? null,
      () => null,
    )
  return {
    origin: first.origin,
    deps,
    killServer: () => endProcess(child, 'SIGKILL'),
    startServer: async () => {
      child = (await startTestServer('', dataDir, { CE_JOBS: '1' })).child
    },
    killPostgres: async () => {
      const before = await since()
      process.kill(await postmaster(), 'SIGKILL')
      const patience = Date.now() + 60_000
      // Sessions of the killed PostgreSQL may still respond for a moment.
      while ([before, null].includes(await since())) {
        if (Date.now() > patience) throw new Error('PostgreSQL was not started again')
        await delay(50)
      }
    },
    close: async () => {
      await endProcess(child, 'SIGTERM')
      await closeDeps(deps)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  child.removeAllListeners('exit')
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
