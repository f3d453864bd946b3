import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Schema } from '../../../platform/db/database.ts'
import { beginningWith, hasPart } from '../../../platform/db/like.ts'
import type { Paging } from '../../../platform/db/page.ts'
import type { InvoiceState } from '../invoice-fate.ts'

export interface OrderFilter {
  status?: Schema['orders']['status'] | undefined
  payType?: Schema['orders']['payType'] | undefined
  year?: number | undefined
  number?: string | undefined
  student?: string | undefined
  dateOf?: 'CREATED' | 'PAID' | undefined
  from?: string | undefined
  to?: string | undefined
}

export type OrderRow = Awaited<ReturnType<typeof listOrders>>[number]

/** An employer's order has many students: what is told of an order is its first line, and how many there are. */
const selectOrder = (db: Db) =>
  db
    .selectFrom('orders')
    .innerJoin('orderLine', (join) =>
      join.onRef('orderLine.orderNo', '=', 'orders.orderNo').on('orderLine.position', '=', 1),
    )
    .innerJoin('sign', 'sign.id', 'orderLine.signId')
    .innerJoin('plan', 'plan.id', 'sign.planId')
    .leftJoin('student', 'student.id', 'orders.studentId')
    .leftJoin('organisation', 'organisation.id', 'orders.organisationId')

/** What an order must be to be found, said of `orders` alone: whatever counts them joins nothing else. */
function conditions({ status, payType, year, number, student, dateOf, from, to }: OrderFilter) {
  const all: RawBuilder<SqlBool>[] = [sql`true`]
  if (status) all.push(sql`orders.status = ${status}`)
  if (payType) all.push(sql`orders.pay_type = ${payType}`)
  if (year)
    all.push(sql`orders.order_no in (select line.order_no from order_line line join sign on sign.id = line.sign_id
      join plan on plan.id = sign.plan_id where line.position = 1 and plan.year = ${year})`)
  all.push(...days(dateOf === 'PAID' ? sql`orders.paid_at` : sql`orders.created_at`, { from, to }))
  if (student) all.push(sql`orders.order_no in (${ordersOf(student)})`)
  if (number) all.push(sql`orders.order_no in (${ordersNumbered(number)})`)
  return sql.join<SqlBool>(all, sql` and `)
}

/** Days in Shanghai, both counted. */
function days(at: RawBuilder<unknown>, { from, to }: Pick<OrderFilter, 'from' | 'to'>) {
  const all: RawBuilder<SqlBool>[] = []
  if (from) all.push(sql`${at} >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'`)
  if (to) all.push(sql`${at} < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`)
  return all
}

/** Where a student of it, or its employer, is called so. Told apart and put together: each part has an index of its own. */
function ordersOf(student: string) {
  const who = /^1\d{10}$/.test(student)
    ? sql`who.phone = ${student}`
    : hasPart(sql`who.name`, student)
  return sql`select line.order_no from order_line line join sign on sign.id = line.sign_id
      join student who on who.id = sign.student_id where ${who}
    union select theirs.order_no from orders theirs join organisation on organisation.id = theirs.organisation_id
      where ${hasPart(sql`organisation.name`, student)}`
}

function ordersNumbered(number: string) {
  const begins = beginningWith(number.toUpperCase())
  return sql`select one.order_no from orders one where one.order_no like ${begins}
    union select order_no from payment where out_trade_no like ${begins}
    union select order_no from payment where transaction_id like ${begins}`
}

const columns = [
  'orders.orderNo',
  'orders.amountFen',
  'orders.payType',
  'orders.status',
  'orders.closeReason',
  'orders.createdAt',
  'orders.expireAt',
  'orders.paidAt',
  'orders.closedAt',
  'orderLine.title',
  'plan.year',
  'student.id as studentId',
  'student.name',
  'student.phone',
  'organisation.id as organisationId',
  'organisation.name as organisationName',
] as const

const transactionId = sql<string | null>`(select transaction_id from payment
  where payment.order_no = orders.order_no and payment.status in ('PAID', 'REFUNDING', 'REFUNDED')
  -- what it was paid by, before what came twice or too late
  order by payment.status = 'PAID' desc, exists (select from refund
    where refund.out_trade_no = payment.out_trade_no and refund.reason = 'REQUESTED') desc, payment.paid_at
  limit 1)`.as('transactionId')
const refundOpen = sql<boolean>`exists (select from refund_request
  where refund_request.order_no = orders.order_no and state = 'OPEN')`.as('refundOpen')
