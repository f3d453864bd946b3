import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'

export type InvoiceState = 'PENDING' | 'ISSUING' | 'ISSUED' | 'FAILED' | 'REVERSED'
/** what became, in the tax system, of an application that was given up after staff had begun */
export type TaxOutcome = 'RED' | 'VOIDED' | 'NEVER_ISSUED'
export type TaxState = 'OPEN' | TaxOutcome
/** how an issued invoice's file was compared with what was applied for */
export type CheckWay = 'READ' | 'ACCEPTED' | 'TYPED'
export type TitleType = 'PERSONAL' | 'COMPANY' | 'INSTITUTION'

/** What is to stand on an invoice, and where it goes. */
export interface Asked {
  titleType: TitleType
  title: string
  taxNo: string | null
  email: string
  remark: string
}

/** Invoices with their order, student and wish of change. */
export const selectInvoice = (db: Db) =>
  db
    .selectFrom('invoice')
    .innerJoin('orders', 'orders.orderNo', 'invoice.orderNo')
    .leftJoin('student', 'student.id', 'orders.studentId')
    .leftJoin('organisation', 'organisation.id', 'orders.organisationId')
    .leftJoin('invoiceChange', (join) =>
      join
        .onRef('invoiceChange.invoiceId', '=', 'invoice.id')
        .on('invoiceChange.withdrawnAt', 'is', null),
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
      sql<CheckWay | null>`invoice.check_way`.as('checkWay'),
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
      // what is kept of the order: a line of it may have been refunded since
      sql<number>`order_kept_fen(orders.order_no)::float8`.as('keptFen'),
      sql<boolean>`exists (select from refund_request
        where refund_request.order_no = orders.order_no and refund_request.state = 'OPEN')`.as(
        'refundOpen',
      ),
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

/** Amounts in fen: `amountFen` as applied for, `keptFen` what is kept of the order today. */
export function findInvoice(db: Db, id: string) {
  return selectInvoice(db).where('invoice.id', '=', id).executeTakeFirst()
}

/**
 * Takes the invoice's row lock; that of its order, shared, is taken before (holdOrder). Read after it is held: what others did meanwhile,
 * also beside the row, is seen.
 */
export async function lockInvoice(tx: Tx, id: string): Promise<InvoiceRow> {
  await tx.selectFrom('invoice').select('id').where('id', '=', id).forUpdate().execute()
  return selectInvoice(tx).where('invoice.id', '=', id).executeTakeFirstOrThrow()
}

/** The order's newest application. */
export function findNewest(db: Db, orderNo: string) {
  return selectInvoice(db)
    .where('invoice.orderNo', '=', orderNo)
    .orderBy('invoice.createdAt', 'desc')
    .orderBy('invoice.applyNo', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest of each of these orders: which, and how far. */
export function newestInvoices(db: Db, orderNos: string[]) {
  return db
    .selectFrom('invoice')
    .distinctOn('orderNo')
    .select(['orderNo', 'id', sql<InvoiceState>`state`.as('state')])
    .where('orderNo', '=', sql<string>`any(${orderNos}::text[])`)
    .orderBy('orderNo')
    .orderBy('createdAt', 'desc')
    .orderBy('applyNo', 'desc')
    .execute()
}

/** The one application or invoice of an order that stands. */
export function findLive(db: Db, orderNo: string) {
  return selectInvoice(db)
    .where('invoice.orderNo', '=', orderNo)
    .where('invoice.state', 'in', ['PENDING', 'ISSUING', 'ISSUED'])
    .executeTakeFirst()
}

/** How many applications of 24 hours an order has, whatever became of them. */
export function countRecent(db: Db, orderNo: string): Promise<number> {
  return countOf(
    db
      .selectFrom('invoice')
      .where('orderNo', '=', orderNo)
      .where('createdAt', '>', sql<Date>`app_now() - interval '1 day'`),
  )
}

/** The last of an order that was reversed: what is asked for next takes its place. */
export async function findReversedId(db: Db, orderNo: string): Promise<string | null> {
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

/**
 * The order as an invoice needs it, its row held against a refund that begins meanwhile; orders come before invoices wherever both are locked.
 */
export function holdOrder(tx: Tx, orderNo: string) {
  return tx
    .selectFrom('orders')
    .select(['orderNo', 'studentId', 'organisationId', 'status', 'amountFen', 'paidAt'])
    .where('orderNo', '=', orderNo)
    .forShare()
    .executeTakeFirst()
}

/** What is kept of an order's money; none while it is not paid. Read after holdOrder it stays so. */
export async function keptFenOf(tx: Tx, orderNo: string): Promise<number> {
  const { rows } = await sql<{ fen: number }>`
    select order_kept_fen(${orderNo})::float8 as fen`.execute(tx)
  return rows[0]?.fen ?? 0
}

/** A new application; undefined when the order has one that stands. */
export async function insertInvoice(
  tx: Tx,
  row: Asked & { orderNo: string; amountFen: number; replacesId: string | null },
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

/** The application is over by the will of whoever asked; it stays as what it was. */
export async function setWithdrawn(tx: Tx, id: string): Promise<void> {
  await sql`
    update invoice set state = 'FAILED', failed_at = clock.now, withdrawn_at = clock.now, fail_reason = '申请人已撤回'
    from (select app_now() as now) clock where id = ${id}`.execute(tx)
}

/** The wish to have it otherwise; false when there is one already. */
export function insertChange(
  tx: Tx,
  row: Asked & { invoiceId: string; reason: string },
): Promise<boolean> {
  return insertOnce(tx, 'invoiceChange', row)
}

/** The wish that stands is taken back. */
export async function withdrawStandingChange(tx: Tx, invoiceId: string): Promise<void> {
  await tx
    .updateTable('invoiceChange')
    .set({ withdrawnAt: sql<Date>`app_now()` })
    .where('invoiceId', '=', invoiceId)
    .where('withdrawnAt', 'is', null)
    .execute()
}

/** How often an invoice was wished otherwise in the last 24 hours, whatever became of it. */
export function countRecentChanges(db: Db, invoiceId: string): Promise<number> {
  return countOf(
    db
      .selectFrom('invoiceChange')
      .where('invoiceId', '=', invoiceId)
      .where('askedAt', '>', sql<Date>`(select app_now()) - interval '1 day'`),
  )
}

/** An invoice's owner: whoever the order belongs to. */
export type Owner = { studentId: string } | { organisationId: string }

/** A page of one's own, newest first. */
export async function listOwn(
  db: Db,
  owner: Owner,
  { state, ...paging }: Paging & { state?: InvoiceState | undefined },
) {
  const [column, id] =
    'studentId' in owner
      ? (['studentId', owner.studentId] as const)
      : (['organisationId', owner.organisationId] as const)
  const theirs = db.selectFrom('orders').select('orderNo').where(column, '=', id)
  let found = invoices(db).where('invoice.orderNo', 'in', theirs)
  if (state) found = found.where('invoice.state', '=', state)
  return paged(db, found, { ...paging, newest: true })
}

/** For filters: what is said of invoices alone is counted without all that an invoice is shown with. */
export const invoices = (db: Db) => db.selectFrom('invoice')

/** A page of those that fit, and how many there are. */
export async function paged(
  db: Db,
  found: ReturnType<typeof invoices>,
  { newest, ...paging }: Paging & { newest: boolean },
) {
  const way = newest ? sql`desc` : sql`asc`
  const order = sql`invoice.created_at ${way}, invoice.apply_no ${way}`
  // which ones first: what is told of each is looked up for a page of them, not for all that come before it
  const { list: ofPage, ...page } = await pageOf(found.select('invoice.id').orderBy(order), paging)
  const ids = ofPage.map(({ id }) => id)
  const list = await selectInvoice(db)
    .where('invoice.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy(order)
    .execute()
  return { list, ...page }
}
