import type { Deps } from '../deps.ts'

/**
 * `run` is idempotent and may run twice at once.
 *
 * MINUTE: one process runs it every minute, and holds a lease as long as it takes. QUARTER_MINUTE: every process runs it every 15 s, skipping locked rows
 * (docs/decisions/004-jobs-in-pg-boss.md). PULSE: like QUARTER_MINUTE, and also before the first request.
 *
 * `stopping` aborts when the process ends or has lost the lease of the run.
 */
export interface Job {
  name: string
  every: 'MINUTE' | 'QUARTER_MINUTE' | 'PULSE'
  run(deps: Deps, stopping?: AbortSignal): Promise<unknown>
}
