import { sql } from 'kysely'
import type { DatabaseSchema, Db, Tx } from '../../../../platform/db/database.ts'
import { countQueryRows } from '../../../../platform/db/page.ts'
import { outTradeNoOf } from '../numbers.ts'
import { insertPayment } from './payments.ts'

export type OrderStatus = DatabaseSchema['orders']['status']

export type PayType = DatabaseSchema['orders']['payType']

/** The reasons are explained in contract/src/client/order.ts. */
export type OrderCloseReason = NonNullable<DatabaseSchema['orders']['closeReason']>

/** The amount of the line is in fen. */
export interface OrderLine {
  signId: string
  studentId: string
  planId: string
  year: number
  title: string
  amountFen: number
  courseIds: string[]
  position: number
  /** A refund of the line is in progress or done. */
  goneBack: boolean
}

/** An order of a student has one line, one of an employer a line per student. Amount in fen. */
export type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

const lines = sql<
  OrderLine[]
>`(select jsonb_agg(jsonb_build_object('signId', line.sign_id, 'studentId', sign.student_id,
    'planId', plan.id, 'year', plan.year, 'title', line.title, 'amountFen', line.amount_fen, 'courseIds', line.course_ids,
    'position', line.position, 'goneBack', exists (select from refund
      where refund.order_no = line.order_no and refund.sign_id = line.sign_id)) order by line.position)
  from order_line line join sign on sign.id = line.sign_id join plan on plan.id = sign.plan_id
  where line.order_no = orders.order_no)`.as('lines')

export const selectOrder = (db: Db) =>
  db.selectFrom('orders').select([
    'orders.orderNo',
    'orders.studentId',
    'orders.organisationId',
    'orders.payType',
    'orders.amountFen',
    'orders.status',
    'orders.createdAt',
    'orders.expireAt',
    'orders.paidAt',
    'orders.closedAt',
    'orders.closeReason',
    sql<boolean>`orders.expire_at <= app_now()`.as('overdue'),
    sql<Date>`app_now()`.as('readAt'),
    // The last try at the channel failed, but the payment may still be paid.
    sql<boolean>`exists (select from payment where payment.order_no = orders.order_no
        and payment.status = 'CREATED' and payment.channel_state = 'PAYERROR')`.as('channelFailed'),
    lines,
  ])

/** The caller checks the permission. `overdue` and `readAt` use the clock of the database. */
export function findOrder(db: Db, orderNo: string) {
  return selectOrder(db).where('orders.orderNo', '=', orderNo).executeTakeFirst()
}

export async function listSignIdsOfOrder(db: Db, orderNo: string): Promise<string[]> {
  const rows = await db.selectFrom('orderLine').select('signId').where('orderNo', '=', orderNo).execute()
  return rows.map((row) => row.signId)
}

/**
 * Lock signs, order and payment in this sequence. The order is read after the lock, so concurrent changes are visible.
 */
export async function lockOrder(tx: Tx, orderNo: string): Promise<Order> {
  await tx.selectFrom('orders').select('orderNo').where('orderNo', '=', orderNo).forUpdate().execute()
  return selectOrder(tx).where('orders.orderNo', '=', orderNo).executeTakeFirstOrThrow()
}

/** Locks the orders of these students by order number, so that all callers use the same sequence. */
export async function lockOrdersOfStudents(tx: Tx, studentIds: string[]): Promise<void> {
  await tx
    .selectFrom('orders')
    .select('orderNo')
    .where('studentId', 'in', studentIds)
    .orderBy('orderNo')
    .forUpdate()
    .execute()
}

/** Checks that all students still agree to the same courses. */
export async function hasCurrentConsents(tx: Tx, orderNo: string): Promise<boolean> {
  const { rows } = await sql<{ stands: boolean }>`
    select not exists (select from order_line line join orders using (order_no) join sign on sign.id = line.sign_id
      where line.order_no = ${orderNo} and not exists (select from organisation_invitation invitation
        where invitation.organisation_id = orders.organisation_id and invitation.student_id = sign.student_id
          and invitation.plan_id = sign.plan_id and invitation.state = 'CONFIRMED'
          and invitation.course_ids = line.course_ids)) as stands`.execute(tx)
  return rows[0]?.stands === true
}

/** Tells whether all accounts of these signs are open. Waits for accounts that are just being closed. */
export async function haveOpenAccounts(tx: Tx, signIds: string[]): Promise<boolean> {
  const rows = await tx
    .selectFrom('student')
    .innerJoin('sign', 'sign.studentId', 'student.id')
    .select('sign.id')
    .where('sign.id', 'in', signIds)
    .where('student.closedAt', 'is', null)
    .orderBy('student.id')
    .forKeyShare('student')
    .execute()
  return rows.length === signIds.length
}

