import { randomUUID } from 'node:crypto'
import { cpuMs } from './harness/cpu.ts'
import { createHeartbeatPage, giveStudyTime, heartbeatPath, startHeartbeatPage } from './harness/heartbeats.ts'
import { type LoadCaller, type LoadResult, runLoad } from './harness/load.ts'
import { medianOf } from './harness/median.ts'
import { createBenchStudents } from './harness/people.ts'
import { type BenchPortal, startBenchPortal, startProcess, stopProcess } from './harness/portal.ts'

const connections = 300
const rounds = Number(process.env.BENCH_ROUNDS ?? 4)
const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const target = 0.5

interface Round {
  ratio: number
  ours: LoadResult
  reference: LoadResult
  /** CPU milliseconds of the Node process per heartbeat. */
  node: number
  postgres: number
}

/** Compares learn_process with bare node:http for 300 students and prints rates and CPU time. */
export async function measureHeartbeat(): Promise<void> {
  const portal = await startBenchPortal()
  try {
    const students = await createBenchStudents(portal.deps, connections)
    const pages = students.map(createHeartbeatPage)
    const sample = await Promise.all(pages.map((one) => startHeartbeatPage(portal.origin, one)))
    await giveStudyTime(portal)
    await measure(portal, pages, sample[0] ?? '{}')
  } finally {
    await portal.close()
  }
}

async function measure(portal: BenchPortal, pages: LoadCaller[], answer: string): Promise<void> {
  const bare = await startProcess({
    script: new URL('harness/bare.ts', import.meta.url).pathname,
    env: { BENCH_ANSWER: answer },
  })
  const url = portal.origin + heartbeatPath
  const results: Round[] = []
  try {
    await runLoad({ url, callers: pages, seconds: 3 })
    await runLoad({ url: bare.origin, callers: silent(pages), seconds: 2 })
    for (let round = 0; round < rounds; round += 1) {
      const reference = await runLoad({
        url: bare.origin,
        callers: silent(pages),
        seconds: seconds / 2,
      })
      const before = { cpu: cpuMs(portal.pids), beats: await countBeats(portal) }
      const ours = await runLoad({ url, callers: pages, seconds })
      const after = { cpu: cpuMs(portal.pids), beats: await countBeats(portal) }
      const stored = after.beats - before.beats
      if (ours.failed > 0 || stored < ours.answered)
        throw new Error(`${ours.failed} failed, ${ours.answered} answered, ${stored} stored`)
      results.push({
        ratio: ours.perSecond / reference.perSecond,
        ours,
        reference,
        node: (after.cpu.node - before.cpu.node) / stored,
        postgres: (after.cpu.postgres - before.cpu.postgres) / stored,
      })
    }
  } finally {
    await stopProcess(bare.child)
  }
  const of = (pick: (result: Round) => number) => medianOf(results.map(pick))
  const ratio = of((one) => one.ratio)
  console.log(`learn_process, fsync on, ${connections} connections, median of ${rounds} rounds`)
  console.log(`  beats/s        ${of((one) => one.ours.perSecond).toFixed(0)}`)
  console.log(`  node:http/s    ${of((one) => one.reference.perSecond).toFixed(0)}`)
  console.log(`  ratio          ${ratio.toFixed(2)} (target ${target})`)
  console.log(`  p50 / p99      ${of((one) => one.ours.p50)} / ${of((one) => one.ours.p99)} ms`)
  const [node, postgres] = [of((one) => one.node), of((one) => one.postgres)]
  const total = (node + postgres).toFixed(3)
  console.log(`  CPU-ms/beat    ${total} = node ${node.toFixed(3)} + PostgreSQL ${postgres.toFixed(3)}`)
  if (ratio < target) process.exitCode = 1
}

/** Simulated pages for the reference server: their requests have the same form but name lessons that do not exist. */
function silent(pages: LoadCaller[]): LoadCaller[] {
  return pages.map(({ token }) =>
    createHeartbeatPage({ id: '', token, signId: '', signCourseId: randomUUID(), lessonId: randomUUID() }),
  )
}

async function countBeats({ deps }: BenchPortal): Promise<number> {
  return (await deps.pool.query('select count(*) from study_beat')).rows[0]?.count
}
