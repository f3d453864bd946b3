import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'

export type RefundRequest = NonNullable<Awaited<ReturnType<typeof findRefundRequest>>>

/** Of a student or of staff, in whatever state. */
export function findRefundRequest(db: Db, id: string) {
  return db.selectFrom('refundRequest').selectAll().where('id', '=', id).executeTakeFirst()
}

/** What waits for a decision about a line. */
export function findOpenRequest(db: Db, { orderNo, signId }: { orderNo: string; signId: string }) {
  return db
    .selectFrom('refundRequest')
    .selectAll()
    .where('orderNo', '=', orderNo)
    .where('signId', '=', signId)
    .where('state', '=', 'OPEN')
    .executeTakeFirst()
}

/** Under the order's lock. False: this id, or an open request of the line, is there already. `askedBy`: of the staff. */
export function insertRefundRequest(
  tx: Tx,
  request: { id: string; orderNo: string; signId: string; reason: string; askedBy: string | null },
): Promise<boolean> {
  return insertOnce(tx, 'refundRequest', { ...request, state: 'OPEN' })
}

/** How often whoever the order belongs to asked for the money of one line in the last 24 hours. */
export function countRecentRequests(
  db: Db,
  { orderNo, signId }: { orderNo: string; signId: string },
): Promise<number> {
  return countOf(
    db
      .selectFrom('refundRequest')
      .where('orderNo', '=', orderNo)
      .where('signId', '=', signId)
      .where('askedBy', 'is', null)
      .where('askedAt', '>', sql<Date>`(select app_now()) - interval '1 day'`),
  )
}

/** Ends an open request. @param by staff; null: the student took it back */
export async function endRefundRequest(
  tx: Tx,
  id: string,
  end: { state: 'WITHDRAWN' | 'REFUSED' | 'APPROVED'; by: string | null; reason: string | null },
): Promise<void> {
  await tx
    .updateTable('refundRequest')
    .set({
      state: end.state,
      decidedAt: sql`app_now()`,
      decidedBy: end.by,
      decideReason: end.reason,
    })
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .execute()
}

/** The newest request of each line of these orders. */
export function listLatestRequests(db: Db, orderNos: string[]) {
  return db
    .selectFrom('refundRequest')
    .distinctOn(['orderNo', 'signId'])
    .selectAll()
    .where('orderNo', 'in', orderNos)
    .orderBy('orderNo')
    .orderBy('signId')
    .orderBy('askedAt', 'desc')
    .execute()
}

/** What the rules of a refund ask about each line of these orders (refund-rules.ts); ledger and attempts are read, never written. */
export async function listRefundFacts(db: Db, orderNos: string[]) {
  if (orderNos.length === 0) return []
  return db
    .selectFrom('orders')
    .innerJoin('orderLine as line', 'line.orderNo', 'orders.orderNo')
    .select([
      'orders.orderNo',
      'line.signId',
      'orders.status',
      'line.amountFen',
      sql<number>`extract(epoch from app_now() - orders.paid_at) / 86400`.as('daysSincePaid'),
      sql<boolean>`exists (select from refund
        where refund.order_no = line.order_no and refund.sign_id = line.sign_id)`.as('goneBack'),
      sql<boolean>`exists (select from sign_course course
        join attempt on attempt.sign_course_id = course.id
        join hours_ledger entry on entry.student_id = attempt.student_id
          and entry.source = 'COURSE' and split_part(entry.source_id, chr(30), 1) = attempt.id::text
        where course.sign_id = line.sign_id and not exists (select from hours_ledger undone
          where undone.student_id = entry.student_id and undone.source = 'REVERSAL'
            and undone.source_id = entry.seq::text))`.as('hoursCredited'),
      sql<boolean>`exists (select from sign_course course
        join attempt on attempt.sign_course_id = course.id
        where course.sign_id = line.sign_id and attempt.submitted_at is null)`.as('examRunning'),
    ])
    .where('orders.orderNo', 'in', orderNos)
    .execute()
}
