import { clientBase } from '@ce/contract'
import type pg from 'pg'
import { sealMonth } from '../server/src/modules/learning/study/service/seal-months.ts'
import {
  beginMonth,
  emptyPartition,
  heartbeatMonths,
  listClosedPartitions,
  makePartition,
  numbersOfMonth,
} from '../server/src/platform/db/months.ts'
import { cpuMs } from './harness/cpu.ts'
import { createHeartbeatPage, giveStudyTime, heartbeatPath, startHeartbeatPage } from './harness/heartbeats.ts'
import { type LoadCaller, type LoadResult, runLoad } from './harness/load.ts'
import { medianOf } from './harness/median.ts'
import { type BenchStudent, createBenchStudents } from './harness/people.ts'
import { type BenchPortal, startBenchPortal } from './harness/portal.ts'

const connections = 300
const rounds = Number(process.env.BENCH_ROUNDS ?? 4)
const seconds = Number(process.env.BENCH_SECONDS ?? 6)
/** Rows that fill the months of a year, the newest included. Each million takes 150 MB. */
const millions = Number(process.env.BENCH_MILLIONS ?? 200)
const monthCount = 12
/** Sessions that study at the same time, so their heartbeats lie mixed in the table. */
const together = 5000
const beatsOfSession = 40
const block = together * beatsOfSession
/** Sessions of the lesson that somebody asks about. */
const askedSessions = 30
const target = 1.2

/** Compares the cost of a heartbeat beside full partitions with that of an empty table, in turn. */
export async function measureGrowth(): Promise<void> {
  const [empty, full] = [await open(), await open()]
  const { pool } = full.portal.deps
  try {
    const months = await listMonths(pool)
    const present = Math.max(...months)
    const filled = await timed(() => fill(pool, months, present))
    const vacuumed = await timed(() => pool.query(`vacuum (analyze) study_beat_${present}`))
    for (const world of [empty, full]) await warmUp(world)
    const pairs: { empty: Round; full: Round }[] = []
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ empty: await measureBeats(empty), full: await measureBeats(full) })
    const switched = await measureSwitch(full, present + 50)
    const explained = await measureRecord(full, months)
    const sealed = await measureSeal(full, explained, months)
    const size = await sizeOf(pool, `study_beat_${present}`)
    const of = (pick: (pair: (typeof pairs)[number]) => number) => medianOf(pairs.map(pick))
    const ratio = of((one) => one.full.cpu / one.empty.cpu)
    const both = (pick: (round: Round) => number) =>
      `empty ${of((one) => pick(one.empty)).toFixed(3)}, full ${of((one) => pick(one.full)).toFixed(3)}`
    console.log(`study_beat, ${millions} million rows in ${monthCount} months, ${connections} connections, fsync on`)
    console.log(`  filled         ${(filled / 1000).toFixed(0)} s`)
    console.log(`  CPU-ms/beat    ${both(({ cpu }) => cpu)}`)
    console.log(`    PostgreSQL   ${both(({ postgres }) => postgres)}`)
    console.log(`  ratio          ${ratio.toFixed(2)} (target ${target}), median of ${rounds} pairs of rounds`)
    console.log(`  beats/s        ${both(({ load }) => load.perSecond)}`)
    console.log(`  p99 ms         ${both(({ load }) => load.p99)}`)
    console.log(`  a month        ${size.rows} rows, ${size.heap} MB and ${size.index} MB of index`)
    console.log(`  vacuum of it   ${(vacuumed / 1000).toFixed(1)} s`)
    console.log(`  a new month    ${switched.ms.toFixed(0)} ms; p99 ${switched.load.p99} ms meanwhile`)
    console.log(`  why this hour  ${explained.ms.toFixed(0)} ms for ${explained.beats} heartbeats`)
    console.log(
      `  sealing        ${(sealed.sealMs / 1000).toFixed(1)} s for ${sealed.rows} rows of ${sealed.months} months`,
    )
    console.log(`    files        ${(sealed.bytes / 1_000_000).toFixed(1)} MB, ${sealed.tableMb} MB in the database`)
    console.log(`    emptying     ${sealed.emptyMs.toFixed(0)} ms`)
    console.log(
      `    why this hour ${sealed.ms.toFixed(0)} ms, ${(sealed.ms / explained.ms).toFixed(1)} times that of the table`,
    )
    if (ratio > target || explained.ms > 1000 || sealed.ms > 1000) process.exitCode = 1
  } finally {
    await Promise.all([empty.portal.close(), full.portal.close()])
  }
}

