import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Answers } from '../grade.ts'
import { type LoggedSave, listSaves } from '../store/answer-log.ts'

/**
 * Another page has saved: what is saved; of what has changed since the number that this page sent, when it was taken, and which choice of its
 * device it was. The page merges by it (docs/exam-offline.md, the last answer) and sends again.
 */
export async function refuseStale(
  db: Db,
  { id, savedSeq, answers }: { id: string; savedSeq: number; answers: Answers },
  seq: number,
): Promise<never> {
  const news = newsOf(await listSaves(db, id, { from: seq, to: savedSeq }), seq)
  const savedAt = Object.fromEntries(news.map(({ question, at }) => [question, at]))
  const chosen = Object.fromEntries(news.map(({ question, choice }) => [question, choice]))
  return refuse('exam.seqStale', { savedSeq, answers, savedAt, chosen })
}

/** An answer that has come to stand: when it was taken, and which choice it was. */
interface News {
  question: string
  at: Date
  choice: number | undefined
}

/**
 * Which answers stand only since an entry from that number on. A choice that a page sends again, on a line too slow to hear that it has arrived, has
 * stood before (decision 059).
 */
export function newsOf(entries: readonly LoggedSave[], from: number): News[] {
  const standing = new Map<string, News & { seq: number; options: string[] }>()
  for (const { seq, at, answers, chosen } of entries)
    for (const [question, options] of Object.entries(answers)) {
      const choice = chosen?.[question]
      const before = standing.get(question)
      const again = choice !== undefined && choice === before?.choice
      if (again && isDeepStrictEqual(before?.options, options)) continue
      standing.set(question, { question, at, choice, seq, options })
    }
  return [...standing.values()].filter(({ seq }) => seq >= from)
}
