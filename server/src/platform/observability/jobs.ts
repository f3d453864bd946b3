import { onBehalfOf } from './cause.ts'
import { jobLastSuccess, jobRuns, jobSeconds } from './metrics.ts'
import { endSpan, rootSpan } from './traces.ts'

/** From here on each of them is due: one that never succeeds is noticed, too. */
export function expectJobs(names: readonly string[]): void {
  for (const job of names) jobLastSuccess.set({ job_name: job }, Date.now() / 1000)
}

/** Counts and times a run of a job. One that ends because it was told to is no failure. */
export async function measureJob(
  job: string,
  stopping: AbortSignal,
  run: () => Promise<unknown>,
): Promise<void> {
  const began = performance.now()
  const span = rootSpan(`job ${job}`)
  const ended = (outcome: 'done' | 'failed' | 'stopped') => {
    jobRuns.inc({ job_name: job, outcome })
    jobSeconds.observe({ job_name: job }, (performance.now() - began) / 1000)
    if (span) endSpan(span, outcome === 'failed')
  }
  try {
    await onBehalfOf({ span }, run)
    jobLastSuccess.set({ job_name: job }, Date.now() / 1000)
    ended('done')
  } catch (error) {
    ended(error === stopping.reason ? 'stopped' : 'failed')
    throw error
  }
}
