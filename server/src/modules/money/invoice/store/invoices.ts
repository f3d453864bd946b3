import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { insertOnce } from '../../../../platform/db/insert-once.ts'
import { countQueryRows, type PageRequest, selectPage } from '../../../../platform/db/page.ts'

export type OrderInvoiceState = 'PENDING' | 'ISSUING' | 'ISSUED' | 'FAILED' | 'REVERSED'
/** Result of a cancelled application in the tax system. */
export type TaxOutcome = 'RED' | 'VOIDED' | 'NEVER_ISSUED'
export type TaxState = 'OPEN' | TaxOutcome
/** How the file of an issued invoice was checked. */
export type InvoiceCheckKind = 'READ' | 'ACCEPTED' | 'TYPED'
export type InvoiceTitleType = 'PERSONAL' | 'COMPANY' | 'INSTITUTION'

export interface InvoiceRequest {
  titleType: InvoiceTitleType
  title: string
  taxNo: string | null
  email: string
  remark: string
}

export const selectInvoice = (db: Db) =>
  db
    .selectFrom('invoice')
    .innerJoin('orders', 'orders.orderNo', 'invoice.orderNo')
    .leftJoin('student', 'student.id', 'orders.studentId')
    .leftJoin('organisation', 'organisation.id', 'orders.organisationId')
    .leftJoin('invoiceChange', (join) =>
      join.onRef('invoiceChange.invoiceId', '=', 'invoice.id').on('invoiceChange.withdrawnAt', 'is', null),
    )
    .leftJoin('file', 'file.id', 'invoice.fileId')
    .leftJoin('staff', 'staff.id', 'invoice.issuedBy')
    .select([
      'invoice.id',
      'invoice.applyNo',
      'invoice.orderNo',
      'invoice.amountFen',
      'invoice.state',
      'invoice.titleType',
      'invoice.title',
      'invoice.taxNo',
      'invoice.email',
      'invoice.remark',
      'invoice.replacesId',
      'invoice.invoiceNo',
      'invoice.invoiceCode',
      sql<string | null>`invoice.dated_on::text`.as('datedOn'),
      sql<InvoiceCheckKind | null>`invoice.check_way`.as('checkWay'),
      'invoice.checkNote',
      'invoice.fileId',
      'invoice.exportedAt',
      'invoice.issuedAt',
      'invoice.failReason',
      'invoice.withdrawnAt',
      'invoice.redNo',
      sql<TaxState | null>`invoice.tax_state`.as('taxState'),
      'invoice.reversedAt',
      'invoice.reverseReason',
      'invoice.createdAt',
      'orders.studentId',
      'orders.organisationId',
      'orders.status as orderStatus',
      sql<string | null>`shanghai_date(orders.paid_at)::text`.as('paidOn'),
      sql<string>`shanghai_date(app_now())::text`.as('today'),
      sql<string>`coalesce(student.name, organisation.name)`.as('ownerName'),
      // Uses the net amount, because a line may be refunded.
      sql<number>`order_kept_fen(orders.order_no)::float8`.as('keptFen'),
      sql<boolean>`exists (select from refund_request
        where refund_request.order_no = orders.order_no and refund_request.state = 'OPEN')`.as('refundOpen'),
      'file.name as fileName',
      'staff.name as issuedBy',
      'invoiceChange.titleType as changeType',
      'invoiceChange.title as changeTitle',
      'invoiceChange.taxNo as changeTaxNo',
      'invoiceChange.email as changeEmail',
      'invoiceChange.remark as changeRemark',
      'invoiceChange.reason as changeReason',
      'invoiceChange.askedAt as changeAskedAt',
      sql<string>`(select string_agg(distinct title, '、' order by title) || case when count(*) > 1
          then '（' || count(*) || ' 人）' else '' end
        from order_line where order_line.order_no = invoice.order_no)`.as('orderTitle'),
    ])

export type InvoiceRow = NonNullable<Awaited<ReturnType<typeof findInvoice>>>

/** Amounts in fen: `amountFen` as applied for, `keptFen` the net amount today. */
export function findInvoice(db: Db, id: string) {
  return selectInvoice(db).where('invoice.id', '=', id).executeTakeFirst()
}

/**
 * Lock the order first (lockOrderForShare). The invoice is read after the lock, so concurrent changes are visible.
 */
export async function lockInvoice(tx: Tx, id: string): Promise<InvoiceRow> {
  await tx.selectFrom('invoice').select('id').where('id', '=', id).forUpdate().execute()
  return selectInvoice(tx).where('invoice.id', '=', id).executeTakeFirstOrThrow()
}

