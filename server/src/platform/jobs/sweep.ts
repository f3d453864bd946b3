import { isDatabaseUnavailable } from '../db/connection-lost.ts'
import type { Db } from '../db/database.ts'
import { clearSweepFailure, findSweepFailures, recordSweepFailure } from '../db/sweep-failures.ts'
import { errorCodeOf } from '../error-code.ts'
import { Refusal } from '../errors.ts'
import { isStoreAway, StoreUnavailableError } from '../files/store.ts'
import { logFault } from '../observability/log.ts'

interface Sweep<Item> {
  job: string
  items: readonly Item[]
  /** Names an item by its row key: always the same and without personal data. */
  subjectOf: (item: Item) => string
  /** false means that there was nothing to do. */
  work: (item: Item) => Promise<unknown>
  /** false leaves the remaining items for the next run; a stop of the process throws its reason. */
  goesOn?: () => boolean
}

/** @returns a check that throws when the process stops */
export function continueUntilStopped(stopping: AbortSignal | undefined): () => boolean {
  return continueForBudget(stopping, Number.POSITIVE_INFINITY)
}

/**
 * A job leaves the rest to its next run, which begins soon and sees what became due meanwhile.
 * @returns a check whether time is left, which throws when the process stops
 */
export function continueForBudget(stopping: AbortSignal | undefined, budgetMs = 30_000): () => boolean {
  const until = performance.now() + budgetMs
  return () => {
    stopping?.throwIfAborted()
    return performance.now() < until
  }
}

/** Waits for all parts even if one fails, because no work of a job may go on after its run. @throws the first error */
export async function waitForAll<Result>(parts: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(parts)
  return Promise.all(parts)
}

/** `done` counts items whose `work` did not return false. */
export interface SweepResult {
  done: number
  failed: number
}

/** A store that refuses so many items one after the other refuses all of them, for example because of a wrong key. */
const mostRefusedInARow = 10

/**
 * Failed items are postponed in `sweep_failure`, where staff see them. @throws Error when the database or the store of
 * files is unavailable, or `goesOn` threw
 */
export async function sweepItemsOneByOne<Item>(db: Db, sweep: Sweep<Item>): Promise<SweepResult> {
  const { job, items, subjectOf, work, goesOn = () => true } = sweep
  const result = { done: 0, failed: 0 }
  if (items.length === 0) return result
  const failedBefore = await findSweepFailures(db, job, items.map(subjectOf))
  let refusedInARow = 0
  for (const item of items) {
    if (!goesOn()) break
    const subject = subjectOf(item)
    try {
      if ((await work(item)) !== false) result.done += 1
      refusedInARow = 0
      if (failedBefore.has(subject)) await clearSweepFailure(db, job, subject)
    } catch (error) {
      refusedInARow = isRefusedByStore(error) ? refusedInARow + 1 : 0
      if (isOutage(error) || refusedInARow > mostRefusedInARow) throw error
      // Throws if the stop signal ended the work, which then is not a failure.
      goesOn()
      // A refusal is a response of ours and not a program fault; staff see it in the list of failures.
      if (!(error instanceof Refusal)) logFault(`${job} ${subject}`, error)
      await recordSweepFailure(db, { job, subject, error: describeSweepError(error) })
      result.failed += 1
    }
  }
  return result
}

/** Processes all items at once, and each alone if that fails. `workTogether` must change nothing when it throws. */
export async function sweepItemsAtOnce<Item>(
  db: Db,
  sweep: Omit<Sweep<Item>, 'work'> & { workTogether: (items: readonly Item[]) => Promise<unknown> },
): Promise<SweepResult> {
  const { workTogether, ...rest } = sweep
  const { job, items, subjectOf, goesOn = () => true } = sweep
  if (items.length === 0 || !goesOn()) return { done: 0, failed: 0 }
  const failedBefore = await findSweepFailures(db, job, items.map(subjectOf))
  // Items that failed before are tried alone, because they would fail the whole group.
  const [alone, others] = [
    items.filter((item) => failedBefore.has(subjectOf(item))),
    items.filter((item) => !failedBefore.has(subjectOf(item))),
  ]
  const each = (list: readonly Item[]) =>
    sweepItemsOneByOne(db, { ...rest, items: list, work: (item) => workTogether([item]) })
  const result = await each(alone)
  if (others.length === 0) return result
  try {
    await workTogether(others)
    return { done: result.done + others.length, failed: result.failed }
  } catch (error) {
    if (isOutage(error)) throw error
    goesOn()
  }
  const singly = await each(others)
  return { done: result.done + singly.done, failed: result.failed + singly.failed }
}

function isRefusedByStore(error: unknown): boolean {
  return error instanceof StoreUnavailableError && error.isRefusal
}

/** Nothing can be done for any item at this moment. */
function isOutage(error: unknown): boolean {
  return isDatabaseUnavailable(error) || isStoreAway(error)
}

const mostLetters = 500

/** Quoted values are left out, because they may be personal. */
export function describeSweepError(error: unknown): string {
  if (error instanceof Refusal) return error.key
  if (!(error instanceof Error)) return 'unknown'
  const constraint = 'constraint' in error && error.constraint
  const message = error.message
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(["'“‘`]).*?["'”’`]/g, '…')
    .replaceAll(/[^\s@]+@[^\s@]+/g, '…')
    .replaceAll(/\d{5,}[\dXx]*|\p{Script=Han}+/gu, '…')
  return [errorCodeOf(error), constraint, `${error.name}: ${message}`].filter(Boolean).join(' ').slice(0, mostLetters)
}
