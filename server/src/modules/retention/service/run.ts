import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { beginRun, countBatch, isTime, lockRun } from '../store.ts'
import { type Rule, rules } from './rules.ts'

/** rows of one transaction: nobody waits long for one */
const batch = 500
/** a job has a minute; what is left goes on with the next */
const budgetMs = 30_000

/** A job: once a night, each rule takes away what is old, in batches; it writes down how much, and nothing of whom. */
export async function runRules(deps: Deps, size = batch): Promise<void> {
  if (!(await isTime(deps.db, await deps.settings.get('retention.hour')))) return
  const until = performance.now() + budgetMs
  for (const rule of rules) {
    // a rule that fails hinders no other
    await runRule(deps, rule, until, size).catch((error: unknown) => {
      console.error(`retention ${rule.key}:`, error)
    })
  }
}

async function runRule(deps: Deps, rule: Rule, until: number, size: number): Promise<void> {
  const { key, days, step } = rule
  if (!step) return
  const keepDays = days ? await deps.settings.get(days.setting) : 0
  if (!(await beginRun(deps.db, key, keepDays))) return
  while (performance.now() < until) {
    const removed = await inTransaction(deps.db, async (tx) => {
      if (!(await lockRun(tx, key))) return null
      const count = await step(tx, keepDays, size)
      await countBatch(tx, key, count, count < size)
      return count
    })
    if (removed === null || removed < size) return
  }
}
