import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { type CommandResponse, PgBoss, type Db as QueueDb } from 'pg-boss'
import { isDatabaseUnavailable } from '../db/connection-lost.ts'
import { runExclusively } from '../db/one-at-a-time.ts'
import type { Deps } from '../deps.ts'
import { describeFaultInOneLine } from '../errors.ts'
import { StoreUnavailableError } from '../files/store.ts'
import { initializeJobMetrics, measureJob } from '../observability/jobs.ts'
import { logFault, logWarning } from '../observability/log.ts'
import { waitAtMost } from '../time-limit.ts'
import type { Job } from './job.ts'
import { LeaseLostError, leaseRenewalMs, leaseSeconds, runWithLease } from './lease.ts'

/** Milliseconds between two records of a sweep whose outcome did not change. */
const quietMs = 60_000

const written = new WeakMap<Deps, Map<string, Written>>()

const quarterMs = 15_000

/** Milliseconds between two records of a run that goes on. */
const showMs = 10_000

/** Milliseconds after which a schedule that another version removed comes back. */
const defaultScheduleMs = 60_000

const outagePauseMs = 1_000

/** A queue gives a run up after this many seconds; pg-boss allows no longer time. */
const longestRunSeconds = 24 * 3600 - 1

interface Stop {
  signal: AbortSignal
  over: boolean
}

/**
 * Each pulse job has run once when the promise resolves. A job that fails runs again soon, so only the database stops the
 * start: a disk or a store of files that fails must not.
 */
export async function startPulses(deps: Deps, jobs: Job[]): Promise<{ stop(): Promise<void> }> {
  const stopController = new AbortController()
  const stop: Stop = { signal: stopController.signal, over: false }
  const pulses = jobs.filter((job) => job.every === 'PULSE')
  await announceJobs(deps, pulses)
  for (const job of pulses)
    await job.run(deps).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError || isDatabaseUnavailable(error)) throw error
      if (error instanceof StoreUnavailableError) logWarning(`job ${job.name}: ${error.message}`)
      else logFault(`job ${job.name}`, error)
    })
  const sweeps = pulses.map((job) => sweep(job, (one) => runOnce(deps, one, stop)))
  return {
    stop: async () => {
      stopController.abort()
      await Promise.all(sweeps.map((each) => each.stop()))
    },
  }
}

/** For tests. */
interface QueueTimes {
  pollSeconds?: number
  renewalMs?: number
  scheduleMs?: number
}

/** `stop` signals running jobs and waits for `patienceMs` at most. */
export async function startJobs(
  deps: Deps,
  jobs: Job[],
  {
    patienceMs = 3000,
    abandon,
    ...times
  }: QueueTimes & { patienceMs?: number; abandon?: AbortSignal | undefined } = {},
): Promise<{ stop(): Promise<void> }> {
  const stopController = new AbortController()
  const stop: Stop = { signal: stopController.signal, over: false }
  initializeJobMetrics(jobs.map(({ name }) => name))
  const own = jobs.filter((job) => job.every !== 'PULSE')
  const queue = await afterOutage(deps, abandon, async () => {
    await announceJobs(deps, own)
    return startQueue(deps, own, stop, times)
  })
  const sweeps = own
    .filter((job) => job.every === 'QUARTER_MINUTE')
    .map((job) => sweep(job, (one) => runOnce(deps, one, stop)))
  return {
    stop: async () => {
      stopController.abort()
      const ended = Promise.all([queue, ...sweeps].map((each) => each.stop()))
      await waitAtMost<unknown>(patienceMs, ended, null)
      stop.over = true
    },
  }
}

/** The process serves already, so a failover of the database in these seconds must not end it. */
async function afterOutage<Result>(
  deps: Deps,
  abandon: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      deps.availability.note(error)
      await delay(outagePauseMs, undefined, { signal: abandon })
    }
  }
}

/**
 * The first process queues each job, and one process runs it. A job of a dead process is freed when its lease has ended
 * and a supervisor has seen that, which takes 45 to 70 s (docs/decisions/103-leases-of-jobs.md).
 */
