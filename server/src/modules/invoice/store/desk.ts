import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import { type InvoiceState, paged, selectInvoice } from './invoices.ts'

export interface DeskFilter {
  state?: InvoiceState | undefined
  toReverse: boolean
  keyword?: string | undefined
  /** days in Shanghai, both included */
  from?: string | undefined
  to?: string | undefined
  page: number
  pageSize: number
}

/** A page of the queue: what is still to be done the oldest first, all else the newest. */
export function listQueue(db: Db, filter: DeskFilter) {
  const { state, toReverse, keyword, from, to, page, pageSize } = filter
  let query = selectInvoice(db)
  if (state) query = query.where('invoice.state', '=', state)
  if (toReverse)
    query = query.where('invoice.id', 'in', db.selectFrom('invoiceToReverse').select('id'))
  if (keyword) {
    const pattern = containing(keyword)
    query = query.where((where) =>
      where.or(
        (
          [
            'invoice.title',
            'invoice.taxNo',
            'invoice.applyNo',
            'invoice.orderNo',
            'invoice.invoiceNo',
            'student.name',
            'organisation.name',
          ] as const
        ).map((column) => where(column, 'ilike', pattern)),
      ),
    )
  }
  if (from) query = query.where(sql<boolean>`shanghai_date(invoice.created_at) >= ${from}::date`)
  if (to) query = query.where(sql<boolean>`shanghai_date(invoice.created_at) <= ${to}::date`)
  const open = toReverse || state === 'PENDING' || state === 'ISSUING'
  return paged(query, { page, pageSize, newest: !open })
}

/** In the order they were asked for. */
export function listByIds(db: Db, ids: string[]) {
  return selectInvoice(db).where('invoice.id', 'in', ids).orderBy('invoice.applyNo').execute()
}

/** Those of these that waited are being issued now. @returns how many */
export async function setExported(tx: Tx, ids: string[]): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('invoice')
    .set({ state: 'ISSUING', exportedAt: sql`app_now()` })
    .where('id', 'in', ids)
    .where('state', '=', 'PENDING')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What a file's name may mean: by application, else by the invoices' own numbers. */
export function findByNumbers(db: Db, numbers: { applyNos: string[]; invoiceNos: string[] }) {
  const { applyNos, invoiceNos } = numbers
  return db
    .selectFrom('invoice')
    .select(['id', 'applyNo', 'orderNo'])
    .where(
      sql<boolean>`apply_no = any(${applyNos}::text[]) or ${applyNos.length} = 0 and invoice_no = any(${invoiceNos}::text[])`,
    )
    .execute()
}

/** Whether a number stands on another invoice already. */
export async function isNumberTaken(db: Db, id: string, invoiceNo: string): Promise<boolean> {
  const row = await db
    .selectFrom('invoice')
    .select('id')
    .where('invoiceNo', '=', invoiceNo)
    .where('id', '<>', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function isRedNoTaken(db: Db, id: string, redNo: string): Promise<boolean> {
  const row = await db
    .selectFrom('invoice')
    .select('id')
    .where('redNo', '=', redNo)
    .where('id', '<>', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Numbers are given one after the other until the transaction ends, so that none is given twice. */
export async function lockNumbers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('invoice numbers'))`.execute(tx)
}

export async function setNumber(tx: Tx, id: string, invoiceNo: string): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ invoiceNo, state: 'ISSUING' })
    .where('id', '=', id)
    .execute()
}

export async function setIssued(
  tx: Tx,
  id: string,
  by: { fileId: string; issuedBy: string; invoiceNo: string | null },
): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ ...by, state: 'ISSUED', issuedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

export async function setFailed(tx: Tx, id: string, failReason: string): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ state: 'FAILED', failedAt: sql`app_now()`, failReason })
    .where('id', '=', id)
    .execute()
}

export async function setReversed(
  tx: Tx,
  id: string,
  by: { redNo: string; reverseReason: string },
): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ ...by, state: 'REVERSED', reversedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** Applications of another sum than is kept of their order, or of none. */
export async function listOfRefunded(
  db: Db,
  limit: number,
): Promise<{ id: string; orderNo: string }[]> {
  return db
    .selectFrom('invoice')
    .innerJoin('orders', 'orders.orderNo', 'invoice.orderNo')
    .select(['invoice.id', 'invoice.orderNo'])
    .where('invoice.state', 'in', ['PENDING', 'ISSUING'])
    .where(sql<boolean>`order_kept_fen(orders.order_no) <> invoice.amount_fen`)
    .limit(limit)
    .execute()
}
