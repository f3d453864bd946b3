import { isNight, shanghaiHour } from '../../../platform/channels/channel.ts'
import { appNow, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { goesOnUntil, sweepEach } from '../../../platform/jobs/sweep.ts'
import { insertReminders, listEndingPlans } from '../store.ts'

/**
 * A job: 30, 7 and 1 days before the last day of a plan's study, from an hour of the day that staff set until the evening, whoever paid and is not
 * complete is told, once each. A plan whose reminders fail hinders no other.
 */
export async function remindDeadlines(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  stopping?: AbortSignal,
): Promise<void> {
  const now = await appNow(db)
  if (isNight(now) || shanghaiHour(now) < (await settings.get('message.remindHour'))) return
  const job = 'message.remindDeadlines'
  await sweepEach(db, {
    job,
    items: await listEndingPlans(db, job),
    subjectOf: (planId) => planId,
    work: (planId) => inTransaction(db, (tx) => insertReminders(tx, planId)),
    goesOn: goesOnUntil(stopping),
  })
}
