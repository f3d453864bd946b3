import { clientBase } from '@ce/contract'
import { cpuMs } from './cpu.ts'
import { median } from './median.ts'
import { play, type Step } from './play.ts'
import { type BenchPortal, startProcess, stop } from './portal.ts'

export interface Sample {
  perSecond: number
  ratio: number
  p50: number
  p99: number
  /** CPU-ms a call */
  node: number
  postgres: number
}

/** All steps over all connections, and the same against bare node:http right after. */
export async function measureSteps(
  portal: BenchPortal,
  connections: number,
  steps: Step[],
): Promise<Sample> {
  const before = cpuMs(portal.pids)
  const ours = await play(portal.origin, scriptsOf(steps, connections))
  const after = cpuMs(portal.pids)
  if (ours.failed > 0) throw new Error(`${ours.failed} of ${steps.length} refused: ${ours.last}`)
  const bare = await startProcess({
    script: new URL('bare.ts', import.meta.url).pathname,
    env: { BENCH_ANSWER: ours.last },
  })
  const posted = steps.map((one) => ({ body: '{}', ...one, method: 'POST' as const }))
  // once to warm up, and often enough for a rate
  const repeated = Array.from({ length: Math.ceil(12_000 / posted.length) }, () => posted).flat()
  try {
    await play(bare.origin, scriptsOf(posted, connections))
    const reference = await play(bare.origin, scriptsOf(repeated, connections))
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
export function scriptsOf(steps: Step[], connections: number): Step[][] {
  const each = steps.length / connections
  return Array.from({ length: connections }, (_, index) =>
    steps
      .slice(index * each, (index + 1) * each)
      .map((one) => ({ ...one, path: clientBase + one.path })),
  )
}

/** The medians of every call, under a heading. */
export function printSamples(heading: string, samples: Record<string, Sample[]>): void {
  console.log(heading)
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
