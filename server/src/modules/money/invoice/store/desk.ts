import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { likeContaining, nameContainsSql } from '../../../../platform/db/like.ts'
import type { PageRequest } from '../../../../platform/db/page.ts'
import { type OrderInvoiceState, selectFromInvoice, selectInvoice, type TaxOutcome, toInvoicePage } from './invoices.ts'

export interface InvoiceQueueFilter extends PageRequest {
  state?: OrderInvoiceState | undefined
  toReverse: boolean
  /** True to list only cancelled applications whose result in the tax system is not entered yet. */
  taxOpen: boolean
  keyword?: string | undefined
  /** Days are inclusive and in Asia/Shanghai. */
  from?: string | undefined
  to?: string | undefined
}

export function listInvoiceQueue(db: Db, filter: InvoiceQueueFilter) {
  const { state, toReverse, taxOpen, keyword, from, to } = filter
  let found = selectFromInvoice(db)
  if (state) found = found.where('invoice.state', '=', state)
  if (toReverse) found = found.where('invoice.id', 'in', db.selectFrom('invoiceToReverse').select('id'))
  if (taxOpen) found = found.where('invoice.taxState', '=', 'OPEN')
  if (keyword) found = found.where(sql<boolean>`invoice.id in (${idsLike(keyword)})`)
  if (from) found = found.where(sql<boolean>`shanghai_date(invoice.created_at) >= ${from}::date`)
  if (to) found = found.where(sql<boolean>`shanghai_date(invoice.created_at) <= ${to}::date`)
  const open = toReverse || taxOpen || state === 'PENDING' || state === 'ISSUING'
  return toInvoicePage(db, found, { ...filter, newest: !open })
}

/** Matches part of number, title or owner, ignoring case. */
function idsLike(keyword: string) {
  const number = likeContaining(keyword.toUpperCase())
  return sql`
    select id from invoice where ${nameContainsSql(sql`title`, keyword)} or tax_no like ${number} or apply_no like ${number}
      or order_no like ${number} or invoice_no like ${number}
    union select theirs.id from student join orders on orders.student_id = student.id
      join invoice theirs on theirs.order_no = orders.order_no where ${nameContainsSql(sql`student.name`, keyword)}
    union select theirs.id from organisation join orders on orders.organisation_id = organisation.id
      join invoice theirs on theirs.order_no = orders.order_no where ${nameContainsSql(sql`organisation.name`, keyword)}`
}

export function listInvoicesByIds(db: Db, ids: string[]) {
  return selectInvoice(db).where('invoice.id', 'in', ids).orderBy('invoice.applyNo').execute()
}

/** Waiting applications become ISSUING. @returns number of changed applications */
export async function setInvoicesExported(tx: Tx, ids: string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as (
      select id from invoice where id = any(${ids}::uuid[]) and state = 'PENDING' order by id for no key update)
    update invoice set state = 'ISSUING', exported_at = app_now() from held where invoice.id = held.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Serializes the assignment of numbers, so that none is used twice. */
export async function lockInvoiceNumbers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('invoice numbers'))`.execute(tx)
}

export async function setInvoiceNumber(tx: Tx, id: string, invoiceNo: string): Promise<void> {
  await tx.updateTable('invoice').set({ invoiceNo, state: 'ISSUING' }).where('id', '=', id).execute()
}

interface Issued {
  fileId: string
  fileSha256: Buffer
  issuedBy: string
  invoiceNo: string | null
  invoiceCode: string | null
  datedOn: string | null
  checkWay: string
  checkNote: string | null
}

export async function setInvoiceIssued(tx: Tx, id: string, by: Issued): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ ...by, state: 'ISSUED', issuedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** `taxOpen` means that staff must check whether the tax system has an invoice. */
export async function setApplicationFailed(
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

export async function setTaxState(
  tx: Tx,
  id: string,
  by: { taxState: TaxOutcome; redNo: string | null },
): Promise<void> {
  await tx.updateTable('invoice').set(by).where('id', '=', id).execute()
}

/** Reversing the invoice frees the order for another application (decision 018). */
export async function setInvoiceReversed(
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
