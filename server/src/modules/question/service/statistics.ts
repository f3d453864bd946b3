import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { countAttempts } from '../store/statistics.ts'

/** The job: every sitting handed in since goes into its questions' sums, a batch at a time. */
export async function countSittings({ db }: Pick<Deps, 'db'>): Promise<void> {
  while ((await inTransaction(db, countAttempts)) > 0);
}
