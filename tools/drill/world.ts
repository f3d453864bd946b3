import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { createBenchStudents } from '../../bench/harness/people.ts'
import { openPool } from '../../server/src/platform/db/database.ts'
import { sharePool } from '../../server/src/platform/db/pools.ts'
import { closeDeps, type Deps, openDeps } from '../../server/src/platform/deps.ts'
import { readEnv } from '../../server/src/platform/env.ts'
import { type ExamWriter, insertExamWriters } from '../../server/test/kill/candidates.ts'
import {
  answersForSeq,
  countGaplessHeartbeats,
  countInconsistentAttempts,
  countInconsistentStudents,
  createAnswerWriter,
  createHeartbeatWriter,
  readAnswerLogs,
} from '../../server/test/kill/compare-rows.ts'
import { answersAt } from './component.ts'
import { Buyer, type Person, Reader, Writer } from './people.ts'

const counts = { learners: 16, candidates: 24, buyers: 8, readers: 6, viewers: 2 }

export interface World {
  people: Person[]
  /** Returns how many acknowledged writes are not in the database. */
  countLost(): Promise<number>
  /** Returns how many acknowledged writes were compared. */
  countAcknowledged(): number
  /** Returns sentences about rows that contradict each other. */
  findFaults(): Promise<string[]>
  close(): Promise<void>
}

/** People in the database of the drill, and what they do. @param env variables of the portals */
export async function makeWorld(origin: string, env: Record<string, string>, databaseUrl: string): Promise<World> {
  const own = { ...env, DATABASE_URL: databaseUrl, DATABASE_URL_DIRECT: '' }
  const deps = await openDeps(readEnv(own), sharePool(openPool({ connectionString: databaseUrl }, 4)))
  const sitters = await insertExamWriters(deps, counts.learners + counts.candidates)
  const buyers = await makeBuyers(deps)
  await liftLimits(deps.pool)
  await closeDeps(deps)
  const learners = sitters
    .slice(0, counts.learners)
    .map((sitter) => ({ ...sitter, playSessionId: randomUUID() }))
    .map((page) => ({ page, writer: new Writer('heartbeats', createHeartbeatWriter(page), 500) }))
  const candidates = sitters
    .slice(counts.learners)
    .map((sitter) => ({ sitter, writer: new Writer('saves', createAnswerWriter(sitter), 3_000) }))
  const readers = await makeReaders(origin)
  const pool = openPool({ connectionString: databaseUrl }, 2)
  const people = [...learners.map(({ writer }) => writer), ...candidates.map(({ writer }) => writer), ...buyers]
  return {
    people: [...people, ...readers],
    countLost: async () => {
      const lost = [
        await countLostHeartbeats(pool, learners),
        await countLostSaves(pool, candidates),
        await countLostOrders(pool, buyers),
      ]
      return lost.reduce((sum, count) => sum + count, 0)
    },
    countAcknowledged: () =>
      [...learners, ...candidates].reduce((sum, { writer }) => sum + writer.acknowledged, 0) +
      buyers.reduce((sum, { known }) => sum + known.length + known.filter(({ cancelled }) => cancelled).length, 0),
    findFaults: async () => {
      const attempts = await countInconsistentAttempts(pool)
      const students = await countInconsistentStudents(pool)
      return [
        ...(attempts > 0 ? [`${attempts} attempts contradict their log of answers`] : []),
        ...(students > 0 ? [`the clocks of ${students} students contradict their heartbeats`] : []),
      ]
    },
    close: () => pool.end(),
  }
}

const year = 2150

async function makeBuyers(deps: Deps): Promise<Buyer[]> {
  const students = await createBenchStudents(deps, counts.buyers, {}, false)
  const { id } = await deps.db.selectFrom('course').select('id').where('code', '=', 'bench').executeTakeFirstOrThrow()
  const order = { year, courseIds: [id], payType: 'WECHAT' }
  return students.map(({ token }) => new Buyer(token, order, 1_000))
}

/** A long drill must not end an exam, or meet the limit of a person's orders. */
async function liftLimits(pool: pg.Pool): Promise<void> {
  await pool.query("update attempt set deadline = app_now() + interval '1 day' where submitted_at is null")
  await pool.query(`insert into setting (key, value) values ('order.ordersPerDay', '1000000')
    on conflict (key) do update set value = excluded.value`)
}

async function makeReaders(origin: string): Promise<Reader[]> {
  const home = await answersAt(`${origin}/index`)
  const files = [...new Set(home.match(/\/files\/public\/[\da-f-]{36}/g))]
  const items = [...new Set(home.match(/\/detail\/\w+\/[\da-f-]{36}/g))]
  if (files.length === 0 || items.length === 0) throw new Error('the first page shows no files or no items')
  const pages = ['/index', '/courses', '/verify', '/h5/index', ...items.slice(0, 4)]
  return [
    ...Array.from({ length: counts.readers }, () => new Reader('pages', pages, 500)),
    ...Array.from({ length: counts.viewers }, () => new Reader('files', files, 1_000)),
  ]
}

async function countLostHeartbeats(
  pool: pg.Pool,
  learners: { page: { playSessionId: string }; writer: Writer }[],
): Promise<number> {
  const acknowledged = learners.map(({ writer }) => writer.acknowledged)
  const stored = await countGaplessHeartbeats(pool)
  return learners.reduce(
    (sum, { page }, index) => sum + Math.max(0, (acknowledged[index] ?? 0) - (stored.get(page.playSessionId) ?? 0)),
    0,
  )
}

async function countLostSaves(pool: pg.Pool, candidates: { sitter: ExamWriter; writer: Writer }[]): Promise<number> {
  const acknowledged = candidates.map(({ writer }) => writer.acknowledged)
  const logs = await readAnswerLogs(pool)
  let lost = 0
  for (const [index, { sitter }] of candidates.entries()) {
    const log = logs.get(sitter.attemptId) ?? []
    for (let seq = 1; seq <= (acknowledged[index] ?? 0); seq += 1)
      if (JSON.stringify(log[seq - 1]) !== JSON.stringify(answersForSeq(sitter, seq))) lost += 1
  }
  return lost
}

async function countLostOrders(pool: pg.Pool, buyers: Buyer[]): Promise<number> {
  const known = buyers.flatMap((buyer) => buyer.known.map((order) => ({ ...order })))
  const { rows } = await pool.query<{ orderNo: string; status: string }>(
    'select order_no as "orderNo", status from orders',
  )
  const stored = new Map(rows.map(({ orderNo, status }) => [orderNo, status]))
  return known.reduce((lost, { orderNo, cancelled }) => {
    const status = stored.get(orderNo)
    if (!status) return lost + (cancelled ? 2 : 1)
    return lost + (cancelled && status === 'PENDING' ? 1 : 0)
  }, 0)
}
