import type { Deps } from '../deps.ts'
import { logFault } from '../observability/log.ts'
import { readPracticeState, recordJobProgress } from '../practice.ts'
import type { Job } from './job.ts'

/** Milliseconds between two checks whether the clock was moved. */
const lookMs = 1000
/** Jobs depend on each other (exam end, hours, proof), so they run twice. */
const rounds = 2

/** In a practice portal, all jobs run twice after staff move the clock. */
export function runJobsAfterClockMoves(deps: Deps, jobs: readonly Job[], wait = lookMs): { stop(): Promise<void> } {
  const stopController = new AbortController()
  let known: number | null = null
  let running: Promise<void> | null = null
  const look = async () => {
    const { movedAt, jobsDone, jobsAll } = await readPracticeState(deps.db)
    // A run that a process left unfinished when it ended is continued by another process.
    if (!movedAt || jobsDone === jobsAll || movedAt.getTime() === known) return
    known = movedAt.getTime()
    await runAll(deps, jobs, movedAt, stopController.signal)
  }
  const timer = setInterval(() => {
    running ??= look()
      .catch((error: unknown) => {
        known = null
        if (!stopController.signal.aborted) logFault('the jobs after a move of the clock', error)
      })
      .finally(() => {
        running = null
      })
  }, wait)
  return {
    stop: async () => {
      stopController.abort()
      clearInterval(timer)
      await running
    },
  }
}

async function runAll(deps: Deps, jobs: readonly Job[], movedAt: Date, stopping: AbortSignal) {
  const due = Array.from({ length: rounds }, () => jobs.filter(({ every }) => every !== 'PULSE')).flat()
  // After another move of the clock all jobs start again with the newer time.
  if (!(await recordJobProgress(deps.db, movedAt, 0, due.length))) return
  for (const [index, job] of due.entries()) {
    stopping.throwIfAborted()
    await job.run(deps, stopping).catch((error: unknown) => {
      if (!stopping.aborted) logFault(`job ${job.name} after a move of the clock`, error)
    })
    if (!(await recordJobProgress(deps.db, movedAt, index + 1, due.length))) return
  }
}
