import { sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/generated/schema.ts'
import { storableJson } from '../../platform/db/storable-json.ts'
import type { ReadRow } from './read/question-of.ts'
import type { QuestionField, RowProblem, TableColumn } from './read/raw.ts'
import type { AboutFile } from './read/reader.ts'

export type ImportState = 'READING' | 'MAPPING' | 'CHECKED' | 'DONE' | 'FAILED'
export type RowAction = 'CREATE' | 'SAME' | 'REFUSE'
type Mapping = (QuestionField | null)[]

export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImport>>>

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

/** The columns hold what insertImport and recordAbout wrote; state and format are checked by the table. */
function written(row: {
  state: string
  format: string | null
  wantedMapping: unknown
  mapping: unknown
  columns: unknown
}) {
  return {
    state: row.state as ImportState,
    format: row.format as AboutFile['format'] | null,
    wantedMapping: row.wantedMapping as Mapping | null,
    mapping: row.mapping as Mapping,
    columns: row.columns as TableColumn[],
  }
}

export interface NewImport {
  id: string
  staffId: string
  fileId: string
  courseId: string
  wantedMapping: Mapping | null
}

/** False when the id is taken. */
export async function insertImport(db: Db, row: NewImport): Promise<boolean> {
  const wantedMapping = row.wantedMapping && JSON.stringify(row.wantedMapping)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('questionImport')
    .values({ ...row, wantedMapping })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** An import in the hands of one process. */
export interface Reading {
  id: string
  courseId: string
  /** which taking-up it is: whoever has an older one writes nothing any more */
  claim: number
}

/** Another process has taken it over, or it is over. */
export class NotOurs extends Error {}

type Change = Updateable<DB['questionImport']>

/** Writes to an import that is still ours to read. @throws NotOurs */
async function record(tx: Db, { id, claim }: Reading, change: Change): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('questionImport')
    .set({ ...change, touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', 'READING')
    .where('claim', '=', claim)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new NotOurs()
}

/** `total` null: the columns must be named first. What an earlier reading left is gone. */
export async function recordAbout(tx: Tx, mine: Reading, about: AboutFile, total: number | null) {
  const { format, columns, mapping } = about
  const told = { format, columns: storableJson(columns), mapping: JSON.stringify(mapping) }
  const state = total === null ? 'MAPPING' : 'READING'
  await record(tx, mine, { ...told, total: total ?? 0, readCount: 0, state })
  await tx.deleteFrom('questionImportRow').where('importId', '=', mine.id).execute()
}

/** Keeps a batch of what was read, and how far that is. */
export async function recordRows(tx: Tx, mine: Reading, rows: ReadRow[]): Promise<void> {
  await record(tx, mine, { readCount: sql<number>`read_count + ${rows.length}::int` as never })
  await sql`
    insert into question_import_row (import_id, no, action, stem, content, problems)
    select ${mine.id}, no, case when content is null then 'REFUSE' else 'CREATE' end, stem, content, problems
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as row (no int, stem text, content jsonb, problems jsonb)`.execute(
    tx,
  )
}

export async function recordFailure(db: Db, mine: Reading, problem: string): Promise<void> {
  await record(db, mine, { state: 'FAILED', problem })
}

/**
 * The end of the dry run: of two rows with the same words the first counts; what the bank has already is the same, or
 * refused when it says something else.
 */
export async function concludeCheck(tx: Tx, mine: Reading) {
  const { id, courseId } = mine
  await record(tx, mine, { state: 'CHECKED' })
  await sql`
    update question_import_row row set action = 'REFUSE', problems = problems || jsonb_build_array(
      jsonb_build_object('column', '题干', 'problem', '与第 ' || twin.first || ' 行的题干相同'))
    from (
      select no, min(no) over (partition by question_key(content ->> 'stem')) as first
      from question_import_row where import_id = ${id} and action = 'CREATE'
    ) twin
    where row.import_id = ${id} and row.no = twin.no and twin.first < twin.no`.execute(tx)
  await sql`
    update question_import_row row set
      action = case when same then 'SAME' else 'REFUSE' end,
      problems = jsonb_build_array(jsonb_build_object('column', '题干', 'problem',
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

export async function countRows(db: Db, id: string): Promise<Record<RowAction, number>> {
  const rows = await db
    .selectFrom('questionImportRow')
    .select(['action', ({ fn }) => fn.countAll<number>().as('count')])
    .where('importId', '=', id)
    .groupBy('action')
    .execute()
  const counts = { CREATE: 0, SAME: 0, REFUSE: 0 }
  return Object.assign(counts, Object.fromEntries(rows.map(({ action, count }) => [action, count])))
}

export interface RowFilter {
  importId: string
  action?: RowAction | undefined
  page: number
  pageSize: number
}

/** A page of the report, in the file's order. */
export async function listRows(db: Db, { importId, action, page, pageSize }: RowFilter) {
  let query = db.selectFrom('questionImportRow').where('importId', '=', importId)
  if (action) query = query.where('action', '=', action)
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .select(['no', 'action', 'stem', 'content', 'problems'])
    .orderBy('no')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { list: rows.map(toReportRow), total }
}

/** The columns' guarantee: recordRows writes what the reader judged. */
function toReportRow(row: {
  no: number
  action: string
  stem: string
  content: unknown
  problems: unknown
}) {
  return {
    ...row,
    action: row.action as RowAction,
    content: row.content as ReadRow['content'],
    problems: row.problems as RowProblem[],
  }
}

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
    select row.stem from question_import_row row
    join question on question.course_id = ${courseId} and question.stem_hash = md5(question_key(row.content ->> 'stem'))
    where row.import_id = ${id} and row.action = 'CREATE' limit 1`.execute(tx)
  return rows[0]?.stem
}

export async function listToCreate(tx: Tx, id: string, after: number, limit: number) {
  const rows = await tx
    .selectFrom('questionImportRow')
    .select(['no', 'action', 'stem', 'content', 'problems'])
    .where('importId', '=', id)
    .where('action', '=', 'CREATE')
    .where('no', '>', after)
    .orderBy('no')
    .limit(limit)
    .execute()
  return rows.map(toReportRow)
}

export async function recordDone(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('questionImport').set({ state: 'DONE' }).where('id', '=', id).execute()
}

/**
 * Takes over one import whose process has died: nobody has touched it for longer than a reading may take. One that was taken up
 * three times ends here: it is what they died of.
 */
export async function claimStalled(db: Db): Promise<Reading | undefined> {
  await sql`
    update question_import set state = 'FAILED', problem = '多次读取都没有完成，请检查文件后重新上传'
    where state = 'READING' and claim >= 2 and touched_at < (select app_now()) - interval '90 seconds'`.execute(
    db,
  )
  const { rows } = await sql<Reading>`
    update question_import set touched_at = app_now(), claim = claim + 1 where id = (
      select id from question_import
      where state = 'READING' and touched_at < (select app_now()) - interval '90 seconds'
      order by touched_at limit 1 for update skip locked)
    returning id, course_id as "courseId", claim`.execute(db)
  return rows[0]
}

/** Dry runs nobody followed up within a week, and the rows of what was imported a month ago. */
export async function forgetOld(tx: Tx): Promise<void> {
  await sql`
    delete from question_import_row where import_id in (
      select id from question_import
      where created_at < (select app_now()) - case when state = 'DONE' then interval '30 days' else interval '7 days' end)`.execute(
    tx,
  )
  await sql`
    delete from question_import
    where state <> 'DONE' and created_at < (select app_now()) - interval '7 days'`.execute(tx)
}
