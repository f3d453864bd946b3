import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { insertLockMessages } from '../store.ts'

/** A job: whoever's account was locked by wrong passwords is told, once a day. */
export async function tellLocked({ db }: Pick<Deps, 'db'>): Promise<void> {
  await inTransaction(db, insertLockMessages)
}
