import { isNightHour, shanghaiHourOf } from '../../../platform/channels/channel.ts'
import { appNow, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { continueUntilStopped, sweepItemsOneByOne } from '../../../platform/jobs/sweep.ts'
import { insertLockMessages, insertReminders, listPlansNearEnd } from '../store.ts'

/** Reminds students 30, 7 and 1 days before study ends. A plan that fails does not stop the others. */
export async function remindDeadlines(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  stopping?: AbortSignal,
): Promise<void> {
  const now = await appNow(db)
  if (isNightHour(now) || shanghaiHourOf(now) < (await settings.get('message.remindHour'))) return
  const job = 'message.remindDeadlines'
  await sweepItemsOneByOne(db, {
    job,
    items: await listPlansNearEnd(db, job),
    subjectOf: (planId) => planId,
    work: (planId) => inTransaction(db, (tx) => insertReminders(tx, planId)),
    goesOn: continueUntilStopped(stopping),
  })
}

export async function notifyLockedAccounts({ db }: Pick<Deps, 'db'>): Promise<void> {
  await inTransaction(db, insertLockMessages)
}
