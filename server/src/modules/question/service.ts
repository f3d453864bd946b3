import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type QuestionColumns, type QuestionContent, toColumns, toContent } from './content.ts'
import { type Finding, findingsOf, fromFile, orderDecided } from './findings.ts'
import { insertFindings } from './store/findings.ts'
import { insertQuestions } from './store/questions.ts'

export { bankSize } from './service/bank-size.ts'
export { bankGaps, noFindings, openFindings } from './service/open-findings.ts'
export {
  findExplanations,
  findQuestion,
  hasCourse,
  holdQuestion,
  listBank,
  lockCourse,
} from './store/questions.ts'
export { lockSums, recountCourse } from './store/statistics.ts'

/** A course's first questions, as seeds and tests bring them: explanations in plain letters, an order only where it is chosen. */
export async function addQuestions(
  db: Db,
  courseId: string,
  questions: (Omit<QuestionColumns, 'tags' | 'optionOrder'> &
    Partial<Pick<QuestionColumns, 'tags' | 'optionOrder'>>)[],
): Promise<void> {
  const rows = questions.map(({ optionOrder: order, tags = [], ...one }) => {
    const typed = toContent({ ...one, tags, optionOrder: order ?? 'FREE' })
    const content = { ...typed, order, explanation: one.explanation }
    const { optionOrder, explanation } = toColumns(content)
    const columns = { ...one, tags, optionOrder, explanation }
    return { content, columns: { ...columns, courseId, id: randomUUID() } }
  })
  await insertQuestions(
    db,
    rows.map(({ columns }) => columns),
  )
  await insertFindings(
    db,
    rows.map(({ columns, content }) => ({
      questionId: columns.id,
      findings: findingsOf({ ...content, order: columns.optionOrder }),
    })),
  )
}

/** What an import would make of it: with the order that it gets. */
export const asKept = (content: QuestionContent) => toContent(toColumns(content))

/** A question that an import brings, with what was found when its file was read. */
export interface Imported {
  content: QuestionContent
  found: readonly Finding[]
}

/** What an import brings; the caller holds the course and has made sure that the words are new to it. */
export async function addImported(
  tx: Tx,
  imported: readonly Imported[],
  { courseId, importId, by }: { courseId: string; importId: string; by: string },
): Promise<void> {
  const rows = imported.map((one) => ({ ...one, id: randomUUID() }))
  await insertQuestions(
    tx,
    rows.map(({ id, content }) => ({
      ...toColumns(content),
      ...{ id, courseId, importId, updatedBy: by },
    })),
  )
  await insertFindings(
    tx,
    rows.map(({ id, content, found }) => ({
      questionId: id,
      findings: [...findingsOf(content), ...orderDecided(content), ...fromFile(found)],
    })),
  )
}
