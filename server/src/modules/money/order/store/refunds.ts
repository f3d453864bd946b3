import { sql } from 'kysely'
import type { DatabaseSchema, Db, Tx } from '../../../../platform/db/database.ts'
import { countQueryRows } from '../../../../platform/db/page.ts'
import { isNotPostponedSql } from '../../../../platform/db/sweep-failures.ts'

export type RefundReason = DatabaseSchema['refund']['reason']
/** The states are explained in server/schema/money.sql. */
export type RefundStatus = DatabaseSchema['refund']['status']

/** A bank needs no longer than this for a refund; after that time staff get a case. */
const daysOfBank = sql`interval '3 days'`

export type Refund = NonNullable<Awaited<ReturnType<typeof findRefund>>>

export function findRefund(db: Db, refundNo: string) {
  return refundsOf(db).where('refundNo', '=', refundNo).executeTakeFirst()
}

function refundsOf(db: Db) {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.outTradeNo', 'refund.outTradeNo')
    .select([
      'refund.refundNo',
      'refund.outTradeNo',
      'refund.amountFen',
      'refund.reason',
      'refund.status',
      'refund.attempt',
      'refund.askCount',
      'refund.askedAt',
      'refund.signId',
      'refund.createdAt',
      'payment.orderNo',
      // The total of the payment may be higher than the amount that paid the order.
      sql<number>`coalesce(payment.total_fen, payment.amount_fen)`.as('totalFen'),
      // The part paid outside the channel is not due any more.
      sql<number>`refund_due_fen(refund.refund_no)`.as('dueFen'),
      sql<number>`refund.amount_fen - line_partial_fen(refund.order_no, refund.sign_id) - refund_due_fen(refund.refund_no)`.as(
        'elsewhereFen',
      ),
      'refund.lastAnswer',
      'payment.channel',
    ])
}

/** The refund was paid outside the channel. */
const givenElsewhere = sql<boolean>`exists (select from refund_elsewhere elsewhere
  where elsewhere.refund_no = refund.refund_no and elsewhere.state = 'APPROVED')`

/** The refund covers the whole payment, or one line, which cannot be refunded again. */
export async function insertRefund(
  tx: Tx,
  refund: {
    refundNo: string
    outTradeNo: string
    amountFen: number
    reason: RefundReason
    line?: { orderNo: string; signId: string }
  },
): Promise<void> {
  const { line, ...fields } = refund
  await tx
    .insertInto('refund')
    .values({ ...fields, ...line, status: 'PENDING' })
    .execute()
}

/** @param status REFUNDING while the refund is in progress, REFUNDED when it is done */
export async function markPaymentRefunded(tx: Tx, outTradeNo: string, status: 'REFUNDING' | 'REFUNDED'): Promise<void> {
  await tx.updateTable('payment').set({ status }).where('outTradeNo', '=', outTradeNo).execute()
}

/** Sums in fen by order for payments made twice or too late, and how they were paid back. */
export async function sumSurplusRefunds(db: Db, orderNos: string[]) {
  if (orderNos.length === 0) return new Map<string, { amount: number; done: boolean; elsewhere: boolean }>()
  const rows = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.outTradeNo', 'refund.outTradeNo')
    .select([
      'payment.orderNo',
      sql<number>`sum(refund.amount_fen)::float8`.as('amount'),
      sql<boolean>`bool_and(refund.status = 'DONE')`.as('done'),
      sql<boolean>`bool_or(${givenElsewhere})`.as('elsewhere'),
    ])
    .where('payment.orderNo', 'in', orderNos)
    .where('refund.reason', '<>', 'REQUESTED')
    .groupBy('payment.orderNo')
    .execute()
  return new Map(rows.map(({ orderNo, ...sum }) => [orderNo, sum]))
}

export async function countRefundsOfPayment(tx: Tx, outTradeNo: string) {
  return tx
    .selectFrom('refund')
    .select([
      sql<number>`count(*)::int`.as('begun'),
      sql<number>`count(*) filter (where status = 'DONE')::int`.as('done'),
    ])
    .where('outTradeNo', '=', outTradeNo)
    .executeTakeFirstOrThrow()
}

export async function countRequestedRefunds(db: Db, orderNos: string[]) {
  if (orderNos.length === 0) return []
  return db
    .selectFrom('payment')
    .innerJoin('refund', 'refund.outTradeNo', 'payment.outTradeNo')
    .select(['payment.orderNo', 'payment.channel', sql<number>`count(*)::int`.as('asked')])
    .where('payment.orderNo', 'in', orderNos)
    .where('payment.status', '=', 'PAID')
    .groupBy('payment.outTradeNo')
    .execute()
}

export function countChannelRefunds(db: Db, outTradeNo: string): Promise<number> {
  return countQueryRows(
    db
      .selectFrom('refund')
      .where('outTradeNo', '=', outTradeNo)
      .where('status', '=', 'DONE')
      .where(sql<boolean>`refund_due_fen(refund_no) > 0`),
  )
}

/**
 * Lets one caller claim the next query of a refund; a failed try is followed by a new one. @param byHand true for a
 * retry by staff, which does not delay the job and counts once a minute @returns numbers of tries and of queries
 * without a response; undefined when done or another caller was first
 */
