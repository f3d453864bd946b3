import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { goesOnUntil, sweepEach } from '../../../platform/jobs/sweep.ts'
import { insertReminders, listEndingPlans } from '../store.ts'

/**
 * A job: 30, 7 and 1 days before a plan's study ends, whoever paid and is not complete is told, once each. A plan whose reminders fail
 * hinders no other.
 */
export async function remindDeadlines(
  { db }: Pick<Deps, 'db'>,
  stopping?: AbortSignal,
): Promise<void> {
  const job = 'message.remindDeadlines'
  await sweepEach(db, {
    job,
    items: await listEndingPlans(db, job),
    subjectOf: (planId) => planId,
    work: (planId) => inTransaction(db, (tx) => insertReminders(tx, planId)),
    goesOn: goesOnUntil(stopping),
  })
}
