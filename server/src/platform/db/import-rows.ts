import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import type { DB } from './generated/schema.ts'
import { type Paging, pageOf } from './page.ts'
import { storableJson } from './storable-json.ts'

/** Imports with a dry run, each with the table of its report. */
export const reports = {
  questionImport: 'questionImportRow',
  rosterImport: 'rosterImportRow',
  organisationImport: 'organisationImportRow',
} as const
export type Reported = keyof typeof reports
export const reportOf = (table: Reported) => reports[table]
type RowOf<Table extends Reported> = Selectable<DB[(typeof reports)[Table]]>

export type RowAction = 'CREATE' | 'SAME' | 'REFUSE' | 'WRITTEN'
/** What a report can be narrowed to. */
export type RowShow = RowAction | 'CHANGED' | 'DOUBT'

export interface RowProblem {
  /** of the import's fields; absent: of the whole row */
  field?: string | undefined
  /** as a person calls it: 题干, 手机号 … */
  column: string
  problem: string
}

/** What a person should know of one cell. */
export interface RowNote {
  field: string | null
  /** it can be imported, and should be looked at; anything else tells what was changed */
  doubt: boolean
  note: string
  /** what the file has there; null: it does not matter */
  was: string | null
}

/** A row of a file as a person sees it, whatever becomes of it. */
export interface SeenRow {
  no: number
  /** ID numbers only masked */
  label: string
  /** by field, as it will be stored; numbers of people only masked */
  shown: Record<string, string>
  notes: RowNote[]
  problems: RowProblem[]
  /** the file's cells, by column; null: it has none */
  cells: string[] | null
}

/** A row judged by itself: not yet compared with what is there. */
export interface Judged<Content> extends SeenRow {
  /** null: see problems */
  content: Content | null
}

/** A row of a report. */
export interface ReportRow extends Judged<unknown> {
  action: RowAction
  /** of people: whom it is about */
  studentId?: string | null
}

/** of one statement */
const batch = 1000

/** Keeps rows of a report. */
export async function insertRows(
  tx: Tx,
  table: Reported,
  importId: string,
  rows: readonly ReportRow[],
): Promise<void> {
  const about = table === 'rosterImport' ? sql`, "studentId"` : sql``
  const aboutColumn = table === 'rosterImport' ? sql`, student_id` : sql``
  for (let at = 0; at < rows.length; at += batch)
    await sql`
      insert into ${sql.table(reportOf(table))}
        (import_id, no, action, label, content, shown, notes, problems, cells${aboutColumn})
      select ${importId}, no, action, label, nullif(content, 'null'), shown, notes, problems, nullif(cells, 'null')${about}
      from jsonb_to_recordset(${storableJson(rows.slice(at, at + batch))}::jsonb) as row (no int, action text, label text,
        content jsonb, shown jsonb, notes jsonb, problems jsonb, cells jsonb, "studentId" uuid)`.execute(
      tx,
    )
}

const willStand = sql<SqlBool>`action in ('CREATE', 'WRITTEN')`
const shows: Record<RowShow, RawBuilder<SqlBool>> = {
  CREATE: sql`action = 'CREATE'`,
  SAME: sql`action = 'SAME'`,
  REFUSE: sql`action = 'REFUSE'`,
  WRITTEN: sql`action = 'WRITTEN'`,
  CHANGED: sql`${willStand} and notes @> '[{"doubt": false}]'`,
  DOUBT: sql`action <> 'REFUSE' and notes @> '[{"doubt": true}]'`,
}

