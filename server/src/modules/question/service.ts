import type { Db, Tx } from '../../platform/db/database.ts'
import { type QuestionColumns, type QuestionContent, toColumns } from './content.ts'
import { insertQuestions } from './store/questions.ts'

export { bankSize } from './service/bank-size.ts'
export { findExplanations, hasCourse, listBank, lockCourse } from './store/questions.ts'

/** A course's first questions, as seeds and tests bring them. */
export async function addQuestions(
  db: Db,
  courseId: string,
  questions: (Omit<QuestionColumns, 'tags'> & { tags?: string[] })[],
): Promise<void> {
  await insertQuestions(
    db,
    questions.map((one) => ({ tags: [], ...one, courseId })),
  )
}

/** What an import brings; the caller holds the course and has made sure that the words are new to it. */
export async function addImported(
  tx: Tx,
  contents: QuestionContent[],
  { courseId, importId, by }: { courseId: string; importId: string; by: string },
): Promise<void> {
  await insertQuestions(
    tx,
    contents.map((content) => ({ ...toColumns(content), courseId, importId, updatedBy: by })),
  )
}
