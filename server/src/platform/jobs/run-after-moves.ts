import type { Deps } from '../deps.ts'
import { logFault } from '../observability/log.ts'
import { noteJobsDone, readPractice } from '../practice.ts'
import type { Job } from './job.ts'

/** ms between two looks whether the clock has been moved */
const lookMs = 1000
/** what one job leaves, another takes up: an exam that ended, its hours, the proof */
const rounds = 2

/**
 * In a practice portal: does what the portal does by the clock, each twice, as soon as staff have moved the clock, and tells the page how
 * far it is. The usual runs go on beside it.
 */
export function runAfterMoves(
  deps: Deps,
  jobs: readonly Job[],
  wait = lookMs,
): { stop(): Promise<void> } {
  const told = new AbortController()
  let known: number | null = null
  let running: Promise<void> | null = null
  const look = async () => {
    const { movedAt, jobsDone, jobsAll } = await readPractice(deps.db)
    // the process may have ended before all of them had run
    if (!movedAt || jobsDone === jobsAll || movedAt.getTime() === known) return
    known = movedAt.getTime()
    await runAll(deps, jobs, movedAt, told.signal)
  }
  const timer = setInterval(() => {
    running ??= look()
      .catch((error: unknown) => {
        if (!told.signal.aborted) logFault('the jobs after a move of the clock', error)
      })
      .finally(() => {
        running = null
      })
  }, wait)
  return {
    stop: async () => {
      told.abort()
      clearInterval(timer)
      await running
    },
  }
}

async function runAll(deps: Deps, jobs: readonly Job[], movedAt: Date, stopping: AbortSignal) {
  const due = Array.from({ length: rounds }, () =>
    jobs.filter(({ every }) => every !== 'PULSE'),
  ).flat()
  // moved again meanwhile: all of them begin anew, by the newer time
  if (!(await noteJobsDone(deps.db, movedAt, 0, due.length))) return
  for (const [index, job] of due.entries()) {
    stopping.throwIfAborted()
    await job.run(deps, stopping).catch((error: unknown) => {
      if (!stopping.aborted) logFault(`job ${job.name} after a move of the clock`, error)
    })
    if (!(await noteJobsDone(deps.db, movedAt, index + 1, due.length))) return
  }
}