/** How many rows of the report come to what, and how many a person should look at. */
export async function countRows(
  db: Db,
  table: Reported,
  importId: string,
): Promise<Record<RowShow, number>> {
  const counted = (show: RowShow) => sql`count(*) filter (where ${shows[show]})::int`
  const { rows } = await sql<{ counts: Record<RowShow, number> }>`
    select jsonb_build_object('CREATE', ${counted('CREATE')}, 'SAME', ${counted('SAME')}, 'REFUSE', ${counted('REFUSE')},
      'WRITTEN', ${counted('WRITTEN')}, 'CHANGED', ${counted('CHANGED')}, 'DOUBT', ${counted('DOUBT')}) as counts
    from ${sql.table(reportOf(table))} where import_id = ${importId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a count has a row')
  return row.counts
}

export interface RowFilter extends Paging {
  importId: string
  show?: RowShow | undefined
}

/** A page of the report, in the file's order. */
export async function listRows<Table extends Reported>(
  db: Db,
  table: Table,
  { importId, show, ...paging }: RowFilter,
) {
  let query = db.selectFrom(reportOf(table)).where('importId', '=', importId)
  if (show) query = query.where(shows[show])
  const { list, ...page } = await pageOf(query.selectAll().orderBy('no'), paging)
  return { list: rowsOf<Table>(list).map(seen), ...page }
}

/** Who said nothing of a field means the whole row. */
function seen<Row extends { problems: RowProblem[] }>({ problems, ...row }: Row) {
  return { ...row, problems: problems.map((one) => ({ ...one, field: one.field ?? null })) }
}

/** What is to be written, after this row of the file and so many at the most. */
export async function listToCreate<Table extends Reported>(
  db: Db,
  table: Table,
  { importId, after, limit }: { importId: string; after: number; limit: number },
) {
  const list = await db
    .selectFrom(reportOf(table))
    .selectAll()
    .where('importId', '=', importId)
    .where('action', '=', 'CREATE')
    .where('no', '>', after)
    .orderBy('no')
    .limit(limit)
    .execute()
  return rowsOf<Table>(list)
}

/** What was not written and has cells to give back: rows with problems, and those an import that is over did not come to. */
export async function listToReturn(db: Db, table: Reported, importId: string) {
  const list = await db
    .selectFrom(reportOf(table))
    .selectAll()
    .where('importId', '=', importId)
    .where((where) =>
      where.or([
        where('action', '=', 'REFUSE'),
        where.and([
          where('action', '=', 'CREATE'),
          where.exists(
            where
              .selectFrom(table)
              .select('id')
              .where('id', '=', importId)
              .where('state', '=', 'DONE'),
          ),
        ]),
      ]),
    )
    .where('cells', 'is not', null)
    .orderBy('no')
    .execute()
  return rowsOf(list)
}

/** What a row comes to after all. */
export type Outcome = Pick<ReportRow, 'no' | 'action' | 'problems' | 'notes'> & {
  studentId?: string | null
}

/** Changes what rows come to. The caller holds the import. */
export async function setOutcomes(
  tx: Tx,
  table: Reported,
  importId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const about = table === 'rosterImport' ? sql`, student_id = "studentId"` : sql``
  const told = outcomes.map(({ no, action, problems, notes, studentId = null }) => ({
    ...{ no, action, problems, notes, studentId },
  }))
  await sql`
    with held as (
      select row.no, told.action, told.problems, told.notes, told."studentId"
      from ${sql.table(reportOf(table))} row join jsonb_to_recordset(${storableJson(told)}::jsonb)
        as told (no int, action text, problems jsonb, notes jsonb, "studentId" uuid) on told.no = row.no
      where row.import_id = ${importId} order by row.no for no key update of row)
    update ${sql.table(reportOf(table))} row
    set action = held.action, problems = held.problems, notes = held.notes${about}
    from held where row.import_id = ${importId} and row.no = held.no`.execute(tx)
}

/** Every row that was to be written is. The caller holds the import. */
export async function setAllWritten(tx: Tx, table: Reported, importId: string): Promise<void> {
  await sql`
    with held as (
      select no from ${sql.table(reportOf(table))} where import_id = ${importId} and action = 'CREATE' order by no for no key update)
    update ${sql.table(reportOf(table))} row set action = 'WRITTEN'
    from held where row.import_id = ${importId} and row.no = held.no`.execute(tx)
}

/** The file's cells of rows that need not be given back any more. The caller holds the import. */
export async function forgetCells(tx: Tx, table: Reported, importId: string): Promise<void> {
  await sql`
    with held as (
      select no from ${sql.table(reportOf(table))}
      where import_id = ${importId} and action in ('WRITTEN', 'SAME') and cells is not null order by no for no key update)
    update ${sql.table(reportOf(table))} row set cells = null
    from held where row.import_id = ${importId} and row.no = held.no`.execute(tx)
}

/** The guarantee of `reports`: they are rows of this import's report; the table checks actions, and only insertRows writes the rest. */
function rowsOf<Table extends Reported>(list: unknown[]) {
  return list as (Omit<RowOf<Table>, 'action' | 'problems' | 'notes' | 'shown' | 'cells'> & {
    action: RowAction
    problems: RowProblem[]
    notes: RowNote[]
    shown: Record<string, string>
    cells: string[] | null
  })[]
}
