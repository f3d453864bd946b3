import type { Deps } from '../deps.ts'

/**
 * Something the portal does by itself. `run` is idempotent and asks the database what is due: it may be called at
 * any time, twice at once, by any process. MINUTE: by one process a minute. QUARTER_MINUTE: by every process, every
 * 15 s; such a sweep skips the rows another holds (docs/decisions/004-jobs.md). PULSE: the same, with or without CE_JOBS, and first
 * of all before the process takes a request. `stopping` is aborted when the process is
 * to end: work in many pieces throws its reason between two of them, so that a stop need not wait for all of it.
 */
export interface Job {
  /** `module.what` */
  name: string
  every: 'MINUTE' | 'QUARTER_MINUTE' | 'PULSE'
  run(deps: Deps, stopping?: AbortSignal): Promise<unknown>
}
