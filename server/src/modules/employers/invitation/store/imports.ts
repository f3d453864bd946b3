import { sql } from 'kysely'
import type { Tx } from '../../../../platform/db/database.ts'
import { insertReportRows, type ReportRow } from '../../../../platform/db/import-rows.ts'
import type { ImportTableFacts, StagedImport } from '../../../../platform/db/staged-import.ts'
import { toStorableJson } from '../../../../platform/db/storable-json.ts'
import type { InvitationListField } from '../read/member-row.ts'

/** A list of people that an employer sent. */
export type EmployerListImport = StagedImport<InvitationListField> & {
  organisationId: string
  planId: string
  /** Digest of the list that was sent; the same id with other content is refused. */
  digest: string
}

/**
 * Stores the report of a checked list and deletes earlier reports of this employer and year that were never written.
 * Returns false if the id is taken.
 * @param rows null while the employer must still say what the columns mean
 */
export async function insertEmployerListReport(
  tx: Tx,
  head: Pick<EmployerListImport, 'id' | 'organisationId' | 'planId' | 'fileName' | 'digest'>,
  { columns, mapping, table }: Omit<ImportTableFacts, 'total'>,
  rows: ReportRow[] | null,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('organisationImport')
    .values({
      ...head,
      columns: toStorableJson(columns),
      mapping: JSON.stringify(mapping),
      foundTable: toStorableJson(table),
      total: rows?.length ?? 0,
      state: rows ? 'CHECKED' : 'MAPPING',
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  const { id, organisationId, planId } = head
  await sql`
    with held as (
      select id from organisation_import
      where organisation_id = ${organisationId} and plan_id = ${planId} and state <> 'DONE' and id <> ${id}
      order by id for update)
    delete from organisation_import using held where organisation_import.id = held.id`.execute(tx)
  await insertReportRows(tx, 'organisationImport', id, rows ?? [])
  return true
}
