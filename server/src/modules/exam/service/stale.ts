import type { Db } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Answers } from '../grade.ts'
import { listSavedAt } from '../store/answer-log.ts'

/**
 * Another page has saved: what is saved, and when each answer was taken since the number that this page sent. The page merges by it
 * (docs/exam-offline.md, the last answer) and sends again.
 */
export async function refuseStale(
  db: Db,
  { id, savedSeq, answers }: { id: string; savedSeq: number; answers: Answers },
  seq: number,
): Promise<never> {
  const savedAt = await listSavedAt(db, id, { from: seq, to: savedSeq })
  return refuse('exam.seqStale', { savedSeq, answers, savedAt })
}
