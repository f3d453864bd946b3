import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { toStorableJson } from '../../../../platform/db/storable-json.ts'
import { selectInvoice } from './invoices.ts'

export async function findInvoiceReading(db: Db, fileId: string): Promise<unknown> {
  const row = await db.selectFrom('invoiceReading').select('reading').where('fileId', '=', fileId).executeTakeFirst()
  return row?.reading
}

/** A reading that is already stored is kept. */
export async function insertInvoiceReading(db: Db, fileId: string, reading: object): Promise<void> {
  await db
    .insertInto('invoiceReading')
    .values({ fileId, reading: toStorableJson(reading) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function listUnusedInvoiceFiles(db: Db, staffId: string, limit: number) {
  return db
    .selectFrom('file')
    .select(['id as fileId', 'name as fileName', 'createdAt as at'])
    .where('staffId', '=', staffId)
    .where('purpose', '=', 'INVOICE')
    .where('deletedAt', 'is', null)
    .where('deleteDueAt', '>', sql<Date>`(select app_now())`)
    .where(sql<boolean>`not exists (select from invoice where file_id = file.id or red_file_id = file.id)`)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function findInvoiceByFile(db: Db, fileId: string) {
  return selectInvoice(db)
    .where((any) => any.or([any('invoice.fileId', '=', fileId), any('invoice.redFileId', '=', fileId)]))
    .executeTakeFirst()
}

export function findInvoiceByHash(db: Db, sha256: Buffer) {
  return db.selectFrom('invoice').select(['id', 'applyNo', 'title']).where('fileSha256', '=', sha256).executeTakeFirst()
}

interface Numbered {
  number: string | null
  code: string | null
}

const sameNumber = ({ number, code }: Numbered) =>
  sql<boolean>`invoice.invoice_no = ${number} and (invoice.invoice_code is null or ${code}::text is null or invoice.invoice_code = ${code})
    and invoice.tax_state is distinct from 'NEVER_ISSUED'`

/** Finds applications by their own number, the order number, or the invoice number entered by staff. */
export function findReferencedApplications(db: Db, references: string[], numbered: Numbered) {
  return selectInvoice(db)
    .where(
      sql<boolean>`invoice.id in (
        select id from invoice where apply_no = any(${references}::text[])
        union select id from invoice where order_no = any(${references}::text[]) and state in ('PENDING', 'ISSUING')
        union select id from invoice where ${sameNumber(numbered)} and state in ('PENDING', 'ISSUING'))`,
    )
    .orderBy('invoice.createdAt')
    .limit(50)
    .execute()
}

export function findMatchingApplications(db: Db, { title, taxNo }: { title: string; taxNo: string | null }) {
  return selectInvoice(db)
    .where(
      sql<boolean>`invoice.id in (
        select id from invoice where invoice_title_key(title) = invoice_title_key(${title}) and state in ('PENDING', 'ISSUING')
        union select id from invoice where tax_no = ${taxNo} and state in ('PENDING', 'ISSUING'))`,
    )
    .orderBy('invoice.createdAt')
    .orderBy('invoice.applyNo')
    .limit(200)
    .execute()
}

export function findIssuedInvoiceByNumber(db: Db, number: string) {
  return selectInvoice(db)
    .where('invoice.invoiceNo', '=', number)
    .where('invoice.state', '=', 'ISSUED')
    .executeTakeFirst()
}

export function listInvoicesAwaitingReversal(db: Db, amountFen: number) {
  return selectInvoice(db)
    .where('invoice.id', 'in', db.selectFrom('invoiceToReverse').select('id'))
    .where('invoice.amountFen', '=', amountFen)
    .limit(200)
    .execute()
}

/** Searches the numbers of ordinary and red invoices, except those of the invoice `own`. */
export function findInvoiceWithNumber(db: Db, numbered: Numbered, own?: string) {
  return db
    .selectFrom('invoice')
    .select(['id', 'applyNo', 'title'])
    .where(
      sql<boolean>`(${sameNumber(numbered)} and id is distinct from ${own ?? null}::uuid) or red_no = ${numbered.number}`,
    )
    .executeTakeFirst()
}
