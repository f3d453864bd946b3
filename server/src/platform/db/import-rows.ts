import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { type PageRequest, selectPage } from './page.ts'
import { toStorableJson } from './storable-json.ts'

export const importReports = {
  questionImport: 'questionImportRow',
  rosterImport: 'rosterImportRow',
  organisationImport: 'organisationImportRow',
} as const
export type ImportReportTable = keyof typeof importReports
export const importReportOf = (table: ImportReportTable) => importReports[table]

export type ReportRowAction = 'CREATE' | 'SAME' | 'REFUSE' | 'WRITTEN'
export type ReportRowKind = ReportRowAction | 'CHANGED' | 'DOUBT'

export interface ImportRowProblem {
  /** Absent for a problem of the whole row. */
  field?: string | undefined
  /** The column's title in Chinese, such as 题干 or 手机号. */
  column: string
  problem: string
}

export interface ImportRowNote {
  field: string | null
  /** True means that a person should check the row. */
  doubt: boolean
  note: string
  /** The text in the file; null when it does not matter. */
  was: string | null
}

export interface VisibleImportRow {
  no: number
  /** ID numbers in the label are masked. */
  label: string
  /** Personal numbers in these values are masked. */
  shown: Record<string, string>
  notes: ImportRowNote[]
  problems: ImportRowProblem[]
  /** Cells by column; null when the row has none. */
  cells: string[] | null
}

/** The row is not yet compared with existing data. */
export interface CheckedImportRow<Content> extends VisibleImportRow {
  content: Content | null
}

export interface ReportRow extends CheckedImportRow<unknown> {
  action: ReportRowAction
  studentId?: string | null
}

const batch = 1000

export async function insertReportRows(
  tx: Tx,
  table: ImportReportTable,
  importId: string,
  rows: readonly ReportRow[],
): Promise<void> {
  const about = table === 'rosterImport' ? sql`, "studentId"` : sql``
  const aboutColumn = table === 'rosterImport' ? sql`, student_id` : sql``
  for (let at = 0; at < rows.length; at += batch)
    await sql`
      insert into ${sql.table(importReportOf(table))}
        (import_id, no, action, label, content, shown, notes, problems, cells${aboutColumn})
      select ${importId}, no, action, label, nullif(content, 'null'), shown, notes, problems, nullif(cells, 'null')${about}
      from jsonb_to_recordset(${toStorableJson(rows.slice(at, at + batch))}::jsonb) as row (no int, action text, label text,
        content jsonb, shown jsonb, notes jsonb, problems jsonb, cells jsonb, "studentId" uuid)`.execute(tx)
}

const willStand = sql<SqlBool>`action in ('CREATE', 'WRITTEN')`
const shows: Record<ReportRowKind, RawBuilder<SqlBool>> = {
  CREATE: sql`action = 'CREATE'`,
  SAME: sql`action = 'SAME'`,
  REFUSE: sql`action = 'REFUSE'`,
  WRITTEN: sql`action = 'WRITTEN'`,
  CHANGED: sql`${willStand} and notes @> '[{"doubt": false}]'`,
  DOUBT: sql`action <> 'REFUSE' and notes @> '[{"doubt": true}]'`,
}

