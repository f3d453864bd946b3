import type { Db } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Answers } from '../grade.ts'
import { listSavedAt } from '../store/answer-log.ts'
import { heardOthers } from '../store/attempts.ts'

/**
 * Another page has saved: what is saved, when each answer was taken since the number that this page sent, and whether it may be another browser's.
 * The page merges by it (docs/exam-offline.md, the last answer) and sends again.
 */
export async function refuseStale(
  db: Db,
  { id, savedSeq, answers }: { id: string; savedSeq: number; answers: Answers },
  { seq, page }: { seq: number; page?: string | undefined },
): Promise<never> {
  const savedAt = await listSavedAt(db, id, { from: seq, to: savedSeq })
  const others = await heardOthers(db, id, page)
  return refuse('exam.seqStale', { savedSeq, answers, savedAt, others })
}