export function findNewestInvoice(db: Db, orderNo: string) {
  return selectInvoice(db)
    .where('invoice.orderNo', '=', orderNo)
    .orderBy('invoice.createdAt', 'desc')
    .orderBy('invoice.applyNo', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function listNewestInvoiceStates(db: Db, orderNos: string[]) {
  return db
    .selectFrom('invoice')
    .distinctOn('orderNo')
    .select(['orderNo', 'id', sql<OrderInvoiceState>`state`.as('state')])
    .where('orderNo', '=', sql<string>`any(${orderNos}::text[])`)
    .orderBy('orderNo')
    .orderBy('createdAt', 'desc')
    .orderBy('applyNo', 'desc')
    .execute()
}

/** Finds the open application or issued invoice of the order; there is at most one. */
export function findActiveInvoice(db: Db, orderNo: string) {
  return selectInvoice(db)
    .where('invoice.orderNo', '=', orderNo)
    .where('invoice.state', 'in', ['PENDING', 'ISSUING', 'ISSUED'])
    .executeTakeFirst()
}

/** Counts applications of the last 24 hours in any state. */
export function countRecentInvoiceApplications(db: Db, orderNo: string): Promise<number> {
  return countQueryRows(
    db
      .selectFrom('invoice')
      .where('orderNo', '=', orderNo)
      .where('createdAt', '>', sql<Date>`app_now() - interval '1 day'`),
  )
}

/** Finds the last reversed invoice of the order, which the next application replaces. */
export async function findReversedInvoiceId(db: Db, orderNo: string): Promise<string | null> {
  const row = await db
    .selectFrom('invoice')
    .select('id')
    .where('orderNo', '=', orderNo)
    .where('state', '=', 'REVERSED')
    .orderBy('reversedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Blocks refunds until the transaction ends. Orders are locked before invoices everywhere. */
export function lockOrderForShare(tx: Tx, orderNo: string) {
  return tx
    .selectFrom('orders')
    .select(['orderNo', 'studentId', 'organisationId', 'status', 'amountFen', 'paidAt'])
    .where('orderNo', '=', orderNo)
    .forShare()
    .executeTakeFirst()
}

/** The amount is 0 while unpaid, and stable after lockOrderForShare. */
export async function netAmountOfOrder(tx: Tx, orderNo: string): Promise<number> {
  const { rows } = await sql<{ fen: number }>`
    select order_kept_fen(${orderNo})::float8 as fen`.execute(tx)
  return rows[0]?.fen ?? 0
}

/** Returns undefined when the order has an open invoice application. */
export async function insertInvoice(
  tx: Tx,
  row: InvoiceRequest & { orderNo: string; amountFen: number; replacesId: string | null },
): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('invoice')
    .values({
      ...row,
      applyNo: sql<string>`'FP' || to_char(shanghai_date(app_now()), 'YYYYMMDD')
        || lpad((nextval('invoice_number') % 1000000)::text, 6, '0')`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export async function setInvoiceWithdrawn(tx: Tx, id: string): Promise<void> {
  await sql`
    update invoice set state = 'FAILED', failed_at = clock.now, withdrawn_at = clock.now, fail_reason = '申请人已撤回'
    from (select app_now() as now) clock where id = ${id}`.execute(tx)
}

export function insertInvoiceChange(
  tx: Tx,
  row: InvoiceRequest & { invoiceId: string; reason: string },
): Promise<boolean> {
  return insertOnce(tx, 'invoiceChange', row)
}

export async function setInvoiceChangeWithdrawn(tx: Tx, invoiceId: string): Promise<void> {
  await tx
    .updateTable('invoiceChange')
    .set({ withdrawnAt: sql<Date>`app_now()` })
    .where('invoiceId', '=', invoiceId)
    .where('withdrawnAt', 'is', null)
    .execute()
}

/** Counts changes of the last 24 hours in any state. */
export function countRecentInvoiceChanges(db: Db, invoiceId: string): Promise<number> {
  return countQueryRows(
    db
      .selectFrom('invoiceChange')
      .where('invoiceId', '=', invoiceId)
      .where('askedAt', '>', sql<Date>`(select app_now()) - interval '1 day'`),
  )
}

export type InvoiceOwner = { studentId: string } | { organisationId: string }

export async function listInvoicesOfOwner(
  db: Db,
  owner: InvoiceOwner,
  { state, ...paging }: PageRequest & { state?: OrderInvoiceState | undefined },
) {
  const [column, id] =
    'studentId' in owner
      ? (['studentId', owner.studentId] as const)
      : (['organisationId', owner.organisationId] as const)
  const theirs = db.selectFrom('orders').select('orderNo').where(column, '=', id)
  let found = selectFromInvoice(db).where('invoice.orderNo', 'in', theirs)
  if (state) found = found.where('invoice.state', '=', state)
  return toInvoicePage(db, found, { ...paging, newest: true })
}

/** Starts the queries that filter invoices. They read only the table `invoice`, so that counting needs no joins. */
export const selectFromInvoice = (db: Db) => db.selectFrom('invoice')

export async function toInvoicePage(
  db: Db,
  found: ReturnType<typeof selectFromInvoice>,
  { newest, ...paging }: PageRequest & { newest: boolean },
) {
  const way = newest ? sql`desc` : sql`asc`
  const order = sql`invoice.created_at ${way}, invoice.apply_no ${way}`
  // Select one page of ids first, so that the joins run only for that page.
  const { list: ofPage, ...page } = await selectPage(found.select('invoice.id').orderBy(order), paging)
  const ids = ofPage.map(({ id }) => id)
  const list = await selectInvoice(db)
    .where('invoice.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy(order)
    .execute()
  return { list, ...page }
}
