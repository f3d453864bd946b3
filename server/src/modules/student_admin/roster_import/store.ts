import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { UploadedImport } from '../../../platform/db/staged-import.ts'
import type { RosterField, RosterKind } from './read/columns.ts'

export type RosterImport = UploadedImport<RosterField> & {
  kind: RosterKind
  /** The sealed initial passwords. */
  sheet: Buffer | null
  sheetTakenAt: Date | null
}

export async function deletePasswordSheet(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('rosterImport').set({ sheet: null }).where('id', '=', id).execute()
}

/** Removes the sample rows of this file from all imports that still wait for column names. */
export async function forgetSamplesOfFile(tx: Tx, { fileId }: RosterImport): Promise<void> {
  await sql`
    with held as (
      select id from roster_import where state = 'MAPPING' and file_id = ${fileId} order by id for no key update)
    update roster_import as list set columns = (
      select coalesce(jsonb_agg(jsonb_build_object('title', one ->> 'title', 'samples', '[]'::jsonb) order by place), '[]')
      from jsonb_array_elements(columns) with ordinality as every (one, place))
    from held where list.id = held.id`.execute(tx)
}

/** Reads the sealed password sheet and locks the row of its import. */
export function lockPasswordSheet(tx: Tx, id: string) {
  return tx
    .selectFrom('rosterImport')
    .select(['state', 'sheet', 'sheetKey'])
    .select(sql<boolean>`sheet_taken_at > app_now() - interval '10 minutes'`.as('sheetFresh'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Lists the encrypted sheets that are still stored. */
export async function listPasswordSheets(db: Db): Promise<{ id: string; sheet: Buffer }[]> {
  const rows = await db
    .selectFrom('rosterImport')
    .select(['id', 'sheet'])
    .where('sheet', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, sheet }) => (sheet ? [{ id, sheet }] : []))
}

export async function appendToPasswordSheet(tx: Tx, id: string, add: (sealed: Buffer | null) => Buffer): Promise<void> {
  const { sheet } = await tx.selectFrom('rosterImport').select('sheet').where('id', '=', id).executeTakeFirstOrThrow()
  const more = add(sheet)
  await tx.updateTable('rosterImport').set({ sheet: more }).where('id', '=', id).execute()
}

/** For ten minutes the same key can download the sheet again. */
export async function setPasswordSheetTaken(tx: Tx, id: string, sheetKey: string): Promise<void> {
  await tx
    .updateTable('rosterImport')
    .set({ sheetKey, sheetTakenAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute()
}

export async function findAccountsByNumbers(
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

/** Finds hours records that were not reversed, in tenths of an hour. */
export async function findHoursRecords(db: Db, studentIds: string[]) {
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

/** Deletes password sheets ten minutes after their download, or after seven days. */
export async function forgetPasswordSheets(tx: Tx): Promise<void> {
  await sql`
    with held as (
      select id from roster_import where sheet is not null
        and (sheet_taken_at < (select app_now()) - interval '10 minutes'
          or created_at < (select app_now()) - interval '7 days')
      for no key update skip locked)
    update roster_import set sheet = null from held where roster_import.id = held.id`.execute(tx)
}

/** @returns how many rows were deleted */
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
