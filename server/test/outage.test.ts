import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { clientBase } from '@ce/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DatabaseClient } from '../src/platform/db/client.ts'
import { findCommitRisk } from '../src/platform/db/commit-risk.ts'
import { inTransaction, openPool } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { defaultPoolSizes, sharePool } from '../src/platform/db/pools.ts'
import { openReplicas, readFromReplica } from '../src/platform/db/replicas.ts'
import { closeDeps, type Deps, openDeps } from '../src/platform/deps.ts'
import { readEnv } from '../src/platform/env.ts'
import { replicaReads } from '../src/platform/observability/metrics.ts'
import { startTestServer } from './global-setup.ts'
import { type ExamWriter, insertExamWriters } from './kill/candidates.ts'
import {
  answersForSeq,
  countGaplessHeartbeats,
  countInconsistentAttempts,
  createAnswerWriter,
  createHeartbeatWriter,
  readAnswerLogs,
} from './kill/compare-rows.ts'
import { writeUntilStopped } from './kill/writers.ts'
import { type MovingAddress, openMovingAddress } from './outage/address.ts'
import { TestPostgres } from './outage/postgres.ts'

/** Seconds of each outage; the long run (docs/measurements.md) uses 60. */
const seconds = Number(process.env.OUTAGE_SECONDS ?? 2)
const people = 10
/** Milliseconds for recovery; the short run may share its machine. */
const recovery = process.env.OUTAGE_SECONDS ? 2_000 : 30_000

let folder: string
let first: TestPostgres
let second: TestPostgres
let address: MovingAddress
let deps: Deps
let sitters: ExamWriter[]
const logs: string[] = ['', '']
const servers: { child: ChildProcess; origin: string }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ce-outage-'))
  first = await TestPostgres.make(join(folder, 'first'))
  second = await TestPostgres.standbyOf(first, join(folder, 'second'))
  await first.start()
  await second.start()
  address = await openMovingAddress(first.port)
  const url = first.url(address.port)
  const pool = openPool({ connectionString: url }, 4)
  await migrate(pool)
  const dataDir = join(folder, 'data')
  deps = await openDeps(readEnv({ DATABASE_URL: url, DATA_DIR: dataDir, DEMO: '1' }), sharePool(pool))
  sitters = await insertExamWriters(deps, people)
  // One process finds the database by a moving address, the other by a list of hosts.
  const hosts = url.replace(`:${address.port}/`, `:${first.port},127.0.0.1:${second.port}/`)
  for (const at of [0, 1])
    servers.push(
      await startTestServer(
        at === 0 ? url : hosts,
        dataDir,
        { CE_JOBS: '1', DEMO: '0', DATABASE_READ_URL: at === 0 ? '' : hosts },
        (text) => {
          logs[at] += text
        },
      ).catch((error: Error) => {
        throw new Error(`${error.message}: ${logs[at]}`)
      }),
    )
}, 300_000)

