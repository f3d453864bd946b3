import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { continueUntilStopped, sweepItemsAtOnce } from '../../../../platform/jobs/sweep.ts'
import {
  addAttemptsToQuestionSums,
  attemptsPerBatch,
  listUncountedAttempts,
  lockQuestionSums,
} from '../store/statistics.ts'

/** This job adds submitted attempts to the statistics in batches. */
export async function addAttemptsToStatistics(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  stopping?: AbortSignal,
): Promise<void> {
  const job = 'question.countSittings'
  const sealedSeconds = await settings.get('exam.sealedSeconds')
  for (;;) {
    const items = await listUncountedAttempts(db, { job, sealedSeconds })
    let counted = 0
    const { failed } = await sweepItemsAtOnce(db, {
      job,
      items,
      subjectOf: (attemptId) => attemptId,
      workTogether: (ids) =>
        inTransaction(db, async (tx) => {
          await lockQuestionSums(tx)
          counted += await addAttemptsToQuestionSums(tx, ids, sealedSeconds)
        }),
      goesOn: continueUntilStopped(stopping),
    })
    // Another process is counting the remaining attempts, or none are left, so the job ends.
    if (counted + failed === 0 || items.length < attemptsPerBatch) return
  }
}