export function claimRefund(db: Db, read: Refund, byHand = false) {
  const counts = byHand ? sql`asked_at is null or asked_at <= app_now() - interval '1 minute'` : sql`true`
  const hand = byHand ? 1 : 0
  return (
    db
      .updateTable('refund')
      .set({
        askedAt: sql`app_now()`,
        askCount: sql`ask_count + 1`,
        askedByHand: sql`asked_by_hand + ${hand}::int`,
        unanswered: sql`unanswered + (${counts})::int`,
        attempt: sql`attempt + (status = 'FAILED')::int`,
        status: sql`case status when 'FAILED' then 'PENDING' else status end`,
      })
      .where('refundNo', '=', read.refundNo)
      .where('askCount', '=', read.askCount)
      // The time was read in milliseconds, so the stored time is compared with the same precision.
      .where(sql`date_trunc('milliseconds', asked_at)`, 'is not distinct from', read.askedAt)
      .where('status', '<>', 'DONE')
      .returning(['attempt', 'unanswered'])
      .executeTakeFirst()
  )
}

/** Returns true for the caller that changed the row; DONE never changes. */
export async function setRefundStatus(
  tx: Tx,
  refund: Pick<Refund, 'refundNo' | 'outTradeNo' | 'attempt'>,
  status: Exclude<RefundStatus, 'PENDING'>,
  doneAt: Date | null = null,
): Promise<boolean> {
  let query = tx
    .updateTable('refund')
    .set({
      ...{ status, unanswered: 0, onItsWaySince: null },
      doneAt: status === 'DONE' ? (doneAt ?? sql`app_now()`) : null,
    })
    .where('refundNo', '=', refund.refundNo)
    .where('status', 'not in', ['DONE', status])
  // A success counts whichever try it belongs to; a failure counts only for the current try.
  if (status !== 'DONE') query = query.where('attempt', '=', refund.attempt)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * @returns LONG when the refund is in progress longer than a bank needs, otherwise SHORT; undefined when the refund is
 * done or another try runs
 */
export async function setRefundInProgress(
  tx: Tx,
  { refundNo, attempt }: Pick<Refund, 'refundNo' | 'attempt'>,
): Promise<'SHORT' | 'LONG' | undefined> {
  const row = await tx
    .updateTable('refund')
    .set({
      ...{ status: 'PENDING', unanswered: 0 },
      onItsWaySince: sql`coalesce(on_its_way_since, app_now())`,
    })
    .where('refundNo', '=', refundNo)
    .where('attempt', '=', attempt)
    .where('status', '<>', 'DONE')
    .returning(sql<boolean>`on_its_way_since <= app_now() - ${daysOfBank}`.as('long'))
    .executeTakeFirst()
  return row && (row.long ? 'LONG' : 'SHORT')
}

const askedOrBegun = sql`coalesce(refund.asked_at, refund.created_at)`

/** SQL: when the channel is next queried about a refund that it has not confirmed. */
export const nextRefundQueryAt = sql<Date>`${askedOrBegun} + interval '1 second'
  * least(3600, 30 * power(2, greatest(0, least(refund.ask_count - refund.asked_by_hand, 8) - 1)))`

/**
 * The first query is after 30 seconds, later ones at least hourly. WeChat accepts one refund a minute per payment, so
 * only one refund of each payment is listed.
 */
export async function listDueRefunds(db: Db, { job, limit }: { job: string; limit: number }): Promise<Refund[]> {
  const due = sql<string>`(select refund_no from (
      select distinct on (out_trade_no) refund_no, ${askedOrBegun} as since from refund
      where status <> 'DONE' and ${isNotPostponedSql(job, sql`refund_no`)}
        and ${nextRefundQueryAt} <= (select app_now())
      order by out_trade_no, since, refund_no) one_of_each
    order by since, refund_no limit ${limit})`
  return refundsOf(db).where('refund.refundNo', 'in', due).orderBy(askedOrBegun).orderBy('refund.refundNo').execute()
}

export async function setRefundDoneTime(tx: Tx, refundNo: string, doneAt: Date): Promise<void> {
  await tx.updateTable('refund').set({ doneAt }).where('refundNo', '=', refundNo).where('status', '=', 'DONE').execute()
}

export async function recordRefundResponse(
  db: Db,
  refundNo: string,
  said: { answer: NonNullable<Refund['lastAnswer']>; words: string | null },
): Promise<void> {
  await db
    .updateTable('refund')
    .set({ lastAnswer: said.answer, lastWords: said.words, answeredAt: sql`app_now()` })
    .where('refundNo', '=', refundNo)
    .execute()
}

/**
 * Requests the rest of a refund after a part was paid outside. The rest needs a new number, because the channel binds
 * each number to its amount.
 */
export async function setRefundRemainderRequested(tx: Tx, refundNo: string): Promise<void> {
  await tx
    .updateTable('refund')
    .set({
      attempt: sql`attempt + (asked_at is not null)::int`,
      status: 'PENDING',
      unanswered: 0,
      onItsWaySince: null,
    })
    .where('refundNo', '=', refundNo)
    // A stuck refund may still be paid under its number, so it gets no second number.
    .where('status', 'not in', ['DONE', 'STUCK'])
    .execute()
}

/** Takes back that a refund is done: refund, order line and order wait for the money again. */
export async function setRefundNotDone(
  tx: Tx,
  { refundNo, outTradeNo, orderNo, signId }: Pick<Refund, 'refundNo' | 'outTradeNo' | 'orderNo' | 'signId'>,
): Promise<void> {
  await tx.updateTable('refund').set({ status: 'STUCK', doneAt: null }).where('refundNo', '=', refundNo).execute()
  await tx
    .updateTable('payment')
    .set({ status: 'REFUNDING' })
    .where('outTradeNo', '=', outTradeNo)
    .where('status', '=', 'REFUNDED')
    .execute()
  if (!signId) return
  await tx
    .updateTable('orderLine')
    .set({ refundedAt: null })
    .where('orderNo', '=', orderNo)
    .where('signId', '=', signId)
    .execute()
  await tx
    .updateTable('orders')
    .set({ status: 'REFUNDING' })
    .where('orderNo', '=', orderNo)
    .where('status', '=', 'REFUNDED')
    .execute()
}
