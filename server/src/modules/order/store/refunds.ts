import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Db, Schema, Tx } from '../../../platform/db/database.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'

export type RefundReason = Schema['refund']['reason']
/** Explained in server/migrations/017-payments.sql. */
export type RefundStatus = Schema['refund']['status']

/** as long as a bank takes: what is on its way for longer is a case for staff */
const daysOfBank = sql`interval '3 days'`

/** Money on its way back, with what the channel needs to know. Amount in fen. */
export type Refund = NonNullable<Awaited<ReturnType<typeof findRefund>>>

/** By our number; a payment may go back in several parts. */
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
      // an order may have been paid by a part of what came
      sql<number>`coalesce(payment.total_fen, payment.amount_fen)`.as('totalFen'),
      // what is not back by other ways
      sql<number>`refund_due_fen(refund.refund_no)`.as('dueFen'),
      sql<number>`refund.amount_fen - line_partial_fen(refund.order_no, refund.sign_id) - refund_due_fen(refund.refund_no)`.as(
        'elsewhereFen',
      ),
      'refund.lastAnswer',
      'payment.channel',
    ])
}

/** One that came back by other ways than the channel's. */
const givenElsewhere = sql<boolean>`exists (select from refund_elsewhere elsewhere
  where elsewhere.refund_no = refund.refund_no and elsewhere.state = 'APPROVED')`

/** Money goes back: the whole of a payment, or – asked for – that of one line, which is then kept from being paid twice. */
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

/** Nothing of a payment is kept: all of it is on its way back, or is back. */
export async function setPaymentGone(
  tx: Tx,
  outTradeNo: string,
  status: 'REFUNDING' | 'REFUNDED',
): Promise<void> {
  await tx.updateTable('payment').set({ status }).where('outTradeNo', '=', outTradeNo).execute()
}

/** What came of orders twice or too late and goes back whole: how much, whether all of it is back, and if by other ways than its channel's; by order. */
export async function sumGivenBack(db: Db, orderNos: string[]) {
  if (orderNos.length === 0)
    return new Map<string, { amount: number; done: boolean; elsewhere: boolean }>()
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

/** How many refunds of a payment there are, and how many of them are done. */
export async function countRefunds(tx: Tx, outTradeNo: string) {
  return tx
    .selectFrom('refund')
    .select([
      sql<number>`count(*)::int`.as('begun'),
      sql<number>`count(*) filter (where status = 'DONE')::int`.as('done'),
    ])
    .where('outTradeNo', '=', outTradeNo)
    .executeTakeFirstOrThrow()
}

/** The payments that these orders were paid by: at which channel, and how many refunds of them it was asked for. */
export async function countRefundsAsked(db: Db, orderNos: string[]) {
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

/** How many refunds of a payment its own channel has given. */
export function countGiven(db: Db, outTradeNo: string): Promise<number> {
  return countOf(
    db
      .selectFrom('refund')
      .where('outTradeNo', '=', outTradeNo)
      .where('status', '=', 'DONE')
      .where(sql<boolean>`refund_due_fen(refund_no) > 0`),
  )
}

/**
 * Notes that the channel is asked now, for the one caller who does; a try that failed for good gives way to the next.
 * @param byHand somebody asks, as often as they like: no click puts off the job's next question, and of those that bring no answer one a minute counts
 * @returns the try's number, and how many asks in a row had no answer if this one has none; undefined: it is done, or someone else
 * has asked since it was read
 */
export function claimRefund(db: Db, read: Refund, byHand = false) {
  const counts = byHand
    ? sql`asked_at is null or asked_at <= app_now() - interval '1 minute'`
    : sql`true`
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
      // as it was read, to the millisecond
      .where(sql`date_trunc('milliseconds', asked_at)`, 'is not distinct from', read.askedAt)
      .where('status', '<>', 'DONE')
      .returning(['attempt', 'unanswered'])
      .executeTakeFirst()
  )
}

/** What the channel says of one try. True for the one caller whose word changed the row; done stays done. */
export async function setRefundStatus(
  tx: Tx,
  refund: Pick<Refund, 'refundNo' | 'outTradeNo' | 'attempt'>,
  status: Exclude<RefundStatus, 'PENDING'>,
  /** when the money went back; null: now */
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
  // money that is back is back by whichever try; a failure counts for its own only
  if (status !== 'DONE') query = query.where('attempt', '=', refund.attempt)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The channel says of a try that it is on its way. @returns for how long; undefined: done, or another try */
export async function setOnItsWay(
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

/**
 * Refunds the channel has not confirmed and that are due to be asked about: after half a minute – whoever began one
 * is asking just now – then less and less, at least once an hour. One of each payment – WeChat takes one a minute, its others are
 * due again at the next run – and who was asked about longest ago first, so that a payment of many lines holds up no other.
 */
export async function listDueRefunds(
  db: Db,
  { job, limit }: { job: string; limit: number },
): Promise<Refund[]> {
  const since = sql`coalesce(asked_at, created_at)`
  const due = sql<string>`(select refund_no from (
      select distinct on (out_trade_no) refund_no, ${since} as since from refund
      where status <> 'DONE' and ${isNotPostponed(job, sql`refund_no`)} and ${since} + interval '1 second'
        * least(3600, 30 * power(2, greatest(0, least(ask_count - asked_by_hand, 8) - 1))) <= (select app_now())
      order by out_trade_no, since, refund_no) one_of_each
    order by since, refund_no limit ${limit})`
  return refundsOf(db)
    .where('refund.refundNo', 'in', due)
    .orderBy(sql`coalesce(refund.asked_at, refund.created_at)`)
    .orderBy('refund.refundNo')
    .execute()
}

/** The bill has it on another day. */
export async function setReturnedTime(tx: Tx, refundNo: string, doneAt: Date): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ doneAt })
    .where('refundNo', '=', refundNo)
    .where('status', '=', 'DONE')
    .execute()
}

/** What the channel said of a refund when it was asked last: for staff, who read it where the refund stands. */
export async function keepAnswer(
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

/** A part of it is back by other ways: the rest is asked for under another number, as the channel refused the old one with another sum. */
export async function askForRest(tx: Tx, refundNo: string): Promise<void> {
  await tx
    .updateTable('refund')
    .set({
      attempt: sql`attempt + (asked_at is not null)::int`,
      status: 'PENDING',
      unanswered: 0,
      onItsWaySince: null,
    })
    .where('refundNo', '=', refundNo)
    // what is stuck there lives on under its number: another one beside it could be given, too
    .where('status', 'not in', ['DONE', 'STUCK'])
    .execute()
}

/** Money that had been booked as back is not: the refund, its line and its order wait for it again. */
export async function setNotReturned(
  tx: Tx,
  {
    refundNo,
    outTradeNo,
    orderNo,
    signId,
  }: Pick<Refund, 'refundNo' | 'outTradeNo' | 'orderNo' | 'signId'>,
): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ status: 'STUCK', doneAt: null })
    .where('refundNo', '=', refundNo)
    .execute()
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
