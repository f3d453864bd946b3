import { isUnavailable } from '../db/connection-lost.ts'
import type { Db } from '../db/database.ts'
import { clearSweepFailure, findSweepFailures, recordSweepFailure } from '../db/sweep-failures.ts'
import { errorCode } from '../error-code.ts'
import { Refusal } from '../errors.ts'
import { logFault } from '../observability/log.ts'

/** How a job works through what it has found due. */
interface Sweep<Item> {
  /** the job's name, under which failures are kept */
  job: string
  items: readonly Item[]
  /** names an item: the key of its row, the same each time, and nothing personal */
  subjectOf: (item: Item) => string
  /** one item, in a transaction of its own; false: there was nothing to do any more */
  work: (item: Item) => Promise<unknown>
  /** asked before each item: false leaves the rest to the next run, and a stop throws its reason */
  goesOn?: () => boolean
}

/** A job's `goesOn` that only a stop of the process ends: it throws the reason. */
export function goesOnUntil(stopping: AbortSignal | undefined): () => boolean {
  return () => {
    stopping?.throwIfAborted()
    return true
  }
}

/** `done`: for how many `work` said anything but false; `failed`: how many are left for a later try. */
export interface SweepResult {
  done: number
  failed: number
}

/**
 * Works on each item and goes past those that fail: they are kept in `sweep_failure`, where staff see them and the job's own query
 * (`isNotPostponed`) leaves them out until their next try, which comes later each time. What works is taken off that list.
 * @throws what is nobody's fault: the database went away, or `goesOn` threw
 */
export async function sweepEach<Item>(db: Db, sweep: Sweep<Item>): Promise<SweepResult> {
  const { job, items, subjectOf, work, goesOn = () => true } = sweep
  const result = { done: 0, failed: 0 }
  if (items.length === 0) return result
  const failedBefore = await findSweepFailures(db, job, items.map(subjectOf))
  for (const item of items) {
    if (!goesOn()) break
    const subject = subjectOf(item)
    try {
      if ((await work(item)) !== false) result.done += 1
      if (failedBefore.has(subject)) await clearSweepFailure(db, job, subject)
    } catch (error) {
      if (isUnavailable(error)) throw error
      // work that looks for a stop itself ended because of it
      goesOn()
      // a refusal is an answer of ours, not a fault of the program: staff read it in the list
      if (!(error instanceof Refusal)) logFault(`${job} ${subject}`, error)
      await recordSweepFailure(db, { job, subject, error: sweepError(error) })
      result.failed += 1
    }
  }
  return result
}

/**
 * The same for work that is cheaper for many at once: all together, and each alone when that failed, so that only what is at fault
 * waits. `workTogether` changes nothing when it throws.
 */
export async function sweepTogether<Item>(
  db: Db,
  sweep: Omit<Sweep<Item>, 'work'> & { workTogether: (items: readonly Item[]) => Promise<unknown> },
): Promise<SweepResult> {
  const { workTogether, ...rest } = sweep
  const { job, items, subjectOf, goesOn = () => true } = sweep
  if (items.length === 0 || !goesOn()) return { done: 0, failed: 0 }
  const failedBefore = await findSweepFailures(db, job, items.map(subjectOf))
  // whoever failed before is tried alone: together with others it would only fail them all
  const [alone, others] = [
    items.filter((item) => failedBefore.has(subjectOf(item))),
    items.filter((item) => !failedBefore.has(subjectOf(item))),
  ]
  const each = (list: readonly Item[]) =>
    sweepEach(db, { ...rest, items: list, work: (item) => workTogether([item]) })
  const result = await each(alone)
  if (others.length === 0) return result
  try {
    await workTogether(others)
    return { done: result.done + others.length, failed: result.failed }
  } catch (error) {
    if (isUnavailable(error)) throw error
    goesOn()
  }
  const singly = await each(others)
  return { done: result.done + singly.done, failed: result.failed + singly.failed }
}

const mostLetters = 500

/** What went wrong, for staff to read: its kind and where it happened. Values that a message quotes may be somebody's. */
export function sweepError(error: unknown): string {
  if (error instanceof Refusal) return error.key
  if (!(error instanceof Error)) return 'unknown'
  const constraint = 'constraint' in error && error.constraint
  const message = error.message
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(["'“‘`]).*?["'”’`]/g, '…')
    .replaceAll(/[^\s@]+@[^\s@]+/g, '…')
    .replaceAll(/\d{5,}[\dXx]*|\p{Script=Han}+/gu, '…')
  return [errorCode(error), constraint, `${error.name}: ${message}`]
    .filter(Boolean)
    .join(' ')
    .slice(0, mostLetters)
}
