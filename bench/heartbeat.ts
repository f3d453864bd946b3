import { randomUUID } from 'node:crypto'
import { clientBase } from '@ce/contract'
import { cpuMs } from './harness/cpu.ts'
import { type LoadCaller, type LoadResult, runLoad } from './harness/load.ts'
import { medianOf } from './harness/median.ts'
import { type BenchStudent, createBenchStudents } from './harness/people.ts'
import { type BenchPortal, startBenchPortal, startProcess, stopProcess } from './harness/portal.ts'

const connections = 300
const rounds = Number(process.env.BENCH_ROUNDS ?? 4)
const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const target = 0.5
const path = `${clientBase}/course/v1/learn_process`

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
    const pages = students.map(page)
    const sample = await Promise.all(pages.map((one) => start(portal, one)))
    await giveTime(portal)
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
  const url = portal.origin + path
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

/** A simulated lesson page that plays without end and sends a heartbeat every 15 s. */
function page(student: BenchStudent): LoadCaller {
  const fixed = {
    id: student.signCourseId,
    lessonId: student.lessonId,
    playSessionId: randomUUID(),
  }
  let seq = -1
  return {
    token: student.token,
    next: () => {
      seq += 1
      const position = seq * 15
      const intervals = seq === 0 ? [] : [[position - 15, position]]
      return JSON.stringify({ ...fixed, seq, event: seq ? 'beat' : 'start', position, intervals })
    },
  }
}

/** Simulated pages for the reference server: their requests have the same form but name lessons that do not exist. */
function silent(pages: LoadCaller[]): LoadCaller[] {
  return pages.map(({ token }) =>
    page({ id: '', token, signId: '', signCourseId: randomUUID(), lessonId: randomUUID() }),
  )
}

async function start(portal: BenchPortal, one: LoadCaller): Promise<string> {
  const response = await fetch(portal.origin + path, {
    method: 'POST',
    headers: { authorization: one.token, 'content-type': 'application/json' },
    body: one.next(),
  })
  const text = await response.text()
  if (!text.startsWith('{"code":1,')) throw new Error(`start refused: ${text}`)
  return text
}

/** Gives each student enough allowance for all heartbeats, and a presence check only in the far future. */
async function giveTime({ deps }: BenchPortal): Promise<void> {
  await deps.pool.query(
    'update study_clock set version = version + 1, allowance_ds = 1000000000, presence_left_ds = 1000000000',
  )
}

async function countBeats({ deps }: BenchPortal): Promise<number> {
  return (await deps.pool.query('select count(*) from study_beat')).rows[0]?.count
}
