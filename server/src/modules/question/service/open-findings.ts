import { gapWords, paperGaps } from '@ce/contract/paper-rules'
import { findingWords } from '@ce/contract/question-finding-words'
import type { Db } from '../../../platform/db/database.ts'
import { listBanks, listPaperNeeds } from '../store/banks.ts'
import { listOpenFindings, type OpenFinding } from '../store/findings.ts'

/** What a course's bank still has to be looked at for: so many questions, and the gravest of them. */
export interface OpenFindings {
  serious: number
  minor: number
  questions: { id: string; no: number; words: string; serious: boolean }[]
}

/** of each bank are listed so many; the question bank lists them all */
const listed = 20

export const noFindings: OpenFindings = { serious: 0, minor: 0, questions: [] }

/** By course; a course with nothing open is not there. */
export async function openFindings(
  db: Db,
  courseIds?: readonly string[],
): Promise<Map<string, OpenFindings>> {
  const byCourse = Map.groupBy(await listOpenFindings(db, courseIds), ({ courseId }) => courseId)
  return new Map([...byCourse].map(([courseId, found]) => [courseId, together(found)]))
}

/** A question with a serious finding counts as that alone. */
function together(found: readonly OpenFinding[]): OpenFindings {
  const questions = [...Map.groupBy(found, ({ id }) => id).values()].map((own) => ({
    id: own[0]?.id ?? '',
    no: own[0]?.no ?? 0,
    words: own.map((one) => findingWords(one).words).join('；'),
    serious: own.some(({ serious }) => serious),
  }))
  const serious = questions.filter((one) => one.serious).length
  return { serious, minor: questions.length - serious, questions: questions.slice(0, listed) }
}

/** What keeps a plan of this year from being examined: banks that are too small for its papers, by course, a sentence each. */
export async function bankGaps(db: Db, year: number): Promise<Map<string, string[]>> {
  const needs = (await listPaperNeeds(db)).filter((need) => need.year === year)
  const banks = new Map((await listBanks(db)).map((bank) => [bank.courseId, bank.counts]))
  const byCourse = Map.groupBy(needs, ({ courseId }) => courseId)
  const gaps = [...byCourse].map(([courseId, papers]): [string, string[]] => {
    const words = papers.flatMap((paper) =>
      paperGaps(paper, banks.get(courseId) ?? []).map(gapWords),
    )
    return [courseId, [...new Set(words)]]
  })
  return new Map(gaps.filter(([, words]) => words.length > 0))
}
