import { clientBase } from '@ce/contract'
import { preparePapers } from '../server/src/modules/exam/service.ts'
import { cpuMs } from './harness/cpu.ts'
import { openExams, readSittings, saveSteps, startStep, submitStep } from './harness/exams.ts'
import { median } from './harness/median.ts'
import { type BenchStudent, makeStudents } from './harness/people.ts'
import { play, type Step } from './harness/play.ts'
import { type BenchPortal, startPortal, startProcess, stop } from './harness/portal.ts'

const connections = 100
const students = 600
/** product §4 Exam: attempts of a round; the last one passes, so that hours and proofs are measured too */
const attempts = 3

interface Sample {
  perSecond: number
  ratio: number
  p50: number
  p99: number
  node: number
  postgres: number
}

/**
 * A whole exam of 20 questions, as fast as it goes: start, one save_answer per question, submit; durable (fsync on),
 * 100 keep-alive connections, each call against bare node:http in the same run with the same bodies and as long an answer.
 */
export async function exam(): Promise<void> {
  const portal = await startPortal()
  try {
    const people = await makeStudents(portal.deps, students)
    await openExams(portal)
    const samples: Record<string, Sample[]> = {}
    for (let no = 1; no <= attempts; no += 1) {
      const passing = no === attempts
      // as the portal's own job does ahead of a rush
      await preparePapers(portal.deps)
      const measured = await sitAll(portal, people, passing)
      for (const [name, sample] of Object.entries(measured))
        samples[name] = [...(samples[name] ?? []), sample]
    }
    print(samples)
  } finally {
    await portal.close()
  }
}

async function sitAll(portal: BenchPortal, people: BenchStudent[], passing: boolean) {
  const start = await measure(portal, people.map(startStep))
  const sittings = await readSittings(portal, people)
  const save = await measure(portal, sittings.flatMap(saveSteps))
  const submit = await measure(
    portal,
    sittings.map((sitting) => submitStep(sitting, passing)),
  )
  return { start, save_answer: save, [passing ? 'submit, passed' : 'submit, failed']: submit }
}

/** All steps over all connections, and the same against bare node:http right after. */
async function measure(portal: BenchPortal, steps: Step[]): Promise<Sample> {
  const before = cpuMs(portal.pids)
  const ours = await play(portal.origin, scriptsOf(steps))
  const after = cpuMs(portal.pids)
  if (ours.failed > 0) throw new Error(`${ours.failed} of ${steps.length} refused: ${ours.last}`)
  const bare = await startProcess({
    script: new URL('harness/bare.ts', import.meta.url).pathname,
    env: { BENCH_ANSWER: ours.last },
  })
  const posted = steps.map((one) => ({ body: '{}', ...one, method: 'POST' as const }))
  // once to warm up, and often enough for a rate
  const repeated = Array.from({ length: Math.ceil(12_000 / posted.length) }, () => posted).flat()
  try {
    await play(bare.origin, scriptsOf(posted))
    const reference = await play(bare.origin, scriptsOf(repeated))
    return {
      perSecond: ours.perSecond,
      ratio: ours.perSecond / reference.perSecond,
      p50: ours.p50,
      p99: ours.p99,
      node: (after.node - before.node) / steps.length,
      postgres: (after.postgres - before.postgres) / steps.length,
    }
  } finally {
    await stop(bare.child)
  }
}

/** Neighbours in the list share a connection: a student's saves stay in order. */
function scriptsOf(steps: Step[]): Step[][] {
  const each = steps.length / connections
  return Array.from({ length: connections }, (_, index) =>
    steps
      .slice(index * each, (index + 1) * each)
      .map((one) => ({ ...one, path: clientBase + one.path })),
  )
}

function print(samples: Record<string, Sample[]>): void {
  console.log(`exam of 20 questions, fsync on, ${connections} connections, ${students} students`)
  console.log('                  per s   of node:http    p50    p99   CPU-ms = node + PostgreSQL')
  for (const [name, all] of Object.entries(samples)) {
    const of = (pick: (sample: Sample) => number) => median(all.map(pick))
    const [node, postgres] = [of((one) => one.node), of((one) => one.postgres)]
    console.log(
      [
        `  ${name.padEnd(14)}`,
        of((one) => one.perSecond)
          .toFixed(0)
          .padStart(7),
        of((one) => one.ratio)
          .toFixed(2)
          .padStart(11),
        of((one) => one.p50)
          .toFixed(0)
          .padStart(9),
        of((one) => one.p99)
          .toFixed(0)
          .padStart(6),
        (node + postgres).toFixed(2).padStart(9),
        `= ${node.toFixed(2)} + ${postgres.toFixed(2)}`,
      ].join(' '),
    )
  }
}
