import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '../../src/platform/db/database.ts'
import { closeDeps, type Deps, openDeps } from '../../src/platform/deps.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/launcher.ts'
import { readEnv } from '../../src/platform/env.ts'
import { startServer } from '../global-setup.ts'

/** A server process over a durable PostgreSQL of its own, which can be killed. */
export interface KillablePortal {
  origin: string
  deps: Deps
  /** kill -9 of PostgreSQL under load, then the start anybody would make */
  killPostgres(): Promise<void>
  close(): Promise<void>
}

export async function startKillable(): Promise<KillablePortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ce-kill-'))
  const { child, origin } = await startServer('', dataDir)
  const handles: EmbeddedPostgres[] = [await startEmbeddedPostgres({ dataDir })]
  const newest = () => {
    const handle = handles.at(-1)
    if (!handle) throw new Error('PostgreSQL was not started')
    return handle
  }
  const pool = openPool(newest().connection, 4)
  const { rows } = await pool.query('show fsync')
  if (rows[0]?.fsync !== 'on') throw new Error('without fsync nothing is shown')
  const deps = await openDeps(readEnv({ DATA_DIR: dataDir, DEMO: '1' }), pool)
  return {
    origin,
    deps,
    killPostgres: async () => {
      process.kill(newest().pid, 'SIGKILL')
      handles.push(await startEmbeddedPostgres({ dataDir }))
    },
    close: async () => {
      await stopProcess(child)
      await closeDeps(deps)
      for (const handle of handles) await handle.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
