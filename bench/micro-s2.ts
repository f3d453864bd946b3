import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { learnProcess } from '../server/src/modules/study/service.ts'
import { openPool } from '../server/src/platform/db/database.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { closeDeps, openDeps } from '../server/src/platform/deps.ts'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/launcher.ts'
import { readEnv } from '../server/src/platform/env.ts'
import { cpuMs } from './harness/cpu.ts'
import { makeStudents } from './harness/people.ts'

const dataDir = await mkdtemp('/tmp/ce-s2-')
const postgres = await startEmbeddedPostgres({ dataDir })
const pool = openPool(postgres.connection, 4)
await migrate(pool)
const deps = await openDeps(readEnv({ DATA_DIR: dataDir, DEMO: '1' }), pool)

import { readFacts } from '../server/src/modules/study/store/facts.ts'

const stat: Record<string, [number, number]> = {}
const query = pool.query.bind(pool) as any
;(pool as any).query = async (q: any, ...rest: any[]) => {
  const t = performance.now()
  const r = await query(q, ...rest)
  if (q.name) {
    const e = (stat[q.name] ??= [0, 0])
    e[0]++
    e[1] += performance.now() - t
    if (e[0] === 300 && process.env.EXPLAIN) {
      const x = await query('explain (analyze, buffers, timing off) ' + q.text, q.values)
      console.log(x.rows.map((y: any) => y['QUERY PLAN']).join('\n'))
    }
  }
  return r
}
const students = await makeStudents(deps, 160)
const pages = students.map((s) => ({ s, id: randomUUID(), seq: 0 }))
const send = (p: any) => {
  const seq = p.seq++
  return learnProcess(deps, { studentId: p.s.id, tokenHash: '' }, {
    id: p.s.signCourseId,
    lessonId: p.s.lessonId,
    playSessionId: p.id,
    seq,
    event: seq ? 'beat' : 'start',
    position: seq * 15,
    intervals: seq ? [[seq * 15 - 15, seq * 15]] : [],
  } as any)
}
await Promise.all(pages.map(send))
await pool.query('update study_clock set version = version + 1, allowance_ds = 1000000000, presence_left_ds = 1000000000')
for (let i = 0; i < 20; i++) await Promise.all(pages.map(send))
for (const k in stat) delete stat[k]
console.log('READY', postgres.pid)
for (let r = 0; r < 4; r++) {
  const pids = { node: process.pid, postmaster: postgres.pid }
  const a = cpuMs(pids),
    t = performance.now()
  const n = 150
  for (let i = 0; i < n; i++) await Promise.all(pages.map(send))
  const b = cpuMs(pids)
  const beats = n * pages.length
  console.log(
    'µs/beat: node',
    (((b.node - a.node) / beats) * 1000).toFixed(1),
    'pg',
    (((b.postgres - a.postgres) / beats) * 1000).toFixed(1),
    'wall',
    (((performance.now() - t) / beats) * 1000).toFixed(1),
  )
}
{
  const pids = { node: process.pid, postmaster: postgres.pid }
  const keys = pages.map((p) => ({
    studentId: p.s.id,
    signCourseId: p.s.signCourseId,
    lessonId: p.s.lessonId,
    playSessionId: p.id,
    seq: p.seq,
  }))
  const a = cpuMs(pids)
  for (let i = 0; i < 300; i++) await readFacts(pool, keys)
  const b = cpuMs(pids)
  console.log(
    'read only µs/beat: node',
    ((b.node - a.node) / 300 / keys.length) * 1000,
    'pg',
    ((b.postgres - a.postgres) / 300 / keys.length) * 1000,
  )
  console.log(
    (await pool.query('select name, generic_plans, custom_plans from pg_prepared_statements')).rows,
    (await pool.query('select count(*) from pg_stat_activity')).rows,
  )
}
for (const k in stat)
  console.log(k, (stat[k]![1] / stat[k]![0]).toFixed(2), 'ms per batch of', pages.length)
await closeDeps(deps)
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
