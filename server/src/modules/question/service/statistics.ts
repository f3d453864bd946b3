import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { countAttempts } from '../store/statistics.ts'

/** The job: every sitting handed in since goes into its questions' sums, a batch at a time. */
export async function countSittings({
  db,
  settings,
}: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  const sealedSeconds = await settings.get('exam.sealedSeconds')
  while ((await inTransaction(db, (tx) => countAttempts(tx, sealedSeconds))) > 0);
}
