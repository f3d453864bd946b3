import { sql } from 'kysely'
import type { Db, Schema, Tx } from '../../../platform/db/database.ts'

export type OrderStatus = Schema['orders']['status']
export type PayType = Schema['orders']['payType']
/** Explained in the contract (contract/src/client/order.ts). */
export type CloseReason = NonNullable<Schema['orders']['closeReason']>

/** One sign of an order. Amount in fen. */
export interface OrderLine {
  signId: string
  /** whose sign it is */
  studentId: string
  planId: string
  year: number
  title: string
  amountFen: number
  /** sorted */
  courseIds: string[]
  position: number
  /** its money is on its way back, or is back */
  goneBack: boolean
}

/** An order with its lines: a student's has one, an employer's one for each of its students. Amount in fen. */
export type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

const lines = sql<
  OrderLine[]
>`(select jsonb_agg(jsonb_build_object('signId', line.sign_id, 'studentId', sign.student_id,
    'planId', plan.id, 'year', plan.year, 'title', line.title, 'amountFen', line.amount_fen, 'courseIds', line.course_ids,
    'position', line.position, 'goneBack', exists (select from refund
      where refund.order_no = line.order_no and refund.sign_id = line.sign_id)) order by line.position)
  from order_line line join sign on sign.id = line.sign_id join plan on plan.id = sign.plan_id
  where line.order_no = orders.order_no)`.as('lines')

/** Every order as the module knows it; to be narrowed down. */
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
    // the last attempt at the channel failed, and it may still be paid
    sql<boolean>`exists (select from payment where payment.order_no = orders.order_no
        and payment.status = 'CREATED' and payment.channel_state = 'PAYERROR')`.as('channelFailed'),
    lines,
  ])

/** Anybody's; who may see it is the policy's. `overdue` and `readAt` by the rules' clock. */
export function findOrder(db: Db, orderNo: string) {
  return selectOrder(db).where('orders.orderNo', '=', orderNo).executeTakeFirst()
}

/** The signs of an order, in no order: whoever locks them sees to one (lockSigns). */
export async function listSignIds(db: Db, orderNo: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orderLine')
    .select('signId')
    .where('orderNo', '=', orderNo)
    .execute()
  return rows.map((row) => row.signId)
}

/**
 * Takes the order's row lock; the locks of its signs are held already (signs, then order, then payment). Read after it
 * is held: what others did to its lines meanwhile is seen.
 */
export async function lockOrder(tx: Tx, orderNo: string): Promise<Order> {
  await tx
    .selectFrom('orders')
    .select('orderNo')
    .where('orderNo', '=', orderNo)
    .forUpdate()
    .execute()
  return selectOrder(tx).where('orders.orderNo', '=', orderNo).executeTakeFirstOrThrow()
}

/** Takes the row locks of all orders of these students, in one order for all. */
export async function lockOrdersOfStudents(tx: Tx, studentIds: string[]): Promise<void> {
  await tx
    .selectFrom('orders')
    .select('orderNo')
    .where('studentId', 'in', studentIds)
    .orderBy('orderNo')
    .forUpdate()
    .execute()
}

/** Whether each student of an employer's order still agrees to it, and to the same courses; read, never written. */
export async function consentStands(tx: Tx, orderNo: string): Promise<boolean> {
  const { rows } = await sql<{ stands: boolean }>`
    select not exists (select from order_line line join orders using (order_no) join sign on sign.id = line.sign_id
      where line.order_no = ${orderNo} and not exists (select from organisation_invitation invitation
        where invitation.organisation_id = orders.organisation_id and invitation.student_id = sign.student_id
          and invitation.plan_id = sign.plan_id and invitation.state = 'CONFIRMED'
          and invitation.course_ids = line.course_ids)) as stands`.execute(tx)
  return rows[0]?.stands === true
}

/** Whether the accounts of all these signs' students go on; one that is being closed is waited for. */
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

/** The live orders of several signs, by sign; each order is read once, however many of them it is for. */
export async function findLiveOrders(db: Db, signIds: string[]): Promise<Map<string, Order>> {
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

/** The one order of a sign that is still to be paid, is paid, or whose money is on its way back. */
export function findLiveOrder(db: Db, signId: string) {
  return selectOrder(db)
    .innerJoin('orderLine', 'orderLine.orderNo', 'orders.orderNo')
    .where('orderLine.signId', '=', signId)
    .where('orderLine.orderStatus', 'in', ['PENDING', 'PAID', 'REFUNDING'])
    .where('orderLine.refundedAt', 'is', null)
    .executeTakeFirst()
}

export interface NewOrder {
  orderNo: string
  /** whose it is: one of the two */
  studentId: string | null
  organisationId: string | null
  payType: PayType
  lines: Omit<OrderLine, 'studentId' | 'planId' | 'year' | 'position' | 'goneBack'>[]
  createdAt: Date
  expireAt: Date
  status: 'PENDING' | 'PAID'
}

/** The order and its lines. @returns its amount */
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

/** A paid order's money is on its way back, or is back. */
export async function setOrderStatus(
  tx: Tx,
  orderNo: string,
  status: 'REFUNDING' | 'REFUNDED',
): Promise<void> {
  await tx.updateTable('orders').set({ status }).where('orderNo', '=', orderNo).execute()
}

/** Also for an order that had been closed: it lives again. `paidAt`: when the channel took the money. */
export async function setOrderPaid(tx: Tx, orderNo: string, paidAt: Date): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'PAID', paidAt, closedAt: null, closeReason: null })
    .where('orderNo', '=', orderNo)
    .execute()
}

/** Closed once: the time of the first stays, the reason becomes this one. */
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

/** A line's money is back: its sign may be ordered anew. */
export async function setLineRefunded(
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
