import { sql } from 'kysely'
import { countOf } from '../../platform/db/count.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { RowAction } from '../../platform/db/import-rows.ts'
import { type Paging, pageOf } from '../../platform/db/page.ts'
import {
  forgetOldImports,
  forgetSamples,
  recordWork,
  tablesOf,
  type Work,
} from '../../platform/db/staged-import.ts'
import type { Mapping, RosterKind, TableColumn } from './read/columns.ts'

export type ImportState =
  | 'READING'
  | 'MAPPING'
  | 'CHECKED'
  | 'WRITING'
  | 'DONE'
  | 'FAILED'
  | 'STOPPED'
export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** With its file's name and who brought it; its rows are read apart. */
export async function findImport(db: Db, id: string) {
  const row = await db
    .selectFrom('rosterImport')
    .innerJoin('file', 'file.id', 'rosterImport.fileId')
    .innerJoin('staff', 'staff.id', 'rosterImport.staffId')
    .selectAll('rosterImport')
    .select(['file.name as fileName', 'staff.username as actor', 'staff.name as actorName'])
    .where('rosterImport.id', '=', id)
    .executeTakeFirst()
  // the columns hold what checkFile and recordAbout wrote; kind and state are checked by the table
  return row && { ...row, ...written(row) }
}

/** A page of all imports, the newest first; `create` and `refuse` as the report still has them. */
export async function listImports(db: Db, paging: Paging) {
  const total = await countOf(db.selectFrom('rosterImport'))
  const counted = (action: RowAction) =>
    sql<number>`(select count(*)::int from roster_import_row where import_id = roster_import.id and action = ${action})`
  const rows = db
    .selectFrom('rosterImport')
    .innerJoin('file', 'file.id', 'rosterImport.fileId')
    .innerJoin('staff', 'staff.id', 'rosterImport.staffId')
    .select(['rosterImport.id', 'rosterImport.staffId', 'rosterImport.createdAt', 'written'])
    .select(['file.name as fileName', 'staff.name as actorName'])
    .select([
      sql<RosterKind>`kind`.as('kind'),
      sql<ImportState>`state`.as('state'),
      counted('CREATE').as('create'),
      counted('REFUSE').as('refuse'),
      sql<boolean>`exists (select from roster_import_row where import_id = roster_import.id)`.as(
        'rowsKept',
      ),
    ])
    .orderBy('rosterImport.createdAt', 'desc')
    .orderBy('rosterImport.id')
  return pageOf(rows, paging, total)
}

/** A sheet nobody has fetched: its passwords are no longer true. */
export async function dropSheet(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('rosterImport').set({ sheet: null }).where('id', '=', id).execute()
}

function written(row: {
  kind: string
  state: string
  wantedMapping: unknown
  wantedTable: unknown
  foundTable: unknown
  mapping: unknown
  columns: unknown
}) {
  return {
    ...tablesOf(row),
    kind: row.kind as RosterKind,
    state: row.state as ImportState,
    wantedMapping: row.wantedMapping as Mapping | null,
    mapping: row.mapping as Mapping,
    columns: row.columns as TableColumn[],
  }
}

/** The end of a dry run. */
export async function recordChecked(tx: Tx, work: Work): Promise<void> {
  await recordWork(tx, 'rosterImport', work, { state: 'CHECKED' })
  const named = sql<boolean>`file_id = (select file_id from roster_import where id = ${work.id})`
  await forgetSamples(tx, 'rosterImport', named)
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

/** From now on rows are written. */
export async function setWriting(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('rosterImport')
    .set({ state: 'WRITING', touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** The sealed sheet of passwords with more in it. The caller holds the import. */
export async function addToSheet(
  tx: Tx,
  id: string,
  add: (sealed: Buffer | null) => Buffer,
): Promise<void> {
  const { sheet } = await tx
    .selectFrom('rosterImport')
    .select('sheet')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const more = add(sheet)
  await tx.updateTable('rosterImport').set({ sheet: more }).where('id', '=', id).execute()
}

/** Given out under this key: for ten minutes the same key gets it again, any other none. */
export async function setSheetTaken(tx: Tx, id: string, sheetKey: string): Promise<void> {
  await tx
    .updateTable('rosterImport')
    .set({ sheetKey, sheetTakenAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute()
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
    employer: string | null
  }>`
    select id, name, id_no as "idNo", phone, upper(certificate_no) as "certificateNo", employer from student
    where closed_at is null and (id_no = any(${numbers.idNo}) or phone = any(${numbers.phone})
      or upper(certificate_no) = any(${numbers.certificateNo}))`.execute(db)
  return rows
}

/** Of these students, the records that stand in the ledger: their source ids and tenths of hours. */
export async function findRecords(db: Db, studentIds: string[]) {
  if (studentIds.length === 0) return []
  return db
    .selectFrom('hoursLedger')
    .select(['studentId', 'sourceId', 'hours'])
    .where('source', '=', 'RECORD')
    .where('studentId', 'in', studentIds)
    .where(
      sql<boolean>`not exists (select from hours_ledger later where later.student_id = hours_ledger.student_id
        and later.source = 'REVERSAL' and later.source_id = hours_ledger.seq::text)`,
    )
    .execute()
}

/** Dry runs nobody followed up, rows of what was written a month ago, and passwords that were fetched or never will be. */
export async function forgetOld(tx: Tx): Promise<void> {
  await sql`
    with held as (
      select id from roster_import where sheet is not null
        and (sheet_taken_at < (select app_now()) - interval '10 minutes'
          or created_at < (select app_now()) - interval '7 days')
      for no key update skip locked)
    update roster_import set sheet = null from held where roster_import.id = held.id`.execute(tx)
  await forgetOldImports(tx, 'rosterImport')
}

/** What finished imports say of these students. @returns how many rows */
export async function forgetRosterRows(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as (
      select row.import_id, row.no from roster_import_row row join roster_import on roster_import.id = row.import_id
      where state in ('DONE', 'FAILED') and row.student_id = any(${[...studentIds]}::uuid[])
      order by row.import_id, row.no for no key update of row)
    update roster_import_row row
    set content = '{}', label = '已注销', shown = '{}', notes = '[]', problems = '[]', cells = null
    from held where (row.import_id, row.no) = (held.import_id, held.no)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
