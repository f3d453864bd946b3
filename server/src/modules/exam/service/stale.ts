import type { Db } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Answers } from '../grade.ts'
import { listNews } from '../store/answer-log.ts'

/**
 * Another page has saved: what is saved; of what has changed since the number that this page sent, when it was taken, and which choice of its
 * device it was. The page merges by it (docs/exam-offline.md, the last answer) and sends again.
 */
export async function refuseStale(
  db: Db,
  { id, savedSeq, answers }: { id: string; savedSeq: number; answers: Answers },
  seq: number,
): Promise<never> {
  const news = [...(await listNews(db, id, { from: seq, to: savedSeq }))]
  const savedAt = Object.fromEntries(news.map(([question, { at }]) => [question, at]))
  const chosen = Object.fromEntries(news.map(([question, { choice }]) => [question, choice]))
  return refuse('exam.seqStale', { savedSeq, answers, savedAt, chosen })
}
