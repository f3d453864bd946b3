import { clientBase } from '@ce/contract'
import { cpuMs } from './cpu.ts'
import { medianOf } from './median.ts'
import { type RequestStep, sendStepsPerConnection } from './play.ts'
import { type BenchPortal, startProcess, stopProcess } from './portal.ts'

export interface CallSample {
  perSecond: number
  ratio: number
  p50: number
  p99: number
  /** CPU milliseconds of the Node process per call. */
  node: number
  postgres: number
}

export async function measureRequestSteps(
  portal: BenchPortal,
  connections: number,
  steps: RequestStep[],
): Promise<CallSample> {
  const before = cpuMs(portal.pids)
  const ours = await sendStepsPerConnection(portal.origin, groupByConnection(steps, connections))
  const after = cpuMs(portal.pids)
  if (ours.failed > 0) throw new Error(`${ours.failed} of ${steps.length} refused: ${ours.last}`)
  const bare = await startProcess({
    script: new URL('bare.ts', import.meta.url).pathname,
    env: { BENCH_ANSWER: ours.last },
  })
  const posted = steps.map((one) => ({ body: '{}', ...one, method: 'POST' as const }))
  // The first pass warms up the server; the repeated steps give a stable rate.
  const repeated = Array.from({ length: Math.ceil(12_000 / posted.length) }, () => posted).flat()
  try {
    await sendStepsPerConnection(bare.origin, groupByConnection(posted, connections))
    const reference = await sendStepsPerConnection(bare.origin, groupByConnection(repeated, connections))
    return {
      perSecond: ours.perSecond,
      ratio: ours.perSecond / reference.perSecond,
      p50: ours.p50,
      p99: ours.p99,
      node: (after.node - before.node) / steps.length,
      postgres: (after.postgres - before.postgres) / steps.length,
    }
  } finally {
    await stopProcess(bare.child)
  }
}

/** Steps of one student share a connection, so that the student's saves stay in order. */
export function groupByConnection(steps: RequestStep[], connections: number): RequestStep[][] {
  const each = steps.length / connections
  return Array.from({ length: connections }, (_, index) =>
    steps.slice(index * each, (index + 1) * each).map((one) => ({ ...one, path: clientBase + one.path })),
  )
}

export function printCallSamples(heading: string, samples: Record<string, CallSample[]>): void {
  console.log(heading)
  console.log('                  per s   of node:http    p50    p99   CPU-ms = node + PostgreSQL')
  for (const [name, all] of Object.entries(samples)) {
    const of = (pick: (sample: CallSample) => number) => medianOf(all.map(pick))
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