const lineCount = sql<number>`(select count(*)::int from order_line
  where order_line.order_no = orders.order_no)`.as('lineCount')

/** The newest first. */
export function listOrders(db: Db, filter: OrderFilter, { page, pageSize }: Paging) {
  // which ones first: whose they are is looked up for a page of them, not for all that come before it
  const ofPage = sql`(select orders.order_no from orders where ${conditions(filter)}
    order by orders.created_at desc, orders.order_no desc limit ${pageSize} offset ${(page - 1) * pageSize})`
  return selectOrder(db)
    .where(sql<SqlBool>`orders.order_no in ${ofPage}`)
    .select(columns)
    .select([transactionId, refundOpen, lineCount])
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.orderNo', 'desc')
    .execute()
}

/** What is kept of the money of these orders, and what of it is back or on its way; fen, by order. */
export async function sumKept(db: Db, orderNos: string[]) {
  const { rows } = await sql<{ orderNo: string; kept: number; back: number }>`
    select order_no as "orderNo", order_kept_fen(order_no)::float8 as kept,
      (select coalesce(sum(amount_fen), 0)::float8 from refund where refund.order_no = orders.order_no) as back
    from orders where order_no = any(${orderNos})`.execute(db)
  return new Map(rows.map(({ orderNo, ...sum }) => [orderNo, sum]))
}

/** How many there are, and what is kept of their money. */
export async function countOrders(db: Db, filter: OrderFilter) {
  const { rows } = await sql<{ total: number; paidTotal: number }>`
    with found as (select orders.order_no from orders where ${conditions(filter)})
    select (select count(*)::int from found) as total,
      (select coalesce(sum(amount_fen), 0)::float8 from kept_line where order_no in (select order_no from found)) as paid_total`.execute(
    db,
  )
  return rows[0] ?? { total: 0, paidTotal: 0 }
}

/** As a row of the list. */
export function findOrderRow(db: Db, orderNo: string) {
  return selectOrder(db)
    .select(columns)
    .select([transactionId, refundOpen, lineCount])
    .where('orders.orderNo', '=', orderNo)
    .executeTakeFirst()
}

/** The lines of an order with whose they are, in its order; `refund`: how far the line's money has gone back. */
export function listLines(db: Db, orderNo: string) {
  return db
    .selectFrom('orderLine')
    .innerJoin('sign', 'sign.id', 'orderLine.signId')
    .innerJoin('plan', 'plan.id', 'sign.planId')
    .innerJoin('student', 'student.id', 'sign.studentId')
    .leftJoin('refund', (join) =>
      join
        .onRef('refund.orderNo', '=', 'orderLine.orderNo')
        .onRef('refund.signId', '=', 'orderLine.signId'),
    )
    .select([
      'orderLine.signId',
      'orderLine.title',
      'orderLine.amountFen',
      'plan.year',
      'student.id as studentId',
      'student.name',
      'student.phone',
      'refund.status as refund',
    ])
    .where('orderLine.orderNo', '=', orderNo)
    .orderBy('orderLine.position')
    .execute()
}

/** Channel payments of an order, the oldest first. */
export function listPayments(db: Db, orderNo: string) {
  return db
    .selectFrom('payment')
    .select([
      'outTradeNo',
      'channel',
      'amountFen',
      'status',
      'channelState',
      'transactionId',
      'createdAt',
      'paidAt',
      'queryCount',
    ])
    .where('orderNo', '=', orderNo)
    .orderBy('createdAt')
    .orderBy('outTradeNo')
    .execute()
}

/** What goes back of an order's payments, the oldest first. */
export function listRefundsOf(db: Db, orderNo: string) {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.outTradeNo', 'refund.outTradeNo')
    .select([
      'refund.outTradeNo',
      'refund.refundNo',
      'refund.amountFen',
      'refund.reason',
      'refund.status',
      'refund.attempt',
      'refund.createdAt',
      'refund.doneAt',
      'refund.askCount',
      'refund.lastAnswer',
      'refund.lastWords',
      'refund.answeredAt',
      // as listDueRefunds of module order has it
      sql<Date | null>`case when refund.status <> 'DONE' then coalesce(refund.asked_at, refund.created_at) + interval '1 second'
        * least(3600, 30 * power(2, greatest(0, least(refund.ask_count - refund.asked_by_hand, 8) - 1))) end`.as(
        'nextAt',
      ),
      sql<number>`(select coalesce(sum(amount_fen), 0)::bigint from refund_elsewhere elsewhere
        where elsewhere.refund_no = refund.refund_no and elsewhere.state = 'APPROVED')`.as(
        'elsewhere',
      ),
      sql<
        string[]
      >`(select coalesce(array_agg(reference order by decided_at), '{}') from refund_elsewhere elsewhere
        where elsewhere.refund_no = refund.refund_no and elsewhere.state = 'APPROVED' and reference is not null)`.as(
        'references',
      ),
      sql<string | null>`(select id from money_difference
        where kind = 'REFUND_STUCK' and subject = refund.refund_no and state <> 'HEALED')`.as(
        'caseId',
      ),
    ])
    .where('payment.orderNo', '=', orderNo)
    .orderBy('refund.createdAt')
    .orderBy('refund.refundNo')
    .execute()
}

