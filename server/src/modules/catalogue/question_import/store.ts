import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { listRowsToCreate } from '../../../platform/db/import-rows.ts'
import type { UploadedImport } from '../../../platform/db/staged-import.ts'
import type { ReadQuestionRow } from './read/question-of.ts'
import type { QuestionField, QuestionFileFormat } from './read/raw.ts'

export type QuestionImport = UploadedImport<QuestionField> & {
  courseId: string
  format: QuestionFileFormat | null
}

/** The titles of the courses that questions were imported for. */
export async function findCourseTitles(db: Db, courseIds: string[]): Promise<Map<string, string>> {
  if (courseIds.length === 0) return new Map()
  const rows = await db.selectFrom('course').select(['id', 'title']).where('id', 'in', courseIds).execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/**
 * Refuses a row that repeats an earlier stem. A stem that the question bank has makes the row SAME, or REFUSE if the
 * rest differs.
 */
export async function compareWithBank(tx: Tx, { id, courseId }: QuestionImport): Promise<void> {
  await sql`
    update question_import_row row set action = 'REFUSE', problems = problems || jsonb_build_array(
      jsonb_build_object('field', 'STEM', 'column', '题干', 'problem', '与第 ' || twin.first || ' 行的题干相同，请只留一道'))
    from (
      select no, min(no) over (partition by question_key(content ->> 'stem')) as first
      from question_import_row where import_id = ${id} and action = 'CREATE'
    ) twin
    where row.import_id = ${id} and row.no = twin.no and twin.first < twin.no`.execute(tx)
  await sql`
    update question_import_row row set
      action = case when same then 'SAME' else 'REFUSE' end,
      problems = jsonb_build_array(jsonb_build_object('field', 'STEM', 'column', '题干', 'problem',
        '题库第 ' || there.no || ' 号' || case when there.enabled then '' else '（已停用）' end
          || case when same then '' else '的题干相同，题型、选项或答案不同' end))
    from question_import_row fresh
    join question there on there.course_id = ${courseId} and there.stem_hash = md5(question_key(fresh.content ->> 'stem'))
    cross join lateral (
      select there.type = fresh.content ->> 'type' and fresh.content -> 'options' = (
        select jsonb_agg(jsonb_build_object('text', option ->> 'text', 'right', option ->> 'id' = any(there.answer)) order by at)
        from jsonb_array_elements(there.options) with ordinality as options (option, at)) as same
    ) compared
    where fresh.import_id = ${id} and fresh.action = 'CREATE' and row.import_id = fresh.import_id and row.no = fresh.no`.execute(
    tx,
  )
}

export function listQuestionsToCreate(tx: Tx, importId: string, after: number, limit: number) {
  return listRowsToCreate(tx, 'questionImport', { importId, after, limit })
}

/** Rows of older program versions have no findings. */
export function storedQuestionOf(stored: unknown) {
  if (stored === null) return null
  const { found = [], ...content } = stored as Content & { found?: ReadQuestionRow['found'] }
  return { content, found }
}

type Content = NonNullable<ReadQuestionRow['content']>

export async function findTakenStem(tx: Tx, { id, courseId }: QuestionImport) {
  const { rows } = await sql<{ stem: string }>`
    select row.label as stem from question_import_row row
    join question on question.course_id = ${courseId} and question.stem_hash = md5(question_key(row.content ->> 'stem'))
    where row.import_id = ${id} and row.action = 'CREATE' limit 1`.execute(tx)
  return rows[0]?.stem
}
