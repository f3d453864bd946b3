import { type SelectQueryBuilder, sql } from 'kysely'
import type { DatabaseSchema, Db, Tx } from '../../../../platform/db/database.ts'
import { hasAnyRow, type PageRequest, selectPage } from '../../../../platform/db/page.ts'
import type { QuestionColumns } from '../content.ts'
import { type OptionOrder, orderFindingKinds, questionCheckVersion } from '../findings.ts'

export type QuestionType = DatabaseSchema['question']['type']

/** The casts are safe, because options are always written as [{id, text}]. */
function toRow<Row extends { options: unknown; optionOrder: string }>(row: Row) {
  return {
    ...row,
    options: row.options as QuestionColumns['options'],
    optionOrder: row.optionOrder as OptionOrder,
  }
}

/** A paper shuffles the options only if the question has no open finding about option letters or positions. */
const effectiveOrder = sql<OptionOrder>`case when option_order = 'FREE' and not exists (
  select from question_finding found where found.question_id = question.id and found.accepted_at is null
    and found.kind in (${sql.join(orderFindingKinds)})) then 'FREE' else 'FIXED' end`

/** The rows include right answers, because papers are drawn from them. */
export async function listEnabledQuestions(db: Db, courseId: string) {
  const rows = await db
    .selectFrom('question')
    .select(['id', 'type', 'difficulty', 'stem', 'options', 'answer', 'explanation'])
    .select(['optionOrder', effectiveOrder.as('order')])
    .where('courseId', '=', courseId)
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(toRow)
}

export async function listCourseQuestions(db: Db, courseId: string) {
  const rows = await db
    .selectFrom('question')
    .select(['no', 'type', 'difficulty', 'stem', 'options', 'answer', 'optionOrder', 'explanation', 'tags', 'enabled'])
    .where('courseId', '=', courseId)
    .orderBy('no')
    .execute()
  return rows.map(toRow)
}

export interface QuestionFilter extends PageRequest {
  courseId?: string | undefined
  type?: QuestionType | undefined
  difficulty?: number | undefined
  tag?: string | undefined
  enabled?: boolean | undefined
  importId?: string | undefined
  finding?: 'OPEN' | 'SERIOUS' | 'MINOR' | 'ACCEPTED' | undefined
  keyword?: string | undefined
}

const findingAsked = {
  OPEN: sql`found.accepted_at is null`,
  SERIOUS: sql`found.accepted_at is null and found.serious`,
  MINOR: sql`found.accepted_at is null and not found.serious`,
  ACCEPTED: sql`found.accepted_at is not null`,
}

const statisticColumns = [
  'stat.answered',
  'stat.rightCount',
  'stat.scoreSum',
  'stat.scoreSquareSum',
  'stat.rightScoreSum',
] as const

const headColumns = [
  'question.id',
  'question.no',
  'question.courseId',
  'course.title as courseTitle',
  'question.enabled',
  'question.version',
  'question.updatedAt',
  'question.updatedBy',
] as const

const selectHead = (db: Db) =>
  db
    .selectFrom('question')
    .innerJoin('course', 'course.id', 'question.courseId')
    .leftJoin('questionStat as stat', 'stat.questionId', 'question.id')

type Filtered<O> = SelectQueryBuilder<DatabaseSchema, 'question', O>

function filtered<O>(query: Filtered<O>, filter: QuestionFilter): Filtered<O> {
  const { courseId, type, difficulty, tag, enabled, importId, finding, keyword } = filter
  let narrowed = query
  if (courseId) narrowed = narrowed.where('question.courseId', '=', courseId)
  if (type) narrowed = narrowed.where('question.type', '=', type)
  if (difficulty) narrowed = narrowed.where('question.difficulty', '=', difficulty)
  if (tag) narrowed = narrowed.where(sql<boolean>`question.tags @> array[${tag}]`)
  if (enabled !== undefined) narrowed = narrowed.where('question.enabled', '=', enabled)
  if (importId) narrowed = narrowed.where('question.importId', '=', importId)
  if (finding)
    narrowed = narrowed.where(
      sql<boolean>`exists (select from question_finding found where found.question_id = question.id and ${findingAsked[finding]})`,
    )
  if (keyword)
    narrowed = narrowed.where(
      sql<boolean>`(question.no::text = ${keyword} or position(lower(${keyword}) in lower(question.stem)) > 0)`,
    )
  return narrowed
}

export async function listQuestionRows(db: Db, filter: QuestionFilter) {
  const chosen = filtered(db.selectFrom('question'), filter)
  const numbered = chosen.select('question.id').orderBy('question.no', 'desc')
  const { list, ...page } = await selectPage(numbered, filter)
  if (list.length === 0) return { list: [], ...page }
  const ids = list.map(({ id }) => id)
  const rows = await selectHead(db)
    .select([...headColumns, ...statisticColumns])
    .select(['question.type', 'question.difficulty', 'question.stem', 'question.tags'])
    .where('question.id', 'in', ids)
    .orderBy('question.no', 'desc')
    .execute()
  return { list: rows, ...page }
}

