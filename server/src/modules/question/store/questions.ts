import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Schema, Tx } from '../../../platform/db/database.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'
import type { QuestionColumns } from '../content.ts'
import { checkVersion, type OptionOrder, orderFindings } from '../findings.ts'

export type QuestionType = Schema['question']['type']

/** The columns' guarantee: options are written as [{id, text}], and the order is checked by the table. */
function toRow<Row extends { options: unknown; optionOrder: string }>(row: Row) {
  return {
    ...row,
    options: row.options as QuestionColumns['options'],
    optionOrder: row.optionOrder as OptionOrder,
  }
}

/** Free where staff say so, and nothing that names options by letter or place waits for somebody to look at it. */
const effectiveOrder = sql<OptionOrder>`case when option_order = 'FREE' and not exists (
  select from question_finding found where found.question_id = question.id and found.accepted_at is null
    and found.kind in (${sql.join(orderFindings)})) then 'FREE' else 'FIXED' end`

/** A course's enabled questions, right answers included: what papers are drawn from. */
export async function listBank(db: Db, courseId: string) {
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

/** Every question of a course by number. */
export async function listCourseQuestions(db: Db, courseId: string) {
  const rows = await db
    .selectFrom('question')
    .select([
      'no',
      'type',
      'difficulty',
      'stem',
      'options',
      'answer',
      'optionOrder',
      'explanation',
      'tags',
      'enabled',
    ])
    .where('courseId', '=', courseId)
    .orderBy('no')
    .execute()
  return rows.map(toRow)
}

export interface QuestionFilter extends Paging {
  courseId?: string | undefined
  type?: QuestionType | undefined
  difficulty?: number | undefined
  tag?: string | undefined
  enabled?: boolean | undefined
  importId?: string | undefined
  finding?: 'OPEN' | 'SERIOUS' | 'MINOR' | 'ACCEPTED' | undefined
  keyword?: string | undefined
}

/** Of a question's findings, those that a filter asks for. */
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

type Filtered<O> = SelectQueryBuilder<Schema, 'question', O>

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

/** A page of the desk's list, newest number first. */
export async function listQuestions(db: Db, filter: QuestionFilter) {
  const chosen = filtered(db.selectFrom('question'), filter)
  const numbered = chosen.select('question.id').orderBy('question.no', 'desc')
  const { list, ...page } = await pageOf(numbered, filter)
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

/** With options, right answer, explanation and how often it was answered rightly; for staff alone. */
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

/** Whoever changes the question waits until the transaction ends, and has then changed it later. */
export async function holdQuestion(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('question').select('id').where('id', '=', id).forShare().execute()
}

export type Question = NonNullable<Awaited<ReturnType<typeof findQuestion>>>

/** Others of the course whose key has one of these pieces; a like one has several. */
export function listWithPieces(
  db: Db,
  question: { id: string; courseId: string },
  pieces: string[],
) {
  return db
    .selectFrom('question')
    .select(['id', 'no', 'stem', 'stemKey'])
    .where('courseId', '=', question.courseId)
    .where('id', '<>', question.id)
    .where(
      sql<boolean>`exists (select from unnest(${pieces}::text[]) piece where position(piece in stem_key) > 0)`,
    )
    .limit(500)
    .execute()
}

/** Whoever changes a bank holds its course: two who disable at once do not both count the other's question. */
export async function lockCourse(tx: Tx, courseId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('course')
    .select('id')
    .where('id', '=', courseId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Drafts and withdrawn ones count. */
export async function hasCourse(db: Db, id: string): Promise<boolean> {
  return Boolean(await db.selectFrom('course').select('id').where('id', '=', id).executeTakeFirst())
}

/** The question of the course with the same words, if there is one. */
export function findSameStem(db: Db, courseId: string, stem: string) {
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

/** Many at once; their words must be new to the course. @returns numbers, in the order given */
export async function insertQuestions(db: Db, questions: NewQuestion[]): Promise<{ no: number }[]> {
  if (questions.length === 0) return []
  return db
    .insertInto('question')
    .values(
      questions.map((one) => ({
        ...one,
        options: JSON.stringify(one.options),
        checked: checkVersion,
      })),
    )
    .returning('no')
    .execute()
}

/** @returns its number and the version this made of it */
export function updateQuestion(tx: Tx, id: string, columns: QuestionColumns, by: string) {
  return tx
    .updateTable('question')
    .set({ ...columns, options: JSON.stringify(columns.options), updatedBy: by })
    .set({ checked: checkVersion })
    .set({ version: sql`version + 1`, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .returning(['no', 'version'])
    .executeTakeFirstOrThrow()
}

/** Of a course that the caller holds, questions that this version of the check has not seen. */
export async function listUnchecked(
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

/** What the check makes of one; for staff it is the same version. */
export async function updateChecked(
  tx: Tx,
  id: string,
  columns: Pick<QuestionColumns, 'optionOrder' | 'explanation'> & { checked: number },
): Promise<void> {
  await tx.updateTable('question').set(columns).where('id', '=', id).execute()
}

/** By id, with their courses. */
export function findMany(db: Db, ids: string[]) {
  return db.selectFrom('question').select(['id', 'courseId']).where('id', 'in', ids).execute()
}

/** @returns those it changed; one that was so already keeps its version */
export async function setEnabled(
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

/** Why the right answers are right, by question; a question without an explanation is left out. */
export async function findExplanations(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('question')
    .select(['id', 'explanation'])
    .where('id', 'in', ids)
    .where('explanation', '<>', '')
    .execute()
  return new Map(rows.map(({ id, explanation }) => [id, explanation]))
}
