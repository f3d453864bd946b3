import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { beginningWith, containing } from '../../../platform/db/like.ts'
import type { InvoiceState } from '../invoice-fate.ts'

export interface OrderFilter {
  status?: 'PENDING' | 'PAID' | 'CLOSED' | 'REFUNDING' | 'REFUNDED' | undefined
  payType?: 'WECHAT' | 'ALIPAY' | 'DEMO' | 'FREE' | undefined
  year?: number | undefined
  number?: string | undefined
  student?: string | undefined
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

function found(db: Db, filter: OrderFilter) {
  const { status, payType, year, number, student, from, to } = filter
  let query = selectOrder(db)
  if (status) query = query.where('orders.status', '=', status)
  if (payType) query = query.where('orders.payType', '=', payType)
  if (year) query = query.where('plan.year', '=', year)
  if (from)
    query = query.where(
      sql<SqlBool>`orders.created_at >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'`,
    )
  if (to)
    query = query.where(
      sql<SqlBool>`orders.created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`,
    )
  if (student) {
    const [column, sign, pattern] = /^1\d{10}$/.test(student)
      ? ([sql.ref('phone'), sql`=`, student] as const)
      : ([sql.ref('name'), sql`like`, containing(student)] as const)
    query = query.where(
      sql<SqlBool>`(organisation.name like ${containing(student)} or exists (select from order_line line
        join sign on sign.id = line.sign_id join student who on who.id = sign.student_id
        where line.order_no = orders.order_no and who.${column} ${sign} ${pattern}))`,
    )
  }
  if (number) {
    const begins = beginningWith(number.toUpperCase())
    query = query.where(
      sql<SqlBool>`(orders.order_no like ${begins} or exists (select from payment p
        where p.order_no = orders.order_no and (p.out_trade_no like ${begins} or p.transaction_id like ${begins})))`,
    )
  }
  return query
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
  where payment.order_no = orders.order_no and payment.status = 'PAID')`.as('transactionId')
const refundOpen = sql<boolean>`exists (select from refund_request
  where refund_request.order_no = orders.order_no and state = 'OPEN')`.as('refundOpen')
const lineCount = sql<number>`(select count(*)::int from order_line
  where order_line.order_no = orders.order_no)`.as('lineCount')

/** The newest first. */
export function listOrders(
  db: Db,
  filter: OrderFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return found(db, filter)
    .select(columns)
    .select([transactionId, refundOpen, lineCount])
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.orderNo', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function countOrders(db: Db, filter: OrderFilter) {
  return found(db, filter)
    .select([
      sql<number>`count(*)::int`.as('total'),
      // of thousands of orders: the view, where a function would be called for each
      sql<number>`coalesce(sum((select sum(kept_line.amount_fen) from kept_line
        where kept_line.order_no = orders.order_no)), 0)::float8`.as('paidTotal'),
    ])
    .executeTakeFirstOrThrow()
}

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
    ])
    .where('payment.orderNo', '=', orderNo)
    .orderBy('refund.createdAt')
    .orderBy('refund.refundNo')
    .execute()
}

/** The audit log of an order and of its channel payments, the oldest first. */
export function listEvents(db: Db, subjects: string[]) {
  return db
    .selectFrom('auditLog')
    .select(['id', 'at', 'actor', 'action', 'detail'])
    .where('subject', 'in', subjects)
    .orderBy('id')
    .limit(500)
    .execute()
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
    .where('orderNo', '=', sql<string>`any(${orderNos})`)
    .orderBy('orderNo')
    .orderBy('createdAt', 'desc')
    .execute()
}