/** Only staff may get this row, because it includes the right answer. */
export async function findQuestion(db: Db, id: string) {
  const row = await selectHead(db)
    .select([...headColumns, ...statisticColumns])
    .select(['question.type', 'question.difficulty', 'question.stem', 'question.tags'])
    .select(['question.options', 'question.answer', 'question.optionOrder'])
    .select(['question.explanation', 'question.stemKey'])
    .where('question.id', '=', id)
    .executeTakeFirst()
  return row && toRow(row)
}

/** Changes of the question wait until this transaction ends. */
export async function shareQuestion(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('question').select('id').where('id', '=', id).forShare().execute()
}

export type QuestionRow = NonNullable<Awaited<ReturnType<typeof findQuestion>>>

export function listQuestionsWithTrigrams(db: Db, question: { id: string; courseId: string }, pieces: string[]) {
  return db
    .selectFrom('question')
    .select(['id', 'no', 'stem', 'stemKey'])
    .where('courseId', '=', question.courseId)
    .where('id', '<>', question.id)
    .where(sql<boolean>`exists (select from unnest(${pieces}::text[]) piece where position(piece in stem_key) > 0)`)
    .limit(500)
    .execute()
}

/** The lock stops two requests from disabling too many questions together. */
export function lockQuestionBank(tx: Tx, courseId: string): Promise<boolean> {
  return hasAnyRow(tx.selectFrom('course').where('id', '=', courseId).forNoKeyUpdate())
}

/** True also for drafts and withdrawn courses. */
export async function hasCourse(db: Db, id: string): Promise<boolean> {
  return Boolean(await db.selectFrom('course').select('id').where('id', '=', id).executeTakeFirst())
}

export function findQuestionWithStem(db: Db, courseId: string, stem: string) {
  return db
    .selectFrom('question')
    .select(['id', 'no'])
    .where('courseId', '=', courseId)
    .where('stemHash', '=', sql<string>`md5(question_key(${stem}))`)
    .executeTakeFirst()
}

export interface NewQuestion extends QuestionColumns {
  id?: string
  courseId: string
  importId?: string
  updatedBy?: string
}

/** The stems must be new to the course. @returns question numbers in the order of `questions` */
export async function insertQuestions(db: Db, questions: NewQuestion[]): Promise<{ no: number }[]> {
  if (questions.length === 0) return []
  return db
    .insertInto('question')
    .values(
      questions.map((one) => ({
        ...one,
        options: JSON.stringify(one.options),
        checked: questionCheckVersion,
      })),
    )
    .returning('no')
    .execute()
}

export function updateQuestion(tx: Tx, id: string, columns: QuestionColumns, by: string) {
  return tx
    .updateTable('question')
    .set({ ...columns, options: JSON.stringify(columns.options), updatedBy: by })
    .set({ checked: questionCheckVersion })
    .set({ version: sql`version + 1`, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .returning(['no', 'version'])
    .executeTakeFirstOrThrow()
}

export async function listUncheckedQuestions(
  tx: Tx,
  courseId: string,
  { version, limit }: { version: number; limit: number },
) {
  const rows = await tx
    .selectFrom('question')
    .select(['id', 'type', 'difficulty', 'stem', 'options', 'answer'])
    .select(['optionOrder', 'explanation', 'tags', 'checked'])
    .where('courseId', '=', courseId)
    .where('checked', '<', version)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
  return rows.map(toRow)
}

export async function updateCheckedQuestion(
  tx: Tx,
  id: string,
  columns: Pick<QuestionColumns, 'optionOrder' | 'explanation'> & { checked: number },
): Promise<void> {
  await tx.updateTable('question').set(columns).where('id', '=', id).execute()
}

export function findQuestions(db: Db, ids: string[]) {
  return db.selectFrom('question').select(['id', 'courseId']).where('id', 'in', ids).execute()
}

export async function setQuestionsEnabled(
  tx: Tx,
  ids: string[],
  enabled: boolean,
  by: string,
): Promise<{ no: number; courseId: string }[]> {
  const rows = await tx
    .updateTable('question')
    .set({ enabled, updatedBy: by, version: sql`version + 1`, updatedAt: sql`app_now()` })
    .where('id', 'in', ids)
    .where('enabled', '<>', enabled)
    .returning(['no', 'courseId'])
    .execute()
  return rows
}

/** The result is keyed by question id; questions without an explanation are left out. */
export async function findQuestionExplanations(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('question')
    .select(['id', 'explanation'])
    .where('id', 'in', ids)
    .where('explanation', '<>', '')
    .execute()
  return new Map(rows.map(({ id, explanation }) => [id, explanation]))
}
