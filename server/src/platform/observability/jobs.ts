import { runWithCause } from './cause.ts'
import { jobLastSuccess, jobRunningSince, jobRuns, jobSeconds } from './metrics.ts'
import { endSpan, startRootSpan } from './traces.ts'

/** Every job counts as successful at the start, so that the time since then shows a job that never succeeds. */
export function initializeJobMetrics(names: readonly string[]): void {
  for (const job of names) jobLastSuccess.set({ job_name: job }, Date.now() / 1000)
}

export async function measureJob(job: string, stopping: AbortSignal, run: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  const span = startRootSpan(`job ${job}`)
  jobRunningSince.set({ job_name: job }, Date.now() / 1000)
  const ended = (outcome: 'done' | 'failed' | 'stopped') => {
    jobRuns.inc({ job_name: job, outcome })
    jobSeconds.observe({ job_name: job }, (performance.now() - began) / 1000)
    if (span) endSpan(span, outcome === 'failed')
  }
  try {
    await runWithCause({ span }, run)
    jobLastSuccess.set({ job_name: job }, Date.now() / 1000)
    ended('done')
  } catch (error) {
    ended(error === stopping.reason ? 'stopped' : 'failed')
    throw error
  } finally {
    jobRunningSince.remove({ job_name: job })
  }
}