export async function countReportRows(
  db: Db,
  table: ImportReportTable,
  importId: string,
): Promise<Record<ReportRowKind, number>> {
  const counted = (show: ReportRowKind) => sql`count(*) filter (where ${shows[show]})::int`
  const { rows } = await sql<{ counts: Record<ReportRowKind, number> }>`
    select jsonb_build_object('CREATE', ${counted('CREATE')}, 'SAME', ${counted('SAME')}, 'REFUSE', ${counted('REFUSE')},
      'WRITTEN', ${counted('WRITTEN')}, 'CHANGED', ${counted('CHANGED')}, 'DOUBT', ${counted('DOUBT')}) as counts
    from ${sql.table(importReportOf(table))} where import_id = ${importId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a count has a row')
  return row.counts
}

export interface ReportRowFilter extends PageRequest {
  importId: string
  show?: ReportRowKind | undefined
}

export async function listReportRows(db: Db, table: ImportReportTable, { importId, show, ...paging }: ReportRowFilter) {
  let query = db.selectFrom(importReportOf(table)).where('importId', '=', importId)
  if (show) query = query.where(shows[show])
  const { list, ...page } = await selectPage(query.selectAll().orderBy('no'), paging)
  return { list: storedRows(list).map(seen), ...page }
}

/** A stored problem without a field is a problem of the whole row. */
function seen({ studentId = null, ...row }: StoredReportRow) {
  const problems = row.problems.map((one) => ({ ...one, field: one.field ?? null }))
  return { ...row, studentId, problems }
}

export async function listRowsToCreate(
  db: Db,
  table: ImportReportTable,
  { importId, after, limit }: { importId: string; after: number; limit: number },
) {
  const list = await db
    .selectFrom(importReportOf(table))
    .selectAll()
    .where('importId', '=', importId)
    .where('action', '=', 'CREATE')
    .where('no', '>', after)
    .orderBy('no')
    .limit(limit)
    .execute()
  return storedRows(list)
}

/** Lists the refused rows and, once the import has ended, also the rows that it did not reach. */
export async function listRowsToReturn(db: Db, table: ImportReportTable, importId: string) {
  const list = await db
    .selectFrom(importReportOf(table))
    .selectAll()
    .where('importId', '=', importId)
    .where((where) =>
      where.or([
        where('action', '=', 'REFUSE'),
        where.and([
          where('action', '=', 'CREATE'),
          where.exists(where.selectFrom(table).select('id').where('id', '=', importId).where('state', '=', 'DONE')),
        ]),
      ]),
    )
    .where('cells', 'is not', null)
    .orderBy('no')
    .execute()
  return storedRows(list)
}

export type ReportRowOutcome = Pick<ReportRow, 'no' | 'action' | 'problems' | 'notes'> & {
  studentId?: string | null
}

/** The caller must hold the lock of the import. */
export async function setRowOutcomes(
  tx: Tx,
  table: ImportReportTable,
  importId: string,
  outcomes: readonly ReportRowOutcome[],
): Promise<void> {
  const about = table === 'rosterImport' ? sql`, student_id = "studentId"` : sql``
  const told = outcomes.map(({ no, action, problems, notes, studentId = null }) => ({
    ...{ no, action, problems, notes, studentId },
  }))
  await sql`
    with held as (
      select row.no, told.action, told.problems, told.notes, told."studentId"
      from ${sql.table(importReportOf(table))} row join jsonb_to_recordset(${toStorableJson(told)}::jsonb)
        as told (no int, action text, problems jsonb, notes jsonb, "studentId" uuid) on told.no = row.no
      where row.import_id = ${importId} order by row.no for no key update of row)
    update ${sql.table(importReportOf(table))} row
    set action = held.action, problems = held.problems, notes = held.notes${about}
    from held where row.import_id = ${importId} and row.no = held.no`.execute(tx)
}

/** The caller must hold the lock of the import. */
export async function setAllRowsWritten(tx: Tx, table: ImportReportTable, importId: string): Promise<void> {
  await sql`
    with held as (
      select no from ${sql.table(importReportOf(table))} where import_id = ${importId} and action = 'CREATE' order by no for no key update)
    update ${sql.table(importReportOf(table))} row set action = 'WRITTEN'
    from held where row.import_id = ${importId} and row.no = held.no`.execute(tx)
}

/** The caller must hold the lock of the import. */
export async function forgetReportCells(tx: Tx, table: ImportReportTable, importId: string): Promise<void> {
  await sql`
    with held as (
      select no from ${sql.table(importReportOf(table))}
      where import_id = ${importId} and action in ('WRITTEN', 'SAME') and cells is not null order by no for no key update)
    update ${sql.table(importReportOf(table))} row set cells = null
    from held where row.import_id = ${importId} and row.no = held.no`.execute(tx)
}

/** A row of a report as its table has it; only reports of people name a student. */
export type StoredReportRow = Omit<Required<ReportRow>, 'studentId'> & { studentId?: string | null }

/** The tables check the actions, and only insertReportRows writes the other columns, so this cast is safe. */
function storedRows(list: unknown[]) {
  return list as StoredReportRow[]
}
