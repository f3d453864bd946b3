import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

export type OrderStatus = 'PENDING' | 'PAID' | 'CLOSED' | 'REFUNDING' | 'REFUNDED'
export type PayType = 'WECHAT' | 'ALIPAY' | 'DEMO' | 'FREE'
/** Explained in the contract (contract/src/client/order.ts). */
export type CloseReason = 'EXPIRED' | 'CANCELLED' | 'REPLACED' | 'CHANNEL_CLOSED' | 'REFUNDED_LATE'

/** An order with its sign and year; a student's order has one line. Amount in fen. */
export type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

const selectOrder = (db: Db) =>
  db
    .selectFrom('orders')
    .innerJoin('orderLine', 'orderLine.orderNo', 'orders.orderNo')
    .innerJoin('sign', 'sign.id', 'orderLine.signId')
    .innerJoin('plan', 'plan.id', 'sign.planId')
    .select([
      'orders.orderNo',
      'orders.studentId',
      'orders.payType',
      'orders.amountFen',
      'orders.status',
      'orders.courseIds',
      'orders.createdAt',
      'orders.expireAt',
      'orders.paidAt',
      'orders.closedAt',
      'orders.closeReason',
      'orderLine.signId',
      'orderLine.title',
      'plan.year',
      'plan.id as planId',
      sql<boolean>`orders.expire_at <= app_now()`.as('overdue'),
    ])

export function findOrder(db: Db, orderNo: string) {
  return selectOrder(db).where('orders.orderNo', '=', orderNo).executeTakeFirst()
}

/** Takes the order's row lock; the sign's lock is held already (sign, then order, then payment). */
export function lockOrder(tx: Tx, orderNo: string) {
  return selectOrder(tx)
    .where('orders.orderNo', '=', orderNo)
    .forUpdate('orders')
    .executeTakeFirstOrThrow()
}

/** Whether the student's account goes on; one that is being closed is waited for. */
export async function hasOpenAccount(tx: Tx, studentId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('student')
    .select('id')
    .where('id', '=', studentId)
    .where('closedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** The one order of a sign that is still to be paid, is paid, or is being refunded. */
export function findLiveOrder(db: Db, signId: string) {
  return selectOrder(db)
    .where('orderLine.signId', '=', signId)
    .where('orderLine.orderStatus', 'in', ['PENDING', 'PAID', 'REFUNDING'])
    .executeTakeFirst()
}

/** The orders of a student that can still be paid, one per sign at most. */
export function findOpenOrders(
  db: Db,
  studentId: string,
): Promise<{ signId: string; orderNo: string; expireAt: Date }[]> {
  return db
    .selectFrom('orders')
    .innerJoin('orderLine', 'orderLine.orderNo', 'orders.orderNo')
    .select(['orderLine.signId', 'orders.orderNo', 'orders.expireAt'])
    .where('orders.studentId', '=', studentId)
    .where('orders.status', '=', 'PENDING')
    .where('orders.expireAt', '>', sql<Date>`app_now()`)
    .execute()
}

/** A page of a student's orders, newest first, each with the address of its open payment. */
export async function listOrders(
  db: Db,
  studentId: string,
  filter: { status?: OrderStatus | undefined; page: number; pageSize: number },
) {
  const { status, page, pageSize } = filter
  const wanted = {
    'orders.studentId': studentId,
    ...(status ? { 'orders.status': status } : {}),
  }
  const { count } = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('count'))
    .where((where) => where.and(wanted))
    .executeTakeFirstOrThrow()
  const list = await selectOrder(db)
    .leftJoin('payment', (join) =>
      join.onRef('payment.orderNo', '=', 'orders.orderNo').on('payment.status', '=', 'CREATED'),
    )
    .select('payment.codeUrl')
    .where((where) => where.and(wanted))
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.orderNo', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { list, total: count }
}

/** Unpaid orders whose life is over. */
export async function listOverdue(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('orderNo')
    .where('status', '=', 'PENDING')
    // asked once, not per row: so the index answers
    .where('expireAt', '<=', sql<Date>`(select app_now())`)
    .orderBy('expireAt')
    .limit(limit)
    .execute()
  return rows.map((row) => row.orderNo)
}

export interface NewOrder {
  orderNo: string
  studentId: string
  signId: string
  title: string
  payType: PayType
  amountFen: number
  /** sorted */
  courseIds: string[]
  createdAt: Date
  expireAt: Date
  status: 'PENDING' | 'PAID'
}

/** The order and its one line. */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<void> {
  const { signId, title, ...fields } = order
  const { orderNo, status, amountFen } = order
  await tx
    .insertInto('orders')
    .values({ ...fields, paidAt: status === 'PAID' ? order.createdAt : null })
    .execute()
  await tx
    .insertInto('orderLine')
    .values({ orderNo, orderStatus: status, signId, title, amountFen })
    .execute()
}

/** A paid order's money is on its way back, or is back. */
export async function setOrderStatus(
  tx: Tx,
  orderNo: string,
  status: 'REFUNDING' | 'REFUNDED',
): Promise<void> {
  await tx.updateTable('orders').set({ status }).where('orderNo', '=', orderNo).execute()
}

/** Also for an order that had been closed: it lives again. */
export async function setOrderPaid(tx: Tx, orderNo: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'PAID', paidAt: sql`app_now()`, closedAt: null, closeReason: null })
    .where('orderNo', '=', orderNo)
    .execute()
}

export async function setOrderClosed(tx: Tx, orderNo: string, reason: CloseReason): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'CLOSED', closedAt: sql`coalesce(closed_at, app_now())`, closeReason: reason })
    .where('orderNo', '=', orderNo)
    .execute()
}

/** Orders follow the signs they were made for, when those belong to another account by now. @returns how many */
export async function moveOrders(tx: Tx, from: string, to: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ studentId: to })
    .where('studentId', '=', from)
    .where('orderNo', 'in', (select) =>
      select
        .selectFrom('orderLine')
        .innerJoin('sign', 'sign.id', 'orderLine.signId')
        .select('orderLine.orderNo')
        .where('sign.studentId', '=', to),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
