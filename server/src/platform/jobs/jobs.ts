import { PgBoss } from 'pg-boss'
import { isUnavailable } from '../db/connection-lost.ts'
import { oneAtATime } from '../db/one-at-a-time.ts'
import type { Deps } from '../deps.ts'
import { expectJobs, measureJob } from '../observability/jobs.ts'
import { logFault, logWarning } from '../observability/log.ts'
import type { Job } from './job.ts'
import { announceJobs, noteJobRun } from './job-runs.ts'

const quarterMs = 15_000

/** The end of a process: jobs are told by the signal, and waited for until it is `over`. */
interface Stop {
  signal: AbortSignal
  over: boolean
}

/** Begins the signs of life of a process that is about to serve: each has been given once when it resolves. */
export async function startPulses(deps: Deps, jobs: Job[]): Promise<{ stop(): Promise<void> }> {
  const told = new AbortController()
  const stop: Stop = { signal: told.signal, over: false }
  const pulses = jobs.filter((job) => job.every === 'PULSE')
  await announceJobs(deps, pulses)
  for (const job of pulses) await job.run(deps)
  const sweeps = pulses.map((job) => sweep(job, (one) => runOnce(deps, one, stop)))
  return {
    stop: async () => {
      told.abort()
      await Promise.all(sweeps.map((each) => each.stop()))
    },
  }
}

/**
 * Starts this process's share of the jobs; `stop` tells what runs, and lets it come to its end for `patienceMs` at most. Afterwards
 * the database is closed under what still runs: the next process begins it anew.
 */
export async function startJobs(
  deps: Deps,
  jobs: Job[],
  { pollSeconds = 5, patienceMs = 3000 } = {},
): Promise<{ stop(): Promise<void> }> {
  const told = new AbortController()
  const stop: Stop = { signal: told.signal, over: false }
  expectJobs(jobs.map(({ name }) => name))
  const run = (job: Job) => runOnce(deps, job, stop)
  await announceJobs(
    deps,
    jobs.filter((job) => job.every !== 'PULSE'),
  )
  const boss = await startQueue(deps, jobs, { pollSeconds, run })
  const sweeps = jobs.filter((job) => job.every === 'QUARTER_MINUTE').map((job) => sweep(job, run))
  return {
    stop: async () => {
      told.abort()
      await Promise.all([
        boss.stop({ graceful: true, timeout: patienceMs }),
        within(patienceMs, Promise.all(sweeps.map((each) => each.stop()))),
      ])
      stop.over = true
    },
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** The minute's jobs: whichever process is first puts one of each into the shared queue, and one takes it out. */
async function startQueue(
  deps: Deps,
  jobs: Job[],
  { pollSeconds, run }: { pollSeconds: number; run: (job: Job) => Promise<void> },
): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => deps.pool.query(text, values) },
    superviseIntervalSeconds: 60,
  })
  // the database restarts under it now and then; the next tick works again
  boss.on('error', (error) => {
    deps.availability.note(error)
    if (!isUnavailable(error)) logFault('jobs', error)
  })
  // it makes its schema in a new database: two processes at once would trip over each other
  await oneAtATime(deps.pool, 'jobs', () => boss.start())
  for (const job of jobs.filter((each) => each.every === 'MINUTE')) {
    // no retries: the next minute is one. A process that died with a job loses it after 60 s.
    await boss.createQueue(job.name, {
      policy: 'exclusive',
      expireInSeconds: 60,
      retryLimit: 0,
      deleteAfterSeconds: 3600,
    })
    await boss.schedule(job.name, '* * * * *')
    await boss.work(job.name, { pollingIntervalSeconds: pollSeconds }, () => run(job))
  }
  // what an older version scheduled, and nobody does any more
  for (const { name } of await boss.getSchedules())
    if (!jobs.some((job) => job.name === name)) await boss.unschedule(name)
  return boss
}

/** An interval of our own that never overlaps itself. */
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
  // what fell due while nobody was there does not wait
  tick()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

async function runOnce(deps: Deps, job: Job, stop: Stop): Promise<void> {
  const began = performance.now()
  const ended = () => ({ tookMs: performance.now() - began })
  try {
    await measureJob(job.name, stop.signal, () => job.run(deps, stop.signal))
    await noteJobRun(deps, job, ended())
  } catch (error) {
    deps.availability.note(error)
    // one that was told to end, or that lost its database to the end of the process, has not failed
    if (!stop.signal.aborted) await noteJobRun(deps, job, { ...ended(), error })
    if (stop.over) logWarning(`job ${job.name}: the stop of this process did not wait for it`)
    // it ended because it was told to
    else if (error !== stop.signal.reason && !isUnavailable(error))
      logFault(`job ${job.name}`, error)
    throw error
  }
}
