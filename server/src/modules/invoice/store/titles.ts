import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Asked } from './invoices.ts'

/** The last used first. */
export function listTitles(db: Db, studentId: string) {
  return db
    .selectFrom('invoiceTitle')
    .select(['id', 'studentId', 'titleType', 'title', 'taxNo'])
    .where('studentId', '=', studentId)
    .orderBy('usedAt', 'desc')
    .orderBy('id')
    .execute()
}

/** Only whose it is. */
export function findTitle(db: Db, id: string) {
  return db
    .selectFrom('invoiceTitle')
    .select(['id', 'studentId'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A student's titles are counted and saved one after the other until the transaction ends. */
export async function lockTitles(tx: Tx, studentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`invoice titles ${studentId}`}))`.execute(tx)
}

/** A title that is there already was used now. */
export async function upsertTitle(
  tx: Tx,
  studentId: string,
  { titleType, title, taxNo }: Pick<Asked, 'titleType' | 'title' | 'taxNo'>,
): Promise<void> {
  await sql`
    insert into invoice_title (student_id, title_type, title, tax_no)
    values (${studentId}, ${titleType}, ${title}, ${taxNo})
    on conflict (student_id, title_type, title, coalesce(tax_no, '')) do update set used_at = app_now()`.execute(
    tx,
  )
}

/** What was applied for with it stays as it is. */
export async function deleteTitle(db: Db, id: string): Promise<void> {
  await db.deleteFrom('invoiceTitle').where('id', '=', id).execute()
}

/** All that these students keep. @returns how many */
export async function forgetTitles(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('invoiceTitle')
    .where('studentId', 'in', studentIds)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