interface World {
  portal: BenchPortal
  students: BenchStudent[]
  pages: LoadCaller[]
  url: string
}

interface Round {
  load: LoadResult
  /** CPU milliseconds of Node and PostgreSQL per heartbeat. */
  cpu: number
  postgres: number
}

async function open(): Promise<World> {
  const portal = await startBenchPortal()
  await beginMonth(portal.deps.pool, heartbeatMonths)
  const students = await createBenchStudents(portal.deps, connections)
  return { portal, students, pages: students.map(createHeartbeatPage), url: portal.origin + heartbeatPath }
}

async function warmUp({ portal, pages, url }: World): Promise<void> {
  await Promise.all(pages.map((one) => startHeartbeatPage(portal.origin, one)))
  await giveStudyTime(portal)
  await runLoad({ url, callers: pages, seconds: 3 })
}

async function measureBeats({ portal, pages, url }: World): Promise<Round> {
  const before = cpuMs(portal.pids)
  const load = await runLoad({ url, callers: pages, seconds })
  const after = cpuMs(portal.pids)
  if (load.failed > 0) throw new Error(`${load.failed} failed`)
  const postgres = (after.postgres - before.postgres) / load.answered
  return { load, postgres, cpu: postgres + (after.node - before.node) / load.answered }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The months that end with the present one, as `yymm`. */
async function listMonths(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ month: number }>(
    `select to_char(app_now() at time zone 'Asia/Shanghai' - interval '1 month' * n, 'YYMM')::int as month
    from generate_series($1::int, 0, -1) n`,
    [monthCount - 1],
  )
  return rows.map(({ month }) => month)
}

/**
 * Fills the months as heartbeats do, with the index in place. Nobody writes past months any more, so these are unlogged,
 * which saves half of the time. The sequence then stands behind the rows of the present month.
 */
async function fill(pool: pg.Pool, months: number[], present: number): Promise<void> {
  const blocks = Math.max(1, Math.round((millions * 1_000_000) / monthCount / block))
  for (const month of months.filter((one) => one !== present)) {
    await makePartition(pool, heartbeatMonths, month)
    await pool.query(
      `alter table study_beat_${month} set unlogged, set (autovacuum_enabled = false, toast.autovacuum_enabled = false)`,
    )
  }
  const left = months.flatMap((month) => Array.from({ length: blocks }, (_, nth) => ({ month, nth })))
  const write = async () => {
    for (let one = left.shift(); one; one = left.shift())
      await pool.query(fillSql, [one.month * numbersOfMonth + 1000 + one.nth * together, one.month])
  }
  await Promise.all([write(), write(), write()])
  await pool.query(`select setval('play_session_no', $1)`, [present * numbersOfMonth + 1000 + blocks * together])
}

const fillSql = `
  insert into study_beat (session_no, seq, at, event, position_ds, intervals, added_ds, credited_ds, furthest_ds,
    lesson_done, course_done)
  select $1::bigint + n % ${together}, n / ${together},
    to_timestamp('20' || $2::int || '01', 'YYYYMMDD') + interval '15 s' * (n / ${together}),
    case when n < ${together} then 'start' else 'beat' end, n / ${together} * 150,
    int4multirange(int4range(greatest(n / ${together} - 1, 0) * 150, n / ${together} * 150)), 150,
    n / ${together} * 150, n / ${together} * 150, false, false
  from generate_series(0, ${block} - 1) n`

/** Makes the partition of a later month while everybody studies. */
async function measureSwitch({ portal, pages, url }: World, month: number) {
  const running = runLoad({ url, callers: pages, seconds })
  await new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / 2))
  const ms = await timed(() => makePartition(portal.deps.pool, heartbeatMonths, month))
  return { ms, load: await running }
}

