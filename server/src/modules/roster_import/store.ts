import { type SqlBool, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/generated/schema.ts'
import { storableJson } from '../../platform/db/storable-json.ts'
import type { Mapping, RosterKind, TableColumn } from './read/columns.ts'
import type { RowProblem } from './read/judged.ts'

export type ImportState = 'READING' | 'MAPPING' | 'CHECKED' | 'WRITING' | 'DONE' | 'FAILED'
export type RowAction = 'CREATE' | 'SAME' | 'REFUSE'
export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImport>>>

export async function findImport(db: Db, id: string) {
  const row = await db
    .selectFrom('rosterImport')
    .innerJoin('file', 'file.id', 'rosterImport.fileId')
    .innerJoin('staff', 'staff.id', 'rosterImport.staffId')
    .selectAll('rosterImport')
    .select(['file.name as fileName', 'staff.username as actor'])
    .where('rosterImport.id', '=', id)
    .executeTakeFirst()
  // the columns hold what insertImport and recordAbout wrote; kind and state are checked by the table
  return row && { ...row, ...written(row) }
}

function written(row: {
  kind: string
  state: string
  wantedMapping: unknown
  mapping: unknown
  columns: unknown
}) {
  return {
    kind: row.kind as RosterKind,
    state: row.state as ImportState,
    wantedMapping: row.wantedMapping as Mapping | null,
    mapping: row.mapping as Mapping,
    columns: row.columns as TableColumn[],
  }
}

export interface NewImport {
  id: string
  kind: RosterKind
  staffId: string
  fileId: string
  wantedMapping: Mapping | null
}

/** False when the id is taken. */
export async function insertImport(db: Db, row: NewImport): Promise<boolean> {
  const wantedMapping = row.wantedMapping && JSON.stringify(row.wantedMapping)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('rosterImport')
    .values({ ...row, wantedMapping })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** An import in the hands of one process. */
export interface Work {
  id: string
  state: ImportState
  /** which taking-up it is: whoever has an older one writes nothing any more */
  claim: number
}

/** Another process has taken it over, or it is over. */
export class NotOurs extends Error {}

/** Writes to an import that is still ours to work on. @throws NotOurs */
export async function record(
  db: Db,
  { id, state, claim }: Work,
  change: Updateable<DB['rosterImport']>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('rosterImport')
    .set({ ...change, touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('claim', '=', claim)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new NotOurs()
}

export interface ReportRow {
  no: number
  action: RowAction
  label: string
  content: unknown
  studentId: string | null
  problems: RowProblem[]
}

/** What the dry run found, all of it. */
export async function recordReport(
  tx: Tx,
  work: Work,
  about: { columns: TableColumn[]; mapping: Mapping; rows: ReportRow[] | null },
): Promise<void> {
  const { columns, mapping, rows } = about
  await record(tx, work, {
    columns: storableJson(columns),
    mapping: JSON.stringify(mapping),
    total: rows?.length ?? 0,
    state: rows ? 'CHECKED' : 'MAPPING',
  })
  await sql`
    insert into roster_import_row (import_id, no, action, label, content, student_id, problems)
    select ${work.id}, no, action, label, nullif(content, 'null'), "studentId", problems
    from jsonb_to_recordset(${storableJson(rows ?? [])}::jsonb)
      as row (no int, action text, label text, content jsonb, "studentId" uuid, problems jsonb)`.execute(
    tx,
  )
}

export async function countRows(db: Db, id: string): Promise<Record<RowAction, number>> {
  const rows = await db
    .selectFrom('rosterImportRow')
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
  let query = db.selectFrom('rosterImportRow').where('importId', '=', importId)
  if (action) query = query.where('action', '=', action)
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .select(['no', 'action', 'label', 'content', 'studentId', 'problems'])
    .orderBy('no')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { list: rows.map(toReportRow), total }
}

/** What is to be written. */
export async function listToCreate(db: Db, importId: string): Promise<ReportRow[]> {
  const rows = await db
    .selectFrom('rosterImportRow')
    .select(['no', 'action', 'label', 'content', 'studentId', 'problems'])
    .where('importId', '=', importId)
    .where('action', '=', 'CREATE')
    .orderBy('no')
    .execute()
  return rows.map(toReportRow)
}

/** The columns' guarantee: recordReport writes what was judged. */
function toReportRow(
  row: Omit<ReportRow, 'action' | 'problems'> & { action: string; problems: unknown },
) {
  return { ...row, action: row.action as RowAction, problems: row.problems as RowProblem[] }
}

/** Who was made of a row. */
export async function setMade(tx: Tx, importId: string, no: number, studentId: string) {
  await tx
    .updateTable('rosterImportRow')
    .set({ studentId })
    .where('importId', '=', importId)
    .where('no', '=', no)
    .execute()
}

/** The import under its row lock. */
export function lockImport(tx: Tx, id: string) {
  return tx
    .selectFrom('rosterImport')
    .select(['state', 'claim', 'sheet', 'sheetKey'])
    .select(sql<boolean>`sheet_taken_at > app_now() - interval '10 minutes'`.as('sheetFresh'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function setWriting(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('rosterImport')
    .set({ state: 'WRITING', written: 0, touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute()
}

export async function setSheetTaken(tx: Tx, id: string, sheetKey: string): Promise<void> {
  await tx
    .updateTable('rosterImport')
    .set({ sheetKey, sheetTakenAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Takes over one import whose process has died: nobody has touched it for longer than a step may take. One that was taken up three
 * times ends here: it is what they died of.
 */
export async function claimStalled(db: Db): Promise<Work | undefined> {
  const stalled = sql<SqlBool>`state in ('READING', 'WRITING') and touched_at < (select app_now()) - interval '5 minutes'`
  await db
    .updateTable('rosterImport')
    .set({ state: 'FAILED', problem: '多次处理都没有完成，没有写入任何一行；请检查文件后重新上传' })
    .where(stalled)
    .where('claim', '>=', 2)
    .execute()
  const { rows } = await sql<Work>`
    update roster_import set touched_at = app_now(), claim = claim + 1 where id = (
      select id from roster_import where ${stalled} order by touched_at limit 1 for update skip locked)
    returning id, state, claim`.execute(db)
  return rows[0]
}

/** Open accounts that have one of these numbers. */
export async function findHolders(
  db: Db,
  numbers: { idNo: string[]; phone: string[]; certificateNo: string[] },
) {
  const { rows } = await sql<{
    id: string
    name: string
    idNo: string
    phone: string
    certificateNo: string
  }>`
    select id, name, id_no as "idNo", phone, upper(certificate_no) as "certificateNo" from student
    where closed_at is null and (id_no = any(${numbers.idNo}) or phone = any(${numbers.phone})
      or upper(certificate_no) = any(${numbers.certificateNo}))`.execute(db)
  return rows
}

/** Of these students, the records that stand in the ledger or once did: their source ids. */
export async function findRecords(db: Db, studentIds: string[]) {
  if (studentIds.length === 0) return []
  return db
    .selectFrom('hoursLedger')
    .select(['studentId', 'sourceId'])
    .where('source', '=', 'RECORD')
    .where('studentId', 'in', studentIds)
    .execute()
}

/** Dry runs nobody followed up, rows of what was written a month ago, and passwords that were fetched or never will be. */
export async function forgetOld(tx: Tx): Promise<void> {
  await sql`
    update roster_import set sheet = null where sheet is not null
      and (sheet_taken_at < (select app_now()) - interval '10 minutes'
        or created_at < (select app_now()) - interval '7 days')`.execute(tx)
  await sql`
    delete from roster_import_row where import_id in (
      select id from roster_import where state = 'DONE' and created_at < (select app_now()) - interval '30 days')`.execute(
    tx,
  )
  await sql`
    delete from roster_import
    where state not in ('DONE', 'WRITING') and created_at < (select app_now()) - interval '7 days'`.execute(
    tx,
  )
}
