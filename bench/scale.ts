import type { ChildProcess } from 'node:child_process'
import { clientBase } from '@ce/contract'
import { noRealStores } from '../server/src/platform/env.ts'
import { type CpuLimit, limitCpu } from './harness/cpu-limit.ts'
import {
  type BenchAttempt,
  buildSaveSteps,
  openBenchExams,
  prepareAllPapers,
  readBenchAttempts,
} from './harness/exams.ts'
import { createHeartbeatPage, giveStudyTime, heartbeatPath, startHeartbeatPage } from './harness/heartbeats.ts'
import { type LoadCaller, type LoadResult, runLoad } from './harness/load.ts'
import { medianOf } from './harness/median.ts'
import { type BenchStudent, createBenchStudents } from './harness/people.ts'
import { type BenchPortal, startBenchPortal, startProcess, stopProcess } from './harness/portal.ts'

/** Of a core, for each portal process. The rest of two cores is for PostgreSQL and for those who ask. */
const share = 0.15
const counts = [1, 2, 4]
const connectionsEach = 40
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 5)

interface LimitedPortal {
  child: ChildProcess
  origin: string
  limit: CpuLimit
}

/** Compares 1, 2 and 4 portal processes, each with the same part of a core, over one database. */
export async function measureScale(): Promise<void> {
  const first = await startBenchPortal()
  const portals: LimitedPortal[] = []
  try {
    const most = Math.max(...counts)
    while (portals.length < most) portals.push(await startLimitedPortal(first, portals.length))
    const people = await createBenchStudents(first.deps, 2 * most * connectionsEach)
    const pages = people.slice(0, most * connectionsEach).map(createHeartbeatPage)
    await Promise.all(pages.map((page) => startHeartbeatPage(first.origin, page)))
    await giveStudyTime(first)
    const savers = await makeSavers(first, people.slice(most * connectionsEach))
    await measureCall('heartbeats', heartbeatPath, portals, pages)
    await measureCall('saves', `${clientBase}/exam/v1/save_answer`, portals, savers)
  } finally {
    for (const { child, limit } of portals) {
      await stopProcess(child)
      limit.remove()
    }
    await first.close()
  }
}

/** The first portal of the measurement only keeps the database; these are asked. */
async function startLimitedPortal(first: BenchPortal, index: number): Promise<LimitedPortal> {
  const { child, origin } = await startProcess({
    script: new URL('../server/src/main.ts', import.meta.url).pathname,
    env: {
      ...noRealStores,
      ...{ DATA_DIR: first.dataDir, DEMO: '1', CE_SEED: '0', CE_JOBS: '0' },
      ...{ NODE_ENV: '', RATE_PER_MINUTE: '1000000' },
    },
  })
  const limit = limitCpu(`bench-scale-${process.pid}-${index}`, share)
  limit.add(child.pid ?? 0)
  return { child, origin, limit }
}

async function makeSavers(portal: BenchPortal, people: BenchStudent[]): Promise<LoadCaller[]> {
  await openBenchExams(portal)
  await prepareAllPapers(portal)
  for (const { signId, signCourseId, token } of people) {
    const url = `${portal.origin}${clientBase}/exam/v1/start?signId=${signId}&id=${signCourseId}`
    const text = await (await fetch(url, { headers: { authorization: token } })).text()
    if (!text.startsWith('{"code":1,')) throw new Error(`start refused: ${text}`)
  }
  return (await readBenchAttempts(portal, people)).map(saver)
}

/** Answers the questions of its paper again and again. */
function saver(attempt: BenchAttempt): LoadCaller {
  let seq = 0
  const steps = buildSaveSteps(attempt)
  return {
    token: attempt.student.token,
    next: () => {
      const body = JSON.parse(steps[seq % steps.length]?.body ?? '{}') as object
      seq += 1
      return JSON.stringify({ ...body, seq })
    },
  }
}

async function measureCall(
  name: string,
  path: string,
  portals: readonly LimitedPortal[],
  callers: readonly LoadCaller[],
): Promise<void> {
  const rates = new Map(counts.map((count) => [count, [] as number[]]))
  // The first round warms the processes up.
  for (let round = 0; round <= rounds; round += 1)
    for (const count of counts) {
      const perSecond = await measureTogether(path, portals.slice(0, count), callers)
      if (round > 0) rates.get(count)?.push(perSecond)
    }
  const medians = counts.map((count) => medianOf(rates.get(count) ?? []))
  const one = medians[0] ?? 0
  console.log(`${name}, fsync on, ${share} of a core each, ${connectionsEach} connections each, median of ${rounds}`)
  for (const [index, count] of counts.entries()) {
    const rate = medians[index] ?? 0
    const efficiency = (rate / one / count).toFixed(2)
    console.log(`  ${count} processes  ${rate.toFixed(0).padStart(6)}/s   efficiency ${efficiency}`)
  }
}

async function measureTogether(
  path: string,
  portals: readonly LimitedPortal[],
  callers: readonly LoadCaller[],
): Promise<number> {
  const results: LoadResult[] = await Promise.all(
    portals.map(({ origin }, index) =>
      runLoad({
        url: origin + path,
        callers: callers.slice(index * connectionsEach, (index + 1) * connectionsEach),
        seconds,
      }),
    ),
  )
  const failed = results.reduce((sum, one) => sum + one.failed, 0)
  if (failed > 0) throw new Error(`${failed} calls failed`)
  return results.reduce((sum, one) => sum + one.perSecond, 0)
}