/** Gives a student some sessions of the generated rows and asks why the lesson has its seconds. */
async function measureRecord({ portal, students: [student], pages: [page] }: World, months: number[]) {
  if (!student || !page) throw new Error('nobody to ask for')
  // Heartbeats of a student stay in order, so none that is still under way is written after this one.
  await startHeartbeatPage(portal.origin, {
    ...page,
    next: () => JSON.stringify({ ...JSON.parse(page.next()), event: 'end' }),
  })
  const numbers = Array.from(
    { length: askedSessions },
    (_, nth) => (months[nth % 3] ?? 0) * numbersOfMonth + 1000 + nth * 7,
  )
  await portal.deps.pool.query(
    `insert into play_session (no, student_id, id, sign_course_id, lesson_id, round, opened_at, closed_at, closed_by)
    select no, $2, gen_random_uuid(), $3, $4, 1, now(), now(), 'END' from unnest($1::bigint[]) no`,
    [numbers, student.id, student.signCourseId, student.lessonId],
  )
  // The generated heartbeats belong to no progress, which the proof before sealing would find.
  await portal.deps.pool.query(
    `insert into lesson_progress as progress (sign_course_id, lesson_id, round, credited_ds)
    select sign_course_id, lesson_id, round, max(credited_ds) from play_session join study_beat on session_no = no
    where sign_course_id = $1 group by 1, 2, 3
    on conflict (sign_course_id, lesson_id, round) do update set credited_ds = excluded.credited_ds`,
    [student.signCourseId],
  )
  const url = `${portal.origin}${clientBase}/course/v1/learn_record?id=${student.signCourseId}&lessonId=${student.lessonId}`
  const ask = async () => {
    const times: number[] = []
    let data = { sums: { beats: 0 } }
    for (let time = 0; time < 5; time += 1)
      times.push(
        await timed(async () => {
          const answer = await fetch(url, { headers: { authorization: student.token } })
          data = ((await answer.json()) as { data: typeof data }).data
        }),
      )
    const { beats } = data.sums
    if (beats < askedSessions * beatsOfSession) throw new Error(`only ${beats} heartbeats were found`)
    return { ms: medianOf(times), beats, data }
  }
  return { ...(await ask()), ask }
}

/** Seals the months of the asked sessions, and asks again. */
async function measureSeal(
  { portal: { deps } }: World,
  before: Awaited<ReturnType<typeof measureRecord>>,
  months: number[],
) {
  const { pool } = deps
  const closed = await listClosedPartitions(pool, heartbeatMonths)
  const partitions = closed.filter(({ month }) => months.slice(0, 3).includes(month))
  const sizes = await Promise.all(partitions.map(({ name }) => sizeOf(pool, name)))
  const sealMs = await timed(async () => {
    for (const partition of partitions) await sealMonth(deps, partition, { part: 250_000, group: 2500 }, () => true)
  })
  const emptyMs = await timed(async () => {
    for (const partition of partitions) await emptyPartition(pool, partition)
  })
  const { ms, data } = await before.ask()
  if (JSON.stringify(data) !== JSON.stringify(before.data)) throw new Error('a sealed month gives another answer')
  const { rows } = await pool.query<{ rows: number; bytes: number }>(
    'select sum(rows)::float8 as rows, sum(size)::float8 as bytes from sealed_part join file on file.id = file_id',
  )
  const tableMb = sizes.reduce((sum, size) => sum + Number(size.heap) + Number(size.index), 0)
  return { ...{ rows: 0, bytes: 0, ...rows[0] }, months: partitions.length, tableMb, sealMs, emptyMs, ms }
}

async function sizeOf(pool: pg.Pool, table: string) {
  const { rows } = await pool.query<{ rows: number; heap: number; index: number }>(
    `select reltuples::bigint as rows, pg_table_size(oid) / 1000000 as heap, pg_indexes_size(oid) / 1000000 as index
    from pg_class where oid = $1::regclass`,
    [table],
  )
  return rows[0] ?? { rows: 0, heap: 0, index: 0 }
}
