import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DatabaseSchema, Db } from '../../../../platform/db/database.ts'
import { likeBeginningWith, nameContainsSql } from '../../../../platform/db/like.ts'
import type { PageRequest } from '../../../../platform/db/page.ts'
import { countQueryRows, hasAnyRow } from '../../../../platform/db/page.ts'
import { nextRefundQueryAt } from '../../order/store/refunds.ts'
import type { OrderInvoiceState } from '../invoice-fate.ts'

export interface DeskOrderFilter {
  status?: DatabaseSchema['orders']['status'] | undefined
  payType?: DatabaseSchema['orders']['payType'] | undefined
  year?: number | undefined
  number?: string | undefined
  student?: string | undefined
  dateOf?: 'CREATED' | 'PAID' | undefined
  from?: string | undefined
  to?: string | undefined
}

export type DeskOrderRow = Awaited<ReturnType<typeof listDeskOrders>>[number]

/** Joins only the first line of each order, because an order of an employer may have many lines. */
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

/** Uses the table `orders` alone, so that counting needs no join. */
function conditions({ status, payType, year, number, student, dateOf, from, to }: DeskOrderFilter) {
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

/** Both days are inclusive and in Asia/Shanghai. */
function days(at: RawBuilder<unknown>, { from, to }: Pick<DeskOrderFilter, 'from' | 'to'>) {
  const all: RawBuilder<SqlBool>[] = []
  if (from) all.push(sql`${at} >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'`)
  if (to) all.push(sql`${at} < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`)
  return all
}

/**
 * Finds orders by student and by employer in two queries with `union`, because student and employer names have separate
 * indexes.
 */
function ordersOf(student: string) {
  const who = /^1\d{10}$/.test(student) ? sql`who.phone = ${student}` : nameContainsSql(sql`who.name`, student)
  return sql`select line.order_no from order_line line join sign on sign.id = line.sign_id
      join student who on who.id = sign.student_id where ${who}
    union select theirs.order_no from orders theirs join organisation on organisation.id = theirs.organisation_id
      where ${nameContainsSql(sql`organisation.name`, student)}`
}

function ordersNumbered(number: string) {
  const begins = likeBeginningWith(number.toUpperCase())
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

export function listDeskOrders(db: Db, filter: DeskOrderFilter, { page, pageSize }: PageRequest) {
  // Selects the page first, then joins the people.
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

/** Net amounts in fen by order; refunds in progress are included. */
export async function sumNetAmounts(db: Db, orderNos: string[]) {
  const { rows } = await sql<{ orderNo: string; kept: number; back: number }>`
    select order_no as "orderNo", order_kept_fen(order_no)::float8 as kept,
      (select coalesce(sum(amount_fen), 0)::float8 from refund where refund.order_no = orders.order_no) as back
    from orders where order_no = any(${orderNos})`.execute(db)
  return new Map(rows.map(({ orderNo, ...sum }) => [orderNo, sum]))
}

export async function countDeskOrders(db: Db, filter: DeskOrderFilter) {
  const { rows } = await sql<{ total: number; paidTotal: number }>`
    with found as (select orders.order_no from orders where ${conditions(filter)})
    select (select count(*)::int from found) as total,
      (select coalesce(sum(amount_fen), 0)::float8 from kept_line where order_no in (select order_no from found)) as paid_total`.execute(
    db,
  )
  return rows[0] ?? { total: 0, paidTotal: 0 }
}

export function findDeskOrder(db: Db, orderNo: string) {
  return selectOrder(db)
    .select(columns)
    .select([transactionId, refundOpen, lineCount])
    .where('orders.orderNo', '=', orderNo)
    .executeTakeFirst()
}

/** `refund` is the state of the refund of the line. */
export function listDeskOrderLines(db: Db, orderNo: string) {
  return db
    .selectFrom('orderLine')
    .innerJoin('sign', 'sign.id', 'orderLine.signId')
    .innerJoin('plan', 'plan.id', 'sign.planId')
    .innerJoin('student', 'student.id', 'sign.studentId')
    .leftJoin('refund', (join) =>
      join.onRef('refund.orderNo', '=', 'orderLine.orderNo').onRef('refund.signId', '=', 'orderLine.signId'),
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

export function listPaymentsOfOrder(db: Db, orderNo: string) {
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

export function listRefundsOfOrder(db: Db, orderNo: string) {
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
      sql<Date | null>`case when refund.status <> 'DONE' then ${nextRefundQueryAt} end`.as('nextAt'),
      sql<number>`(select coalesce(sum(amount_fen), 0)::bigint from refund_elsewhere elsewhere
        where elsewhere.refund_no = refund.refund_no and elsewhere.state = 'APPROVED')`.as('elsewhere'),
      sql<string[]>`(select coalesce(array_agg(reference order by decided_at), '{}') from refund_elsewhere elsewhere
        where elsewhere.refund_no = refund.refund_no and elsewhere.state = 'APPROVED' and reference is not null)`.as(
        'references',
      ),
      sql<string | null>`(select id from money_difference
        where kind = 'REFUND_STUCK' and subject = refund.refund_no and state <> 'HEALED')`.as('caseId'),
    ])
    .where('payment.orderNo', '=', orderNo)
    .orderBy('refund.createdAt')
    .orderBy('refund.refundNo')
    .execute()
}

/** Lists the newest events of an order, oldest first, and the number of earlier ones. */
export async function listOrderEvents(db: Db, subjects: string[], limit: number) {
  const events = db.selectFrom('auditLog').where('subject', 'in', subjects)
  const total = await countQueryRows(events)
  const list = await events
    .select(['id', 'at', 'actor', 'action', 'detail'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return { list: list.reverse(), earlier: total - list.length }
}

/** Searches the audit log for a manual retry of this refund in the last minute. */
export function wasRefundJustRetried(db: Db, orderNo: string, refundNo: string): Promise<boolean> {
  return hasAnyRow(
    db
      .selectFrom('auditLog')
      .where('subject', '=', orderNo)
      .where('action', '=', 'finance.refundRetried')
      .where(sql`detail ->> 'refundNo'`, '=', refundNo)
      .where('at', '>', sql<Date>`app_now() - interval '1 minute'`),
  )
}

/** Filters refunds by the day of their completion, or by the day of their start when they are not completed. */
export async function listDeskRefunds(db: Db, filter: DeskOrderFilter, limit: number) {
  const found = db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.outTradeNo', 'refund.outTradeNo')
    .innerJoin('orders', 'orders.orderNo', 'payment.orderNo')
    .where(conditions({ ...filter, from: undefined, to: undefined }))
    .where(
      sql.join<SqlBool>([sql`true`, ...days(sql`coalesce(refund.done_at, refund.created_at)`, filter)], sql` and `),
    )
  const total = await countQueryRows(found)
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
      sql<string | null>`(select string_agg(reference, '、' order by decided_at) from refund_elsewhere elsewhere
        where elsewhere.refund_no = refund.refund_no and elsewhere.state = 'APPROVED')`.as('reference'),
      sql<string>`coalesce(student.name, organisation.name)`.as('name'),
    ])
    .orderBy('refund.createdAt', 'desc')
    .orderBy('refund.refundNo')
    .limit(limit)
    .execute()
  return { list, total }
}

export async function findOrderOfRefund(db: Db, refundNo: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.outTradeNo', 'refund.outTradeNo')
    .select('payment.orderNo')
    .where('refund.refundNo', '=', refundNo)
    .executeTakeFirst()
  return row?.orderNo
}

export function listNewestInvoices(db: Db, orderNos: string[]) {
  return db
    .selectFrom('invoice')
    .distinctOn('orderNo')
    .select(['id', 'applyNo', 'orderNo', 'amountFen', sql<OrderInvoiceState>`state`.as('state')])
    .select(sql<number>`order_kept_fen(order_no)::float8`.as('keptFen'))
    .select(sql<boolean>`withdrawn_at is not null`.as('withdrawn'))
    .select(sql<boolean>`tax_state is not distinct from 'OPEN'`.as('taxOpen'))
    .where('orderNo', '=', sql<string>`any(${orderNos})`)
    .orderBy('orderNo')
    .orderBy('createdAt', 'desc')
    .execute()
}
