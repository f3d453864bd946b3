import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { countQueryRows, type PageRequest, selectPage } from '../../../../platform/db/page.ts'
import { isNotPostponedSql } from '../../../../platform/db/sweep-failures.ts'
import { type OrderStatus, type PayType, selectOrder } from './orders.ts'
import type { RefundStatus } from './refunds.ts'

export function findOpenOrders(
  db: Db,
  studentId: string,
): Promise<{ signId: string; orderNo: string; expireAt: Date; byEmployer: boolean }[]> {
  return db
    .selectFrom('orders')
    .innerJoin('orderLine', 'orderLine.orderNo', 'orders.orderNo')
    .select(['orderLine.signId', 'orders.orderNo', 'orders.expireAt'])
    .select(sql<boolean>`orders.organisation_id is not null`.as('byEmployer'))
    .innerJoin('sign', 'sign.id', 'orderLine.signId')
    .where('sign.studentId', '=', studentId)
    .where('orders.status', '=', 'PENDING')
    .where('orders.expireAt', '>', sql<Date>`app_now()`)
    .execute()
}

/** The newest orders come first, with the content of the QR code of the open payment. */
export async function listOrdersOfStudent(
  db: Db,
  studentId: string,
  { status, ...paging }: PageRequest & { status?: OrderStatus | undefined },
) {
  const wanted = {
    'orders.studentId': studentId,
    ...(status ? { 'orders.status': status } : {}),
  }
  const total = await countQueryRows(db.selectFrom('orders').where((where) => where.and(wanted)))
  const rows = selectOrder(db)
    .leftJoin('payment', (join) =>
      join
        .onRef('payment.orderNo', '=', 'orders.orderNo')
        .on('payment.status', '=', 'CREATED')
        .on('payment.kind', '=', 'NATIVE')
        .on('payment.nextKind', 'is', null),
    )
    .select('payment.codeUrl')
    .where((where) => where.and(wanted))
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.orderNo', 'desc')
  return selectPage(rows, paging, total)
}

/** The newest orders come first, with payment address and net amount. */
export async function listOrdersOfEmployer(db: Db, organisationId: string, paging: PageRequest) {
  const total = await countQueryRows(db.selectFrom('orders').where('organisationId', '=', organisationId))
  const rows = selectOrder(db)
    .leftJoin('payment', (join) =>
      join.onRef('payment.orderNo', '=', 'orders.orderNo').on('payment.status', '=', 'CREATED'),
    )
    .select(['payment.codeUrl', sql<number>`order_kept_fen(orders.order_no)::float8`.as('keptFen')])
    .where('orders.organisationId', '=', organisationId)
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.orderNo', 'desc')
  return selectPage(rows, paging, total)
}

export async function listExpiredOrders(
  db: Db,
  { job, payType, limit }: { job: string; payType: PayType; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('orderNo')
    .where('status', '=', 'PENDING')
    .where('payType', '=', payType)
    // The subselect is evaluated once, so the index is used.
    .where('expireAt', '<=', sql<Date>`(select app_now())`)
    .where(isNotPostponedSql(job, sql`orders.order_no`))
    .orderBy('expireAt')
    .limit(limit)
    .execute()
  return rows.map((row) => row.orderNo)
}

export type OrderOwner = { studentId: string } | { organisationId: string }

/** Serializes counting and creating orders of an owner. */
export async function lockOrdersOfOwner(tx: Tx, owner: OrderOwner): Promise<void> {
  const [id] = Object.values(owner)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`orders ${id}`}, 0))`.execute(tx)
}

export function countRecentOrders(tx: Tx, owner: OrderOwner): Promise<number> {
  return countQueryRows(
    tx
      .selectFrom('orders')
      .where((order) => order.and(owner))
      .where('createdAt', '>', sql<Date>`(select app_now()) - interval '1 day'`),
  )
}

/** Counts successor orders of the last 24 hours that are not open, including failed ones. */
export function countFailedOrderSuccessors(tx: Tx, owner: OrderOwner): Promise<number> {
  return countQueryRows(
    tx
      .selectFrom('payment')
      .innerJoin('orders', 'orders.orderNo', 'payment.orderNo')
      .where((order) => order.and(owner))
      .where('payment.createdAt', '>', sql<Date>`(select app_now()) - interval '1 day'`)
      // The payment of a successor is numbered after its own order, not after the order it is stored with (numbers.ts).
      .where(sql<boolean>`not starts_with(payment.out_trade_no, payment.order_no)`),
  )
}

/** All sums are in fen. */
export interface OrderOverview {
  orderNo: string
  status: OrderStatus
  amount: number
  kept: number
  lines: {
    title: string
    name: string
    open: boolean
    hoursCredited: boolean
    refund: RefundStatus | null
  }[]
}

export async function findOrderOverview(db: Db, orderNo: string): Promise<OrderOverview | null> {
  const { rows } = await sql<OrderOverview>`
    select o.order_no as "orderNo", o.status, o.amount_fen as amount, order_kept_fen(o.order_no) as kept,
      (select jsonb_agg(jsonb_build_object('title', line.title, 'name', student.name,
          'open', sign.paid_at is not null and sign.refunded_at is null,
          'hoursCredited', exists (select from sign_course course join attempt on attempt.sign_course_id = course.id
            join hours_ledger entry on entry.student_id = attempt.student_id
              and entry.source = 'COURSE' and entry.source_id = attempt.id::text
            where course.sign_id = line.sign_id and not exists (select from hours_ledger undone
              where undone.student_id = entry.student_id and undone.source = 'REVERSAL' and undone.source_id = entry.seq::text)),
          'refund', (select refund.status from refund where refund.order_no = line.order_no and refund.sign_id = line.sign_id))
          order by line.position)
        from (select * from order_line where order_no = o.order_no order by position limit 50) line
          join sign on sign.id = line.sign_id join student on student.id = sign.student_id) as lines
    from orders o where o.order_no = ${orderNo}`.execute(db)
  return rows[0] ?? null
}

export async function listMessagesOfOrder(db: Db, orderNo: string) {
  const { rows } = await sql<{ id: string; name: string; title: string; body: string }>`
    select message.id::text as id, student.name, message.title, message.body
    from message join student on student.id = message.student_id
    where message.student_id in (select sign.student_id from order_line join sign on sign.id = order_line.sign_id
      where order_line.order_no = ${orderNo})
    order by message.created_at desc, message.id limit 100`.execute(db)
  return rows
}
