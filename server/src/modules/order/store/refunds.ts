import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** Money on its way back, with what the channel needs to know. Amount in fen. */
export type Refund = NonNullable<Awaited<ReturnType<typeof findRefund>>>

export function findRefund(db: Db, refundNo: string) {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.outTradeNo', 'refund.outTradeNo')
    .select([
      'refund.refundNo',
      'refund.outTradeNo',
      'refund.amountFen',
      'refund.reason',
      'refund.status',
      'payment.orderNo',
      'payment.channel',
    ])
    .where('refundNo', '=', refundNo)
    .executeTakeFirst()
}

/** A whole payment goes back: its number makes it one refund, whoever asks and however often. */
export async function insertRefund(
  tx: Tx,
  refund: { refundNo: string; outTradeNo: string; amountFen: number; reason: string },
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

/** True for the one caller whose word changed the row. */
export async function setRefundStatus(
  tx: Tx,
  refund: Pick<Refund, 'refundNo' | 'outTradeNo'>,
  status: 'DONE' | 'FAILED',
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refund')
    .set({ status, doneAt: status === 'DONE' ? sql`app_now()` : null })
    .where('refundNo', '=', refund.refundNo)
    .where('status', 'not in', ['DONE', status])
    .executeTakeFirst()
  if (status === 'DONE' && numUpdatedRows === 1n)
    await tx
      .updateTable('payment')
      .set({ status: 'REFUNDED' })
      .where('outTradeNo', '=', refund.outTradeNo)
      .execute()
  return numUpdatedRows === 1n
}

/** Refunds the channel has not confirmed yet, the oldest first. */
export async function listOpenRefunds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('refund')
    .select('refundNo')
    .where('status', '<>', 'DONE')
    .orderBy('createdAt')
    .limit(limit)
    .execute()
  return rows.map((row) => row.refundNo)
}
