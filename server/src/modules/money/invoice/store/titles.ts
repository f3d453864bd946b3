import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import type { InvoiceRequest } from './invoices.ts'

export function listInvoiceTitles(db: Db, studentId: string) {
  return db
    .selectFrom('invoiceTitle')
    .select(['id', 'studentId', 'titleType', 'title', 'taxNo'])
    .where('studentId', '=', studentId)
    .orderBy('usedAt', 'desc')
    .orderBy('id')
    .execute()
}

export function findInvoiceTitle(db: Db, id: string) {
  return db.selectFrom('invoiceTitle').select(['id', 'studentId']).where('id', '=', id).executeTakeFirst()
}

/** Serializes counting and inserting the titles of a student. */
export async function lockInvoiceTitles(tx: Tx, studentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`invoice titles ${studentId}`}))`.execute(tx)
}

/** An existing title only gets a new time of use. */
export async function upsertInvoiceTitle(
  tx: Tx,
  studentId: string,
  { titleType, title, taxNo }: Pick<InvoiceRequest, 'titleType' | 'title' | 'taxNo'>,
): Promise<void> {
  await sql`
    insert into invoice_title (student_id, title_type, title, tax_no)
    values (${studentId}, ${titleType}, ${title}, ${taxNo})
    on conflict (student_id, title_type, title, coalesce(tax_no, '')) do update set used_at = app_now()`.execute(tx)
}

export async function deleteInvoiceTitle(db: Db, id: string): Promise<void> {
  await db.deleteFrom('invoiceTitle').where('id', '=', id).execute()
}

/** @returns number of titles */
export async function forgetInvoiceTitles(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('invoiceTitle').where('studentId', 'in', studentIds).executeTakeFirst()
  return Number(numDeletedRows)
}