/** The newest events of an order and of its channel payments in the audit log, the oldest first; how many there are before them. */
export async function listEvents(db: Db, subjects: string[], limit: number) {
  const events = db.selectFrom('auditLog').where('subject', 'in', subjects)
  const total = await countOf(events)
  const list = await events
    .select(['id', 'at', 'actor', 'action', 'detail'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return { list: list.reverse(), earlier: total - list.length }
}

/** Whether somebody had this refund tried again by hand in the last minute, and the log has it. */
export async function wasJustRetried(db: Db, orderNo: string, refundNo: string): Promise<boolean> {
  const row = await db
    .selectFrom('auditLog')
    .select('id')
    .where('subject', '=', orderNo)
    .where('action', '=', 'finance.refundRetried')
    .where(sql`detail ->> 'refundNo'`, '=', refundNo)
    .where('at', '>', sql<Date>`app_now() - interval '1 minute'`)
    .executeTakeFirst()
  return row !== undefined
}

/** Refunds of the orders that the filter finds, done – or, not done yet, begun – on its days, the newest first, and how many there are; `repaid`: whose line it is, where it is of one. */
export async function listRefunds(db: Db, filter: OrderFilter, limit: number) {
  const found = db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.outTradeNo', 'refund.outTradeNo')
    .innerJoin('orders', 'orders.orderNo', 'payment.orderNo')
    .where(conditions({ ...filter, from: undefined, to: undefined }))
    .where(
      sql.join<SqlBool>(
        [sql`true`, ...days(sql`coalesce(refund.done_at, refund.created_at)`, filter)],
        sql` and `,
      ),
    )
  const total = await countOf(found)
  const list = await found
    .leftJoin('student', 'student.id', 'orders.studentId')
    .leftJoin('organisation', 'organisation.id', 'orders.organisationId')
    .leftJoin('sign', 'sign.id', 'refund.signId')
    .leftJoin('student as repaid', 'repaid.id', 'sign.studentId')
    .select([
      'refund.refundNo',
      'refund.amountFen',
      'refund.reason',
      'refund.status',
      'refund.createdAt',
      'refund.doneAt',
      'payment.orderNo',
      'payment.channel',
      'payment.transactionId',
      'repaid.name as repaid',
      sql<
        string | null
      >`(select string_agg(reference, '、' order by decided_at) from refund_elsewhere elsewhere
        where elsewhere.refund_no = refund.refund_no and elsewhere.state = 'APPROVED')`.as(
        'reference',
      ),
      sql<string>`coalesce(student.name, organisation.name)`.as('name'),
    ])
    .orderBy('refund.createdAt', 'desc')
    .orderBy('refund.refundNo')
    .limit(limit)
    .execute()
  return { list, total }
}

/** Whose order a refund belongs to. */
export async function findOrderOfRefund(db: Db, refundNo: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.outTradeNo', 'refund.outTradeNo')
    .select('payment.orderNo')
    .where('refund.refundNo', '=', refundNo)
    .executeTakeFirst()
  return row?.orderNo
}

/** The newest invoice of each of these orders, with what is kept of the order's money. */
export function listInvoices(db: Db, orderNos: string[]) {
  return db
    .selectFrom('invoice')
    .distinctOn('orderNo')
    .select(['id', 'applyNo', 'orderNo', 'amountFen', sql<InvoiceState>`state`.as('state')])
    .select(sql<number>`order_kept_fen(order_no)::float8`.as('keptFen'))
    .select(sql<boolean>`withdrawn_at is not null`.as('withdrawn'))
    .select(sql<boolean>`tax_state is not distinct from 'OPEN'`.as('taxOpen'))
    .where('orderNo', '=', sql<string>`any(${orderNos})`)
    .orderBy('orderNo')
    .orderBy('createdAt', 'desc')
    .execute()
}
