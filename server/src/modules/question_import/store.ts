import { sql } from 'kysely'
import { countOf } from '../../platform/db/count.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import {
  forgetCells,
  listRows,
  listToCreate,
  type RowAction,
  type RowFilter,
  setAllWritten,
} from '../../platform/db/import-rows.ts'
import { type Paging, pageOf } from '../../platform/db/page.ts'
import { recordWork, tablesOf, type Work } from '../../platform/db/staged-import.ts'
import type { ReadRow } from './read/question-of.ts'
import type { QuestionField, TableColumn } from './read/raw.ts'
import type { AboutFile } from './read/reader.ts'

export type ImportState = 'READING' | 'MAPPING' | 'CHECKED' | 'DONE' | 'FAILED' | 'STOPPED'
type Mapping = (QuestionField | null)[]

export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** With the name of its file and how far it is; its rows are read apart. */
export async function findImport(db: Db, id: string) {
  const row = await db
    .selectFrom('questionImport')
    .innerJoin('file', 'file.id', 'questionImport.fileId')
    .selectAll('questionImport')
    .select('file.name as fileName')
    .where('questionImport.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, ...written(row) }
}

/** A page of all imports, the newest first; what would be made and what not as the report still has them. */
export async function listImports(db: Db, paging: Paging) {
  const total = await countOf(db.selectFrom('questionImport'))
  const counted = (action: RowAction) =>
    sql<number>`(select count(*)::int from question_import_row where import_id = question_import.id and action = ${action})`
  const rows = db
    .selectFrom('questionImport')
    .innerJoin('file', 'file.id', 'questionImport.fileId')
    .innerJoin('staff', 'staff.id', 'questionImport.staffId')
    .innerJoin('course', 'course.id', 'questionImport.courseId')
    .select(['questionImport.id', 'questionImport.staffId', 'questionImport.fileId'])
    .select(['questionImport.courseId', 'questionImport.createdAt', 'course.title as courseTitle'])
    .select('questionImport.written')
    .select(['file.name as fileName', 'staff.name as actorName'])
    .select([
      sql<ImportState>`question_import.state`.as('state'),
      counted('CREATE').as('toMake'),
      counted('REFUSE').as('refuse'),
      sql<boolean>`exists (select from question_import_row where import_id = question_import.id)`.as(
        'rowsKept',
      ),
    ])
    .orderBy('questionImport.createdAt', 'desc')
    .orderBy('questionImport.id')
  return pageOf(rows, paging, total)
}

/** The columns hold what checkFile and recordAbout wrote; state and format are checked by the table. */
function written(row: {
  state: string
  format: string | null
  wantedMapping: unknown
  wantedTable: unknown
  foundTable: unknown
  mapping: unknown
  columns: unknown
}) {
  return {
    ...tablesOf(row),
    state: row.state as ImportState,
    format: row.format as AboutFile['format'] | null,
    wantedMapping: row.wantedMapping as Mapping | null,
    mapping: row.mapping as Mapping,
    columns: row.columns as TableColumn[],
  }
}

/**
 * The end of the dry run: of two rows with the same words the first counts; what the bank has already is the same, or
 * refused when it says something else.
 */
export async function concludeCheck(tx: Tx, mine: Work & { courseId: string }) {
  const { id, courseId } = mine
  await recordWork(tx, 'questionImport', mine, { state: 'CHECKED' })
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

/** A page of the report, with the questions that were read. */
export async function listQuestions(db: Db, filter: RowFilter) {
  const { list, ...page } = await listRows(db, 'questionImport', filter)
  return { list: list.map(withContent), ...page }
}

/** What is to be made, so many of it. */
export async function listToMake(tx: Tx, importId: string, after: number, limit: number) {
  const list = await listToCreate(tx, 'questionImport', { importId, after, limit })
  return list.map(withContent)
}

/** The column's guarantee: it has what the reader judged (report-row.ts); rows of earlier versions do not say what was found. */
function withContent<Row extends { content: unknown }>({ content: read, ...row }: Row) {
  if (read === null) return { ...row, content: null, found: [] }
  const { found = [], ...content } = read as Content & { found?: ReadRow['found'] }
  return { ...row, content, found }
}

type Content = NonNullable<ReadRow['content']>

/** The state, held for this transaction. */
export async function lockImport(tx: Tx, id: string): Promise<ImportState | undefined> {
  const row = await tx
    .selectFrom('questionImport')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.state as ImportState | undefined
}

/** The stem of a row to be made whose words the bank has meanwhile. */
export async function findTaken(tx: Tx, { id, courseId }: { id: string; courseId: string }) {
  const { rows } = await sql<{ stem: string }>`
    select row.label as stem from question_import_row row
    join question on question.course_id = ${courseId} and question.stem_hash = md5(question_key(row.content ->> 'stem'))
    where row.import_id = ${id} and row.action = 'CREATE' limit 1`.execute(tx)
  return rows[0]?.stem
}

/** Its questions are in the bank; it cannot be written again. */
export async function recordDone(tx: Tx, id: string, written: number): Promise<void> {
  await tx
    .updateTable('questionImport')
    .set({ state: 'DONE', written })
    .where('id', '=', id)
    .execute()
  await setAllWritten(tx, 'questionImport', id)
  await forgetCells(tx, 'questionImport', id)
}
