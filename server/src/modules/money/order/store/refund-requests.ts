import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { insertOnce } from '../../../../platform/db/insert-once.ts'
import { countQueryRows } from '../../../../platform/db/page.ts'
import { createProposalTable } from '../../../../platform/db/proposals.ts'

export type RefundRequest = NonNullable<Awaited<ReturnType<typeof findRefundRequest>>>

export function findRefundRequest(db: Db, id: string) {
  return db.selectFrom('refundRequest').selectAll().where('id', '=', id).executeTakeFirst()
}

export const { end: setRefundRequestEnded } = createProposalTable(
  'refundRequest',
  { state: 'state', reason: 'decideReason' },
  findRefundRequest,
)

export function findOpenRefundRequest(db: Db, { orderNo, signId }: { orderNo: string; signId: string }) {
  return db
    .selectFrom('refundRequest')
    .selectAll()
    .where('orderNo', '=', orderNo)
    .where('signId', '=', signId)
    .where('state', '=', 'OPEN')
    .executeTakeFirst()
}

/**
 * The caller locks the order. Returns false when the id or an open request of the line exists. `askedBy` is a staff
 * member.
 */
export function insertRefundRequest(
  tx: Tx,
  request: { id: string; orderNo: string; signId: string; reason: string; askedBy: string | null },
): Promise<boolean> {
  return insertOnce(tx, 'refundRequest', { ...request, state: 'OPEN' })
}

export function countRecentRefundRequests(
  db: Db,
  { orderNo, signId }: { orderNo: string; signId: string },
): Promise<number> {
  return countQueryRows(
    db
      .selectFrom('refundRequest')
      .where('orderNo', '=', orderNo)
      .where('signId', '=', signId)
      .where('askedBy', 'is', null)
      .where('askedAt', '>', sql<Date>`(select app_now()) - interval '1 day'`),
  )
}

export function listNewestRefundRequests(db: Db, orderNos: string[]) {
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

/** Loads the input of refund-rules.ts. */
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
