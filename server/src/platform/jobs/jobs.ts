import { PgBoss } from 'pg-boss'
import { oneAtATime } from '../db/one-at-a-time.ts'
import type { Deps } from '../deps.ts'
import type { Job } from './job.ts'

const quarterMs = 15_000

/** Starts this process's share of the jobs; `stop` lets what runs come to its end, for 3 s at most. */
export async function startJobs(
  deps: Deps,
  jobs: Job[],
  pollSeconds = 5,
): Promise<{ stop(): Promise<void> }> {
  const boss = await startQueue(deps, jobs, pollSeconds)
  const sweeps = jobs.filter((job) => job.every === 'QUARTER_MINUTE').map((job) => sweep(deps, job))
  return {
    stop: async () => {
      await Promise.all([
        boss.stop({ graceful: true, timeout: 3000 }),
        ...sweeps.map((each) => each.stop()),
      ])
    },
  }
}

/** The minute's jobs: whichever process is first puts one of each into the shared queue, and one takes it out. */
async function startQueue(deps: Deps, jobs: Job[], pollSeconds: number): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => deps.pool.query(text, values) },
    superviseIntervalSeconds: 60,
  })
  // the database restarts under it now and then; the next tick works again
  boss.on('error', (error) => console.error('jobs:', error.message))
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
    await boss.work(job.name, { pollingIntervalSeconds: pollSeconds }, () => runOnce(deps, job))
  }
  return boss
}

/** An interval of our own that never overlaps itself. */
function sweep(deps: Deps, job: Job) {
  let running: Promise<void> | null = null
  const tick = () => {
    running ??= runOnce(deps, job).then(
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

async function runOnce(deps: Deps, job: Job): Promise<void> {
  try {
    await job.run(deps)
  } catch (error) {
    console.error(`job ${job.name}:`, error)
    throw error
  }
}