afterAll(async () => {
  for (const { child } of servers) {
    child.removeAllListeners('exit')
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  if (deps) await closeDeps(deps)
  address?.close()
  await first?.kill()
  await second?.kill()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const originOf = (index: number) => servers[index % 2]?.origin ?? ''

it('commits that wait for the standby are no risk at a failover, and others are', async () => {
  expect(await findCommitRisk(deps.db, { databaseUrl: 'postgres://a,c/b', databaseDirectUrl: null })).toBeNull()
  const risk = await inTransaction(deps.db, async (tx) => {
    await sql`set local synchronous_commit = local`.execute(tx)
    return findCommitRisk(tx, { databaseUrl: 'postgres://a/b', databaseDirectUrl: null })
  })
  expect(risk).toBe('COMMIT_DOES_NOT_WAIT')
})

it('a read is answered by the standby when it has replayed all writes, else by the primary', async () => {
  const hosts = `postgres://portal@127.0.0.1:${first.port},127.0.0.1:${second.port}/portal`
  const open = (databaseReadUrl: string) =>
    openReplicas({ databaseReadUrl, poolSizes: defaultPoolSizes }, deps.databases)
  await expect(open(second.url().replace(/portal$/, 'postgres'))).rejects.toThrow('is no host of the database')
  const replicas = await open(hosts)
  const reader = { db: deps.db, workload: 'desk', replicas } as const
  const read = () =>
    readFromReplica(reader, async (db) => {
      const { rows } = await sql<{ standby: boolean; settings: number }>`
        select pg_is_in_recovery() as standby, count(*)::int as settings from setting`.execute(db)
      return rows[0] ?? { standby: false, settings: -1 }
    })
  const write = (key: string) => deps.pool.query(`insert into setting (key, value) values ($1, 'null')`, [key])
  const site = async () => (await fetch(`${originOf(1)}${clientBase}/first_page/v1/site_info`)).json()
  const { settings } = await read()
  expect(await site()).toMatchObject({ code: 1 })
  await expect.poll(async () => [...(await second.connections()).keys()]).toContain('portal reads learner')
  const answers = []
  for (let n = 1; n <= 20; n += 1) {
    await write(`written ${n}`)
    answers.push(await read())
  }
  expect(answers.map((one) => one.settings)).toEqual(Array.from({ length: 20 }, (_, n) => settings + n + 1))
  expect(answers.map(({ standby }) => standby)).toContain(true)

  await second.setReplayPaused(true)
  await write('late')
  expect(await read()).toEqual({ standby: false, settings: settings + 21 })
  await second.setReplayPaused(false)
  await expect.poll(async () => (await read()).standby, { timeout: 20_000 }).toBe(true)

  // The standby dies while it works; then the primary answers. No write may come now, because it waits for the standby.
  const asked = readFromReplica(reader, (db) =>
    sql<{ standby: boolean }>`select pg_is_in_recovery() as standby, pg_sleep(1)`.execute(db),
  )
  await delay(400)
  await second.kill()
  expect((await asked).rows).toMatchObject([{ standby: false }])
  expect(await read()).toMatchObject({ standby: false })
  expect(await site()).toMatchObject({ code: 1 })
  await second.start()
  await expect.poll(async () => (await read()).standby, { timeout: 20_000 }).toBe(true)
  await replicas?.close()
  const { values } = await replicaReads.get()
  const reasons = values.map(({ labels }) => Object.values(labels).join(' '))
  expect(reasons).toEqual(expect.arrayContaining(['replica current', 'primary late', 'primary failed']))
}, 60_000)

it('an outage ends when its cause ends, without lost confirmed writes or leaked connections', {
  timeout: 90_000 + 5 * seconds * 1000,
}, async () => {
  const pages = sitters.map((sitter) => ({ ...sitter, playSessionId: randomUUID() }))
  let running = true
  const lastAnswer = sitters.map(() => 0)
  const write = (index: number, writer: Parameters<typeof writeUntilStopped>[1]) =>
    writeUntilStopped(
      originOf(index),
      writer,
      () => running,
      (at) => {
        lastAnswer[index] = at
      },
    )
  const saving = Promise.all(sitters.map((sitter, index) => write(index, createAnswerWriter(sitter))))
  const beating = Promise.all(pages.map((page, index) => write(index, createHeartbeatWriter(page))))
  await delay(1_000)

  const recoveries: Record<string, number> = {}
  /** @returns the monotonic time when the cause ended */
  const outage = async (name: string, cause: () => Promise<number>) => {
    const ended = await cause()
    await expect.poll(() => Math.min(...lastAnswer), { timeout: 30_000, interval: 20 }).toBeGreaterThan(ended)
    recoveries[name] = Math.round(performance.now() - ended)
    await delay(1_000)
  }

  await outage('read-only', async () => {
    await first.setReadOnly(true)
    await delay(500)
    for (const at of [0, 1]) await expectUnavailable(originOf(at))
    await delay(seconds * 1000)
    await first.setReadOnly(false)
    return performance.now()
  })
  await outage('frozen', async () => {
    await first.freeze(seconds * 1000)
    return performance.now()
  })
  await outage('restarted', async () => {
    await first.kill()
    await delay(seconds * 1000)
    await first.start()
    return performance.now()
  })
  await outage('standby promoted', async () => {
    await first.kill()
    address.leadTo(second.port)
    await delay(seconds * 1000)
    const onStandby = await second.connections()
    expect(onStandby.get('portal session_revoked') ?? 0).toBeLessThanOrEqual(2 + 1)
    await second.promote()
    return performance.now()
  })

  // A running process continues without keys and files, but a new start stops and creates none.
  const [keys, files] = [join(folder, 'data', 'keys'), join(folder, 'data', 'files')]
  await mkdir(files, { recursive: true })
  for (const place of [keys, files]) await rename(place, `${place}.away`)
  await delay(1_000)
  const before = Math.min(...lastAnswer)
  await expect.poll(() => Math.min(...lastAnswer)).toBeGreaterThan(before)
  expect(await refusedStart()).toMatch(/lacks keys that this database was used with/)
  for (const place of [keys, files]) {
    await rm(place, { recursive: true, force: true })
    await rename(`${place}.away`, place)
  }

  running = false
  const acknowledged = { answers: await saving, beats: await beating }
  expect(await lostAnswers(acknowledged.answers)).toBe(0)
  expect(await lostBeats(pages, acknowledged.beats)).toBe(0)
  expect(await countInconsistentAttempts(deps.pool)).toBe(0)
  const slow = Object.entries(recoveries).filter(([, ms]) => ms > recovery)
  expect(slow).toEqual([])

  // Both processes have their normal connections again, with one listener per channel.
  await expect.poll(async () => (await second.connections()).get('portal availability') ?? 0).toBe(0)
  const held = await second.connections()
  for (const [name, most] of Object.entries(defaultPoolSizes))
    expect(held.get(`portal ${name}`) ?? 0).toBeLessThanOrEqual(2 * most)
  // A listener waits up to two seconds between tries to connect. The test's own listener is counted too.
  await expect
    .poll(async () => (await second.connections()).get('portal session_revoked'), {
      timeout: 30_000,
    })
    .toBe(3)
  // Each outage writes a few lines, not one per refused call.
  for (const log of logs) expect(linesOfOutages(log)).toBeLessThanOrEqual(40)
  const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
  console.log(
    `${seconds} s each: ${total(acknowledged.answers)} answers and ${total(acknowledged.beats)} beats acknowledged, 0 lost; all ${people} people answered again after`,
    recoveries,
  )
})

it('of two hosts that take writes, the one that took over last is used', async () => {
  await first.start()
  const hosts = first.url().replace(`:${first.port}/`, `:${first.port},127.0.0.1:${second.port}/`)
  const client = new DatabaseClient({ connectionString: hosts })
  await client.connect()
  expect([client.port, [...client.writableHosts]]).toEqual([second.port, [`127.0.0.1:${second.port}`]])
  await client.end()
})

/** Expects that writing calls get a refusal that permits a repeat, and that the process is alive but not ready. */
async function expectUnavailable(origin: string): Promise<void> {
  const logout = await fetch(`${origin}${clientBase}/student/v1/logout`, {
    method: 'POST',
    headers: { authorization: sitters[0]?.token ?? '', 'content-type': 'application/json' },
    body: '{}',
  })
  expect([logout.status, await logout.json()]).toMatchObject([503, { data: { key: 'common.busy' } }])
  expect(logout.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  expect((await fetch(`${origin}/readyz`)).status).toBe(503)
}

async function refusedStart(): Promise<string> {
  let text = ''
  const url = first.url(address.port)
  await startTestServer(url, join(folder, 'data'), {}, (more) => {
    text += more
  }).catch(() => {})
  return text
}

function linesOfOutages(log: string): number {
  return log.split('\n').filter((line) => line.trim() !== '').length
}

async function lostAnswers(counts: number[]): Promise<number> {
  const saved = await readAnswerLogs(deps.pool)
  let lost = 0
  sitters.forEach((sitter, index) => {
    const log = saved.get(sitter.attemptId) ?? []
    for (let seq = 1; seq <= (counts[index] ?? 0); seq += 1)
      if (JSON.stringify(log[seq - 1]) !== JSON.stringify(answersForSeq(sitter, seq))) lost += 1
  })
  return lost
}

async function lostBeats(pages: { playSessionId: string }[], counts: number[]): Promise<number> {
  const stored = await countGaplessHeartbeats(deps.pool)
  return pages.reduce(
    (lost, { playSessionId }, index) => lost + Math.max(0, (counts[index] ?? 0) - (stored.get(playSessionId) ?? 0)),
    0,
  )
}
