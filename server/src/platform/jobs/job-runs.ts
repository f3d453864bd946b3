import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { shortFault } from '../fault-words.ts'
import type { Job } from './job.ts'

type Named = Pick<Job, 'name' | 'every'>

export interface JobOutcome {
  tookMs: number
  /** missing: it came to its end */
  error?: unknown
}

/** ms between two rows about a sweep of 15 s that goes on as before */
const quietMs = 60_000

interface Written {
  at: number
  failure: string | null
}
const written = new WeakMap<Deps, Map<string, Written>>()

/** Names the jobs that this process has, so that one which never ran, or which only an older version had, is told apart. */
export async function announceJobs({ db }: Deps, jobs: readonly Named[]): Promise<void> {
  const named = JSON.stringify(jobs.map(({ name, every }) => ({ name, every })))
  await sql`
    insert into job_run (name, every, known_at)
    select name, every, now() from jsonb_to_recordset(${named}::jsonb) as given (name text, every text) order by name
    on conflict (name) do update set every = excluded.every, known_at = excluded.known_at`.execute(
    db,
  )
}

/**
 * Notes how a run ended, for the console: each of the minute's jobs, and a sweep when something has changed or a minute has gone by.
 * A note that cannot be written changes nothing for the job.
 */
export async function noteJobRun(deps: Deps, job: Named, outcome: JobOutcome): Promise<void> {
  const failure = 'error' in outcome ? shortFault(outcome.error) : null
  const notes = notesOf(deps)
  const before = notes.get(job.name)
  const same = before?.failure === failure && performance.now() - before.at < quietMs
  if (job.every !== 'MINUTE' && same) return
  notes.set(job.name, { at: performance.now(), failure })
  await writeJobRun(deps, job, outcome.tookMs, failure).catch(() => {
    notes.delete(job.name)
  })
}

function notesOf(deps: Deps): Map<string, Written> {
  const notes = written.get(deps) ?? new Map<string, Written>()
  written.set(deps, notes)
  return notes
}

async function writeJobRun({ db }: Deps, job: Named, ms: number, failure: string | null) {
  const took = Math.max(0, Math.round(ms))
  await sql`
    insert into job_run as known (name, every, known_at, started_at, succeeded_at, failed_at, failure, took_ms)
    values (${job.name}, ${job.every}, now(), now() - interval '1 ms' * ${took},
      case when ${failure === null} then now() end, case when ${failure !== null} then now() end, ${failure}, ${took})
    on conflict (name) do update set started_at = excluded.started_at, took_ms = excluded.took_ms,
      succeeded_at = coalesce(excluded.succeeded_at, known.succeeded_at),
      failed_at = coalesce(excluded.failed_at, known.failed_at), failure = coalesce(excluded.failure, known.failure)`.execute(
    db,
  )
}
