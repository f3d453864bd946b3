import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { type QuestionColumns, type QuestionContent, toQuestionColumns, toQuestionContent } from './content.ts'
import { findingsOfImportFile, findingsOfQuestion, optionOrderFindings, type QuestionCheckFinding } from './findings.ts'
import { insertFindings } from './store/findings.ts'
import { insertQuestions } from './store/questions.ts'

export {
  findQuestion,
  findQuestionExplanations,
  hasCourse,
  listEnabledQuestions,
  lockQuestionBank,
  shareQuestion as holdQuestion,
} from './store/questions.ts'
export { lockQuestionSums, resetCourseQuestionSums } from './store/statistics.ts'

/** Explanations of these questions name options by plain letters, and the option order may be missing. */
export async function insertInitialQuestions(
  db: Db,
  courseId: string,
  questions: (Omit<QuestionColumns, 'tags' | 'optionOrder'> & Partial<Pick<QuestionColumns, 'tags' | 'optionOrder'>>)[],
): Promise<void> {
  const rows = questions.map(({ optionOrder: order, tags = [], ...one }) => {
    const typed = toQuestionContent({ ...one, tags, optionOrder: order ?? 'FREE' })
    const content = { ...typed, order, explanation: one.explanation }
    const { optionOrder, explanation } = toQuestionColumns(content)
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
      findings: findingsOfQuestion({ ...content, order: columns.optionOrder }),
    })),
  )
}

export const normalizeQuestion = (content: QuestionContent) => toQuestionContent(toQuestionColumns(content))

export interface ImportedQuestion {
  content: QuestionContent
  found: readonly QuestionCheckFinding[]
}

/** The caller has locked the course and excluded duplicates. */
export async function insertImportedQuestions(
  tx: Tx,
  imported: readonly ImportedQuestion[],
  { courseId, importId, by }: { courseId: string; importId: string; by: string },
): Promise<void> {
  const rows = imported.map((one) => ({ ...one, id: randomUUID() }))
  await insertQuestions(
    tx,
    rows.map(({ id, content }) => ({
      ...toQuestionColumns(content),
      ...{ id, courseId, importId, updatedBy: by },
    })),
  )
  await insertFindings(
    tx,
    rows.map(({ id, content, found }) => ({
      questionId: id,
      findings: [...findingsOfQuestion(content), ...optionOrderFindings(content), ...findingsOfImportFile(found)],
    })),
  )
}
