import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { containing, hasPart } from '../../../platform/db/like.ts'
import type { Paging } from '../../../platform/db/page.ts'
import { type InvoiceState, invoices, paged, selectInvoice, type TaxOutcome } from './invoices.ts'

export interface DeskFilter extends Paging {
  state?: InvoiceState | undefined
  toReverse: boolean
  /** given up, and nobody has said what became of it in the tax system */
  taxOpen: boolean
  keyword?: string | undefined
  /** days in Shanghai, both included */
  from?: string | undefined
  to?: string | undefined
}

/** A page of the queue: what is still to be done the oldest first, all else the newest. */
export function listQueue(db: Db, filter: DeskFilter) {
  const { state, toReverse, taxOpen, keyword, from, to } = filter
  let found = invoices(db)
  if (state) found = found.where('invoice.state', '=', state)
  if (toReverse)
    found = found.where('invoice.id', 'in', db.selectFrom('invoiceToReverse').select('id'))
  if (taxOpen) found = found.where('invoice.taxState', '=', 'OPEN')
  if (keyword) found = found.where(sql<boolean>`invoice.id in (${idsLike(keyword)})`)
  if (from) found = found.where(sql<boolean>`shanghai_date(invoice.created_at) >= ${from}::date`)
  if (to) found = found.where(sql<boolean>`shanghai_date(invoice.created_at) <= ${to}::date`)
  const open = toReverse || taxOpen || state === 'PENDING' || state === 'ISSUING'
  return paged(db, found, { ...filter, newest: !open })
}

/** By a part of a number, of the title, or of whose order it is, in capitals or not. */
function idsLike(keyword: string) {
  const number = containing(keyword.toUpperCase())
  return sql`
    select id from invoice where ${hasPart(sql`title`, keyword)} or tax_no like ${number} or apply_no like ${number}
      or order_no like ${number} or invoice_no like ${number}
    union select theirs.id from student join orders on orders.student_id = student.id
      join invoice theirs on theirs.order_no = orders.order_no where ${hasPart(sql`student.name`, keyword)}
    union select theirs.id from organisation join orders on orders.organisation_id = organisation.id
      join invoice theirs on theirs.order_no = orders.order_no where ${hasPart(sql`organisation.name`, keyword)}`
}

/** In the order they were asked for. */
export function listByIds(db: Db, ids: string[]) {
  return selectInvoice(db).where('invoice.id', 'in', ids).orderBy('invoice.applyNo').execute()
}

/** Those of these that waited are being issued now. @returns how many */
export async function setExported(tx: Tx, ids: string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as (
      select id from invoice where id = any(${ids}::uuid[]) and state = 'PENDING' order by id for no key update)
    update invoice set state = 'ISSUING', exported_at = app_now() from held where invoice.id = held.id`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** Numbers are given one after the other until the transaction ends, so that none is given twice. */
export async function lockNumbers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('invoice numbers'))`.execute(tx)
}

/** Given before its file is there: until then it is being issued. */
export async function setNumber(tx: Tx, id: string, invoiceNo: string): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ invoiceNo, state: 'ISSUING' })
    .where('id', '=', id)
    .execute()
}

/** What is known of an invoice when it is issued: what its file says, and how that was checked. */
interface Issued {
  /** what the owner downloads */
  fileId: string
  fileSha256: Buffer
  issuedBy: string
  invoiceNo: string | null
  invoiceCode: string | null
  datedOn: string | null
  checkWay: string
  checkNote: string | null
}

export async function setIssued(tx: Tx, id: string, by: Issued): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ ...by, state: 'ISSUED', issuedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Of one that is not issued yet: the owner is shown the reason, and may apply anew. `taxOpen`: it may be an invoice in the tax system, where
 * staff have to look.
 */
export async function setFailed(
  tx: Tx,
  id: string,
  { failReason, taxOpen }: { failReason: string; taxOpen: boolean },
): Promise<void> {
  const taxState = taxOpen ? 'OPEN' : null
  await tx
    .updateTable('invoice')
    .set({ state: 'FAILED', failedAt: sql`app_now()`, failReason, taxState })
    .where('id', '=', id)
    .execute()
}

/** What became of one that was given up: it is looked for no more. */
export async function setTaxState(
  tx: Tx,
  id: string,
  by: { taxState: TaxOutcome; redNo: string | null },
): Promise<void> {
  await tx.updateTable('invoice').set(by).where('id', '=', id).execute()
}

/** By a red-letter invoice of this number: the order may have another (decision 018). */
export async function setReversed(
  tx: Tx,
  id: string,
  by: { redNo: string; reverseReason: string; redFileId: string | null },
): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ ...by, state: 'REVERSED', reversedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}
