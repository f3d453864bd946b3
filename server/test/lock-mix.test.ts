import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { openPool } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { sharePool } from '../src/platform/db/pools.ts'
import { closeDeps, openDeps } from '../src/platform/deps.ts'
import { readEnv } from '../src/platform/env.ts'
import { fillExamHall } from './lock-mix/exam-data.ts'
import { runMixedLoad } from './lock-mix/load.ts'
import { createDatabase, startPlainPostgres, type TestedVersion } from './lock-mix/plain-postgres.ts'
import { findFullTableReads, type RecordedStatements, recordStatements } from './lock-mix/statements.ts'

/** Table sizes. LOCK_MIX_ROWS and LOCK_MIX_RUNS set the long run of docs/measurements.md. */
const sizes = (process.env.LOCK_MIX_ROWS ?? '6000').split(',').map(Number)
const runs = Number(process.env.LOCK_MIX_RUNS ?? 60)
const versions: TestedVersion[] = [15, 18]
const large = 5000
const workers = 4

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

for (const version of versions)
  it(`mixed saves, heartbeats, starts, submissions, sessions and orders never deadlock on PostgreSQL ${version}, and read no large table completely`, async () => {
    const postgres = await startPlainPostgres(version)
    try {
      for (const size of sizes) await mixOn(await createDatabase(postgres, `hall_${size}`), size)
    } finally {
      await postgres.stop()
    }
  }, 3_600_000)

/** PostgreSQL has not analyzed the tables in the first run. */
async function mixOn(connection: pg.PoolConfig, size: number): Promise<void> {
  const first = openPool(connection)
  await migrate(first)
  // A plan opens only if the site info names the issuer of proofs.
  await first.query(`insert into site_info (value) values ('{"organizer": "示例协会"}')`)
  await first.end()
  const said: RecordedStatements = { texts: new Map(), deadlocks: 0 }
  const folder = await mkdtemp(join(tmpdir(), 'ce-mix-'))
  folders.push(folder)
  const processes = await Promise.all([1, 2].map(() => openProcess(connection, folder, said)))
  const [deps] = processes
  if (!deps) throw new Error('no process')
  try {
    const hall = await fillExamHall(deps, size)
    said.texts.clear()
    const began = performance.now()
    const results = []
    for (const analyzed of [false, true]) {
      if (analyzed) await deps.pool.query('analyze')
      results.push(await runMixedLoad(processes, hall, { runs: Math.ceil(runs / 2), workers }))
      if (size < large) continue
      const client = await deps.pool.connect()
      const asked = new Map(said.texts)
      const whole = await findFullTableReads(client, asked, large).finally(() => client.release())
      expect(whole, analyzed ? 'analyzed' : 'not analyzed').toEqual([])
    }
    const { rows } = await deps.pool.query<{ deadlocks: number }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    expect({ said: said.deadlocks, counted: rows[0]?.deadlocks }).toEqual({ said: 0, counted: 0 })
    expect(results.flatMap(({ faults }) => faults)).toEqual([])
    for (const kind of ['save', 'heartbeat', 'beat', 'session', 'start', 'submit'] as const)
      expect(
        results.reduce((sum, { ran }) => sum + ran[kind], 0),
        kind,
      ).toBeGreaterThan(0)
    if (process.env.LOCK_MIX_RUNS) console.log(size, Math.round(performance.now() - began), JSON.stringify(results))
  } finally {
    await Promise.all(processes.map(closeDeps))
  }
}

async function openProcess(connection: pg.PoolConfig, folder: string, said: RecordedStatements) {
  const pool = openPool(connection)
  recordStatements(pool, said)
  return openDeps(readEnv({ DATA_DIR: folder, DEMO: '1', PORT: '0' }), sharePool(pool))
}
