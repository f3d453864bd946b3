import { inTransaction } from '../../../platform/db/database.ts'
import { findPostponed } from '../../../platform/db/sweep-failures.ts'
import type { Deps } from '../../../platform/deps.ts'
import { sweepEach } from '../../../platform/jobs/sweep.ts'
import { beginRun, countBatch, countDeleted, isTime, lockRun } from '../store.ts'
import { type Rule, rules } from './rules.ts'

/** rows of one transaction: nobody waits long for one */
const batch = 500
/** a job has a minute; what is left goes on with the next */
const budgetMs = 30_000

/** A job: once a night, each rule takes away what is old, in batches; it writes down how much, and nothing of whom. */
export async function runRules(deps: Deps, size = batch): Promise<void> {
  if (!(await isTime(deps.db, await deps.settings.get('retention.hour')))) return
  const until = performance.now() + budgetMs
  const job = 'retention.run'
  const postponed = await findPostponed(deps.db, job)
  // a rule that fails hinders no other
  await sweepEach(deps.db, {
    job,
    items: rules.filter(({ key }) => !postponed.has(key)),
    subjectOf: ({ key }) => key,
    work: (rule) => runRule(deps, rule, until, size),
  })
}

async function runRule(deps: Deps, rule: Rule, until: number, size: number): Promise<void> {
  const { key, days, step, counts } = rule
  if (!step && !counts) return
  const keepDays = days ? await deps.settings.get(days.setting) : 0
  if (!(await beginRun(deps.db, key, keepDays))) return
  while (performance.now() < until) {
    const removed = await inTransaction(deps.db, async (tx) => {
      if (!(await lockRun(tx, key))) return null
      const removed = step ? await step(tx, keepDays, size) : 0
      const last = removed < size
      // once a night, when the batches are through
      const elsewhere = last && counts ? await countDeleted(tx, counts, key) : 0
      await countBatch(tx, key, removed + elsewhere, last)
      return removed
    })
    if (removed === null || removed < size) return
  }
}