/** Finds the active order of each sign. An order that covers several of these signs is read once. */
export async function findActiveOrders(db: Db, signIds: string[]): Promise<Map<string, Order>> {
  const found = await db
    .selectFrom('orderLine')
    .select(['signId', 'orderNo'])
    .where('signId', 'in', signIds)
    .where('orderStatus', 'in', ['PENDING', 'PAID', 'REFUNDING'])
    .where('refundedAt', 'is', null)
    .execute()
  if (found.length === 0) return new Map()
  const orderNos = [...new Set(found.map(({ orderNo }) => orderNo))]
  const rows = await selectOrder(db).where('orders.orderNo', 'in', orderNos).execute()
  const orders = new Map(rows.map((order) => [order.orderNo, order]))
  return new Map(
    found.flatMap(({ signId, orderNo }): [string, Order][] => {
      const order = orders.get(orderNo)
      return order ? [[signId, order]] : []
    }),
  )
}

/** Finds the order of a sign that is unpaid, paid or has a refund in progress; there is at most one. */
export function findActiveOrder(db: Db, signId: string) {
  return selectOrder(db)
    .innerJoin('orderLine', 'orderLine.orderNo', 'orders.orderNo')
    .where('orderLine.signId', '=', signId)
    .where('orderLine.orderStatus', 'in', ['PENDING', 'PAID', 'REFUNDING'])
    .where('orderLine.refundedAt', 'is', null)
    .executeTakeFirst()
}

export interface NewOrder {
  orderNo: string
  /** The owner is either a student or an employer. */
  studentId: string | null
  organisationId: string | null
  payType: PayType
  lines: Omit<OrderLine, 'studentId' | 'planId' | 'year' | 'position' | 'goneBack'>[]
  createdAt: Date
  expireAt: Date
  status: 'PENDING' | 'PAID'
}

/** @returns the amount in fen */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<number> {
  const { lines, ...fields } = order
  const { orderNo, status } = order
  const amountFen = lines.reduce((sum, line) => sum + line.amountFen, 0)
  await tx
    .insertInto('orders')
    .values({ ...fields, amountFen, paidAt: status === 'PAID' ? order.createdAt : null })
    .execute()
  await tx
    .insertInto('orderLine')
    .values(lines.map((line, at) => ({ ...line, orderNo, orderStatus: status, position: at + 1 })))
    .execute()
  return amountFen
}

export async function setOrderStatus(tx: Tx, orderNo: string, status: 'REFUNDING' | 'REFUNDED'): Promise<void> {
  await tx.updateTable('orders').set({ status }).where('orderNo', '=', orderNo).execute()
}

/** Reopens a closed order. `paidAt` is the time of the channel. */
export async function setOrderPaid(tx: Tx, orderNo: string, paidAt: Date): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'PAID', paidAt, closedAt: null, closeReason: null })
    .where('orderNo', '=', orderNo)
    .execute()
}

/** A repeat keeps the first time of closing and takes the new reason. */
export async function setOrderClosed(tx: Tx, orderNo: string, reason: OrderCloseReason): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'CLOSED', closedAt: sql`coalesce(closed_at, app_now())`, closeReason: reason })
    .where('orderNo', '=', orderNo)
    .execute()
}

/** Moves the orders of signs that now belong to the account `to`. @returns number of orders */
export async function moveOrdersToAccount(tx: Tx, from: string, to: string): Promise<number> {
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

export async function setOrderLineRefunded(
  tx: Tx,
  { orderNo, signId }: { orderNo: string; signId: string },
): Promise<void> {
  await tx
    .updateTable('orderLine')
    .set({ refundedAt: sql`app_now()` })
    .where('orderNo', '=', orderNo)
    .where('signId', '=', signId)
    .execute()
}

/** An order that is to replace an open one and has no row yet. */
export interface OrderSuccessor {
  order: NewOrder
  channel: string
}

/**
 * Stores the payment of the new order as a closed payment of the old order, so that money paid on it counts as late.
 */
export async function insertSuccessorPayment(
  tx: Tx,
  old: { orderNo: string; amountFen: number },
  { order: { orderNo }, channel }: OrderSuccessor,
): Promise<void> {
  const outTradeNo = outTradeNoOf(orderNo)
  const { orderNo: held, amountFen } = old
  await insertPayment(tx, { outTradeNo, orderNo: held, channel, amountFen, status: 'CLOSED' })
}

/**
 * Inserts the new order and opens its payment, which insertSuccessorPayment has stored. The caller closes the old order
 * in the same transaction.
 */
export async function openSuccessorOrder(tx: Tx, { order }: OrderSuccessor, codeUrl: string): Promise<void> {
  const { orderNo } = order
  const amountFen = await insertOrder(tx, order)
  const { numUpdatedRows } = await tx
    .updateTable('payment')
    // The price may have changed since the earlier order.
    .set({ orderNo, amountFen, status: 'CREATED', codeUrl })
    .where('outTradeNo', '=', outTradeNoOf(orderNo))
    .where('status', '=', 'CLOSED')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`order ${orderNo} has no payment to take over`)
}

export function countOrdersOfSign(tx: Tx, signId: string): Promise<number> {
  return countQueryRows(
    tx
      .selectFrom('orderLine')
      .innerJoin('orders', 'orders.orderNo', 'orderLine.orderNo')
      .where('orderLine.signId', '=', signId)
      .where('orders.createdAt', '>', sql<Date>`(select app_now()) - interval '1 day'`),
  )
}
