import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { goesOnUntil, sweepTogether } from '../../../platform/jobs/sweep.ts'
import { batch, countAttempts, listUncounted, lockSums } from '../store/statistics.ts'

/** The job: every sitting handed in since goes into its questions' sums, a batch at a time. */
export async function countSittings(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  stopping?: AbortSignal,
): Promise<void> {
  const job = 'question.countSittings'
  const sealedSeconds = await settings.get('exam.sealedSeconds')
  for (;;) {
    const items = await listUncounted(db, { job, sealedSeconds })
    let counted = 0
    const { failed } = await sweepTogether(db, {
      job,
      items,
      subjectOf: (attemptId) => attemptId,
      workTogether: (ids) =>
        inTransaction(db, async (tx) => {
          await lockSums(tx)
          counted += await countAttempts(tx, ids, sealedSeconds)
        }),
      goesOn: goesOnUntil(stopping),
    })
    // nothing of it could be had: another process is at it
    if (counted + failed === 0 || items.length < batch) return
  }
}
