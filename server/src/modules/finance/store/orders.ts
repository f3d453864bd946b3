import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { beginningWith, containing } from '../../../platform/db/like.ts'

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

const selectOrder = (db: Db) =>
  db
    .selectFrom('orders')
    .innerJoin('orderLine', 'orderLine.orderNo', 'orders.orderNo')
    .innerJoin('sign', 'sign.id', 'orderLine.signId')
    .innerJoin('plan', 'plan.id', 'sign.planId')
    .innerJoin('student', 'student.id', 'orders.studentId')

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
  if (student)
    query = /^1\d{10}$/.test(student)
      ? query.where('student.phone', '=', student)
      : query.where('student.name', 'like', containing(student))
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
] as const

const transactionId = sql<string | null>`(select transaction_id from payment
  where payment.order_no = orders.order_no and payment.status = 'PAID')`.as('transactionId')
const refundOpen = sql<boolean>`exists (select from refund_request
  where refund_request.order_no = orders.order_no and state = 'OPEN')`.as('refundOpen')

/** The newest first. */
export function listOrders(
  db: Db,
  filter: OrderFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return found(db, filter)
    .select(columns)
    .select([transactionId, refundOpen])
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
      sql<number>`coalesce(sum(orders.amount_fen) filter (where orders.status = 'PAID'), 0)::float8`.as(
        'paidTotal',
      ),
    ])
    .executeTakeFirstOrThrow()
}

export function findOrderRow(db: Db, orderNo: string) {
  return selectOrder(db)
    .select(columns)
    .select([transactionId, refundOpen])
    .where('orders.orderNo', '=', orderNo)
    .executeTakeFirst()
}

/** Channel payments of an order with what went back of them, the oldest first. */
export function listPayments(db: Db, orderNo: string) {
  return db
    .selectFrom('payment')
    .leftJoin('refund', 'refund.outTradeNo', 'payment.outTradeNo')
    .select([
      'payment.outTradeNo',
      'payment.channel',
      'payment.amountFen',
      'payment.status',
      'payment.channelState',
      'payment.transactionId',
      'payment.createdAt',
      'payment.paidAt',
      'payment.queryCount',
      'refund.refundNo',
      'refund.amountFen as refundFen',
      'refund.reason as refundReason',
      'refund.status as refundStatus',
      'refund.attempt',
      'refund.createdAt as refundCreatedAt',
      'refund.doneAt',
    ])
    .where('payment.orderNo', '=', orderNo)
    .orderBy('payment.createdAt')
    .orderBy('payment.outTradeNo')
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