async function startQueue(
  deps: Deps,
  jobs: Job[],
  stop: Stop,
  { pollSeconds = 5, renewalMs = leaseRenewalMs, scheduleMs = defaultScheduleMs }: QueueTimes,
): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => deps.pool.query(text, values) },
    superviseIntervalSeconds: 15,
    // Several processes supervise, so this says how often one of them really looks.
    monitorIntervalSeconds: 10,
  })
  // An unavailable database is not logged as a fault, because jobs work again once it is back.
  boss.on('error', (thrown) => {
    // pg-boss copies some errors into plain objects, which no code takes for errors.
    const error = thrown instanceof Error ? thrown : Object.assign(new Error(), thrown)
    deps.availability.note(error)
    if (!stop.over && !isDatabaseUnavailable(error)) logFault('jobs', error)
  })
  // Long jobs can use all connections of their pool, and their leases must be renewed all the same.
  const { pool } = deps.databases.pulse
  const db: QueueDb = { executeSql: (text, values) => pool.query(text, values) }
  await using opened = new AsyncDisposableStack()
  opened.defer(() => boss.stop({ graceful: false }).catch((error: unknown) => deps.availability.note(error)))
  // pg-boss creates its schema, and two processes at once would collide.
  await runExclusively(deps.pool, 'jobs', () => boss.start())
  const queued = jobs.filter((job) => job.every === 'MINUTE')
  for (const job of queued) {
    // Jobs have no retries, because they run again in a minute.
    const options = {
      heartbeatSeconds: leaseSeconds,
      expireInSeconds: longestRunSeconds,
      retryLimit: 0,
      deleteAfterSeconds: 3600,
    }
    await boss.createQueue(job.name, { policy: 'exclusive', ...options })
    // A queue of an older version keeps its options when it is created again.
    await boss.updateQueue(job.name, options)
    // We renew the lease, because pg-boss does not say when a renewal finds it lost.
    const how = { pollingIntervalSeconds: pollSeconds, heartbeatRefreshSeconds: leaseSeconds }
    await boss.work(job.name, how, async ([claimed]) => {
      stop.signal.throwIfAborted()
      // An older version queued this one without a lease; the next one comes in a minute.
      if (!claimed?.heartbeatSeconds) return
      const renew = async () => affectedBy(await boss.touch(job.name, claimed.id, { db })) === 1
      await runWithLease(renew, (lost) => runOnce(deps, job, stop, lost), renewalMs)
    })
  }
  const scheduleMissing = async () => {
    const there = new Set((await boss.getSchedules()).map(({ name }) => name))
    for (const { name } of queued) if (!there.has(name)) await boss.schedule(name, '* * * * *')
  }
  await scheduleMissing()
  const scheduling = setInterval(
    () => void scheduleMissing().catch((error) => deps.availability.note(error)),
    scheduleMs,
  )
  opened.move()
  return {
    stop: async () => {
      clearInterval(scheduling)
      // boss.stop() would free the jobs whose runs go on.
      await Promise.all(queued.map(({ name }) => boss.offWork(name, { wait: true })))
      await boss.stop({ graceful: false })
    },
  }
}

/** The type of pg-boss leaves its result out. */
function affectedBy(result: CommandResponse): unknown {
  return 'affected' in result ? result.affected : undefined
}

function sweep(job: Job, run: (job: Job) => Promise<void>) {
  let running: Promise<void> | null = null
  const tick = () => {
    running ??= run(job).then(
      () => {},
      () => {},
    )
    void running.finally(() => {
      running = null
    })
  }
  const timer = setInterval(tick, quarterMs)
  tick()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

async function runOnce(deps: Deps, job: Job, stop: Stop, lost?: AbortSignal): Promise<void> {
  const began = performance.now()
  const ended = () => ({ tookMs: performance.now() - began })
  const signal = lost ? AbortSignal.any([stop.signal, lost]) : stop.signal
  let shown: Promise<unknown> = Promise.resolve()
  const showing = setInterval(() => {
    shown = Promise.all([shown, showRunning(deps, job, ended().tookMs).catch(() => {})])
  }, showMs)
  try {
    await measureJob(job.name, stop.signal, () => job.run(deps, signal)).finally(async () => {
      clearInterval(showing)
      // Written later, it would show a run that has ended.
      await shown
    })
    await recordJobRun(deps, job, ended())
  } catch (error) {
    deps.availability.note(error)
    // A job that was stopped, or lost its database during the stop, has not failed.
    if (!stop.signal.aborted) await recordJobRun(deps, job, { ...ended(), error })
    if (stop.over) logWarning(`job ${job.name}: the stop of this process did not wait for it`)
    else if (error instanceof LeaseLostError) logWarning(`job ${job.name}: ${error.message}`)
    // The job ended because of the stop signal.
    else if (error !== stop.signal.reason && !isDatabaseUnavailable(error)) logFault(`job ${job.name}`, error)
    throw error
  }
}

type Named = Pick<Job, 'name' | 'every'>

interface JobOutcome {
  tookMs: number
  error?: unknown
}

interface Written {
  at: number
  failure: string | null
}

/** Records the names of all jobs, so that staff see jobs that never ran or no longer exist. */
async function announceJobs({ db }: Deps, jobs: readonly Named[]): Promise<void> {
  const named = JSON.stringify(jobs.map(({ name, every }) => ({ name, every })))
  await sql`
    insert into job_run (name, every, known_at)
    select name, every, now() from jsonb_to_recordset(${named}::jsonb) as given (name text, every text)
    order by name
    on conflict (name) do update set every = excluded.every, known_at = excluded.known_at`.execute(db)
}

/** Lets staff see a long run while it goes on. */
async function showRunning({ databases: { pulse } }: Deps, { name }: Named, tookMs: number): Promise<void> {
  await sql`
    update job_run set running_since = now() - interval '1 ms' * ${Math.round(tookMs)}, running_seen_at = now()
    where name = ${name}`.execute(pulse.db)
}

/** Sweeps are recorded only after a change, after a long run or once a minute. */
async function recordJobRun(deps: Deps, job: Named, outcome: JobOutcome): Promise<void> {
  const failure = 'error' in outcome ? describeFaultInOneLine(outcome.error) : null
  const notes = notesOf(deps)
  const before = notes.get(job.name)
  const same = before?.failure === failure && performance.now() - before.at < quietMs
  if (job.every !== 'MINUTE' && same && outcome.tookMs < showMs) return
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
      running_since = null, running_seen_at = null,
      succeeded_at = coalesce(excluded.succeeded_at, known.succeeded_at),
      failed_at = coalesce(excluded.failed_at, known.failed_at), failure = coalesce(excluded.failure, known.failure)`.execute(
    db,
  )
}
