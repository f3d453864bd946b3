import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'
import { type OrderStatus, type PayType, selectOrder } from './orders.ts'

/** Orders for signs of a student that can still be paid, one per sign at most. */
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

/** A page of a student's orders, newest first, each with what a QR of its open payment holds. */
export async function listOrders(
  db: Db,
  studentId: string,
  { status, ...paging }: Paging & { status?: OrderStatus | undefined },
) {
  const wanted = {
    'orders.studentId': studentId,
    ...(status ? { 'orders.status': status } : {}),
  }
  const total = await countOf(db.selectFrom('orders').where((where) => where.and(wanted)))
  const rows = selectOrder(db)
    .leftJoin('payment', (join) =>
      join
        .onRef('payment.orderNo', '=', 'orders.orderNo')
        .on('payment.status', '=', 'CREATED')
        .on('payment.kind', '=', 'NATIVE')
        // about to be closed, or closed at the channel already
        .on('payment.nextKind', 'is', null),
    )
    .select('payment.codeUrl')
    .where((where) => where.and(wanted))
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.orderNo', 'desc')
  return pageOf(rows, paging, total)
}

/** A page of an employer's orders, newest first, each with the address of its open payment and what of its money is kept. */
export async function listOrdersOf(db: Db, organisationId: string, paging: Paging) {
  const total = await countOf(db.selectFrom('orders').where('organisationId', '=', organisationId))
  const rows = selectOrder(db)
    .leftJoin('payment', (join) =>
      join.onRef('payment.orderNo', '=', 'orders.orderNo').on('payment.status', '=', 'CREATED'),
    )
    .select(['payment.codeUrl', sql<number>`order_kept_fen(orders.order_no)::float8`.as('keptFen')])
    .where('orders.organisationId', '=', organisationId)
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.orderNo', 'desc')
  return pageOf(rows, paging, total)
}

/** Unpaid orders, to be paid in this way, whose life is over. */
export async function listOverdue(
  db: Db,
  { job, payType, limit }: { job: string; payType: PayType; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('orderNo')
    .where('status', '=', 'PENDING')
    .where('payType', '=', payType)
    // asked once, not per row: so the index answers
    .where('expireAt', '<=', sql<Date>`(select app_now())`)
    .where(isNotPostponed(job, sql`orders.order_no`))
    .orderBy('expireAt')
    .limit(limit)
    .execute()
  return rows.map((row) => row.orderNo)
}
