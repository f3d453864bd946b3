import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { countAttempts, lockSums } from '../store/statistics.ts'

/** The job: every sitting handed in since goes into its questions' sums, a batch at a time. */
export async function countSittings({
  db,
  settings,
}: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  const sealedSeconds = await settings.get('exam.sealedSeconds')
  const count = async (tx: Tx) => {
    await lockSums(tx)
    return countAttempts(tx, sealedSeconds)
  }
  while ((await inTransaction(db, count)) > 0);
}
