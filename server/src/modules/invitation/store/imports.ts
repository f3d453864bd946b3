import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import {
  forgetCells,
  insertRows,
  type ReportRow,
  setAllWritten,
} from '../../../platform/db/import-rows.ts'
import { type FoundTable, tablesOf } from '../../../platform/db/staged-import.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'
import type { Mapping, TableColumn } from '../read/columns.ts'

export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** A list that an employer sent, with its columns and what they were taken for; its rows are read apart. */
export async function findImport(db: Db, id: string) {
  const row = await db
    .selectFrom('organisationImport')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, ...written(row) }
}

/** The columns hold what insertReport wrote; the state is checked by the table. */
function written(row: { state: string; foundTable: unknown; mapping: unknown; columns: unknown }) {
  return {
    foundTable: tablesOf(row).foundTable,
    state: row.state as 'MAPPING' | 'CHECKED' | 'DONE',
    mapping: row.mapping as Mapping,
    columns: row.columns as TableColumn[],
  }
}

interface Report {
  id: string
  organisationId: string
  planId: string
  fileName: string
  digest: string
  columns: TableColumn[]
  mapping: Mapping
  found: FoundTable
  /** null: somebody must say which column is what */
  rows: ReportRow[] | null
}

/** What the dry run found, all of it, in the place of what this employer's earlier ones of the year found and nobody wrote. False: the id is taken. */
export async function insertReport(tx: Tx, report: Report): Promise<boolean> {
  const { rows, columns, mapping, found, ...fields } = report
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('organisationImport')
    .values({
      ...fields,
      columns: storableJson(columns),
      mapping: JSON.stringify(mapping),
      foundTable: storableJson(found),
      total: rows?.length ?? 0,
      state: rows ? 'CHECKED' : 'MAPPING',
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  const { organisationId, planId } = report
  await sql`
    with held as (
      select id from organisation_import
      where organisation_id = ${organisationId} and plan_id = ${planId} and state <> 'DONE' and id <> ${report.id}
      order by id for update)
    delete from organisation_import using held where organisation_import.id = held.id`.execute(tx)
  await insertRows(tx, 'organisationImport', report.id, rows ?? [])
  return true
}

/** The import under its row lock, as it is now. */
export async function lockImport(tx: Tx, id: string): Promise<ImportRecord | undefined> {
  await tx.selectFrom('organisationImport').select('id').where('id', '=', id).forUpdate().execute()
  return findImport(tx, id)
}

/** Its people are named: it is done and cannot be written again. */
export async function setWritten(tx: Tx, id: string, written: number): Promise<void> {
  await tx
    .updateTable('organisationImport')
    .set({ state: 'DONE', written, touchedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute()
  await setAllWritten(tx, 'organisationImport', id)
  await forgetCells(tx, 'organisationImport', id)
}
