import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { insertReminders } from '../store.ts'

/** A job: 30, 7 and 1 days before a plan's study ends, whoever paid and is not complete is told, once each. */
export async function remindDeadlines({ db }: Pick<Deps, 'db'>): Promise<void> {
  return inTransaction(db, insertReminders)
}
