import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

export type RefundReason = 'SECOND_PAYMENT' | 'LATE_PAYMENT' | 'REQUESTED'
/** Explained in server/migrations/017-payments.sql. */
export type RefundStatus = 'PENDING' | 'STUCK' | 'FAILED' | 'DONE'

/** Money on its way back, with what the channel needs to know. Amount in fen. */
export type Refund = NonNullable<Awaited<ReturnType<typeof findRefund>>>

export function findRefund(db: Db, refundNo: string) {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.outTradeNo', 'refund.outTradeNo')
    .innerJoin('orderLine', 'orderLine.orderNo', 'payment.orderNo')
    .select([
      'refund.refundNo',
      'refund.outTradeNo',
      'refund.amountFen',
      'refund.reason',
      'refund.status',
      'refund.attempt',
      'refund.askCount',
      'payment.orderNo',
      'payment.channel',
      'orderLine.signId',
    ])
    .where('refundNo', '=', refundNo)
    .executeTakeFirst()
}

/** A whole payment goes back: its number makes it one refund, whoever asks and however often. */
export async function insertRefund(
  tx: Tx,
  refund: { refundNo: string; outTradeNo: string; amountFen: number; reason: RefundReason },
): Promise<void> {
  await tx
    .insertInto('refund')
    .values({ ...refund, status: 'PENDING' })
    .execute()
  await tx
    .updateTable('payment')
    .set({ status: 'REFUNDING' })
    .where('outTradeNo', '=', refund.outTradeNo)
    .execute()
}

/** Notes that the channel is asked now; a try that failed for good gives way to the next. @returns the try's number */
export async function claimRefund(db: Db, refundNo: string): Promise<number | null> {
  const row = await db
    .updateTable('refund')
    .set({
      askedAt: sql`app_now()`,
      askCount: sql`ask_count + 1`,
      attempt: sql`attempt + (status = 'FAILED')::int`,
      status: sql`case status when 'FAILED' then 'PENDING' else status end`,
    })
    .where('refundNo', '=', refundNo)
    .where('status', '<>', 'DONE')
    .returning('attempt')
    .executeTakeFirst()
  return row?.attempt ?? null
}

/** What the channel says of one try. True for the one caller whose word changed the row; done stays done. */
export async function setRefundStatus(
  tx: Tx,
  refund: Pick<Refund, 'refundNo' | 'outTradeNo' | 'attempt'>,
  status: RefundStatus,
): Promise<boolean> {
  let query = tx
    .updateTable('refund')
    .set({ status, doneAt: status === 'DONE' ? sql`app_now()` : null })
    .where('refundNo', '=', refund.refundNo)
    .where('status', 'not in', ['DONE', status])
  // money that is back is back by whichever try; a failure counts for its own only
  if (status !== 'DONE') query = query.where('attempt', '=', refund.attempt)
  const { numUpdatedRows } = await query.executeTakeFirst()
  if (status === 'DONE' && numUpdatedRows === 1n)
    await tx
      .updateTable('payment')
      .set({ status: 'REFUNDED' })
      .where('outTradeNo', '=', refund.outTradeNo)
      .execute()
  return numUpdatedRows === 1n
}

/**
 * Refunds the channel has not confirmed and that are due to be asked about: after half a minute, then less and less,
 * at least once an hour. The oldest first.
 */
export async function listOpenRefunds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('refund')
    .select('refundNo')
    .where('status', '<>', 'DONE')
    .where(
      sql<boolean>`(asked_at is null or
        asked_at + interval '1 second' * least(3600, 30 * power(2, least(ask_count, 8) - 1)) <= (select app_now()))`,
    )
    .orderBy('createdAt')
    .limit(limit)
    .execute()
  return rows.map((row) => row.refundNo)
}
