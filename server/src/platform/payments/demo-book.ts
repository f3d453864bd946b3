import { sql } from 'kysely'
import { type Db, inTransaction } from '../db/database.ts'

/** An entry of the demo cashier's own book, what a real channel would keep on its side. Amount in fen. */
export type DemoEntry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

/** `overdue` by the rules' clock; `byEmployer`: an employer pays it; undefined: the cashier never heard of it. */
export function findEntry(db: Db, outTradeNo: string) {
  return db
    .selectFrom('demoCashier')
    .select([
      'outTradeNo',
      'amountFen',
      'description',
      'state',
      'transactionId',
      'expireAt',
      'paidAt',
      sql<boolean>`expire_at <= app_now()`.as('overdue'),
      sql<boolean>`exists (select from payment join orders using (order_no)
        where payment.out_trade_no = demo_cashier.out_trade_no and orders.organisation_id is not null)`.as(
        'byEmployer',
      ),
    ])
    .where('outTradeNo', '=', outTradeNo)
    .executeTakeFirst()
}

/** A number is used once: repeating it changes nothing. */
export async function openEntry(
  db: Db,
  entry: { outTradeNo: string; amountFen: number; description: string; expireAt: Date },
): Promise<void> {
  await db
    .insertInto('demoCashier')
    .values({ ...entry, state: 'NOTPAY' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Somebody pays, or fails to; nothing happens to what is paid, closed or too old. */
export async function tryToPay(db: Db, outTradeNo: string, succeeds: boolean): Promise<void> {
  await db
    .updateTable('demoCashier')
    .set(
      succeeds
        ? { state: 'SUCCESS', paidAt: sql`app_now()`, transactionId: `DEMO${outTradeNo}` }
        : { state: 'PAYERROR' },
    )
    .where('outTradeNo', '=', outTradeNo)
    .where('state', 'in', ['NOTPAY', 'PAYERROR'])
    .where('expireAt', '>', sql<Date>`app_now()`)
    .execute()
}

/** Nothing happens to what is paid or closed. */
export async function closeEntry(db: Db, outTradeNo: string): Promise<void> {
  await db
    .updateTable('demoCashier')
    .set({ state: 'CLOSED' })
    .where('outTradeNo', '=', outTradeNo)
    .where('state', 'in', ['NOTPAY', 'PAYERROR'])
    .execute()
}

/** Gives back what was paid, or a part of it, never more than there is; a number is used once. */
export async function refundEntry(
  db: Db,
  { refundNo, outTradeNo, amountFen }: { refundNo: string; outTradeNo: string; amountFen: number },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`select from demo_cashier where out_trade_no = ${outTradeNo} for update`.execute(tx)
    await sql`
      insert into demo_cashier_refund (refund_no, out_trade_no, amount_fen, refunded_at)
      select ${refundNo}, out_trade_no, ${amountFen}::int, app_now() from demo_cashier
      where out_trade_no = ${outTradeNo} and state = 'SUCCESS' and amount_fen >= ${amountFen}::int + (
        select coalesce(sum(amount_fen), 0) from demo_cashier_refund back where back.out_trade_no = ${outTradeNo})
      on conflict do nothing`.execute(tx)
    await sql`
      update demo_cashier set state = 'REFUND' where out_trade_no = ${outTradeNo} and amount_fen = (
        select sum(amount_fen) from demo_cashier_refund back where back.out_trade_no = ${outTradeNo})`.execute(
      tx,
    )
  })
}

/** When this refund was booked; null: it was not, as one that would exceed what was paid. */
export async function findRefundedAt(db: Db, refundNo: string): Promise<Date | null> {
  const row = await db
    .selectFrom('demoCashierRefund')
    .select('refundedAt')
    .where('refundNo', '=', refundNo)
    .executeTakeFirst()
  return row?.refundedAt ?? null
}

const dayOf = (column: 'paid_at' | 'refunded_at') =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

/** What was paid on a day in Shanghai. */
export function listPaidOn(db: Db, day: string) {
  return db
    .selectFrom('demoCashier')
    .select(['outTradeNo', 'amountFen', 'transactionId', 'paidAt'])
    .where(dayOf('paid_at'), '=', day)
    .execute()
}

/** What went back on a day in Shanghai. */
export function listRefundedOn(db: Db, day: string) {
  return db
    .selectFrom('demoCashierRefund')
    .innerJoin('demoCashier', 'demoCashier.outTradeNo', 'demoCashierRefund.outTradeNo')
    .select([
      'demoCashierRefund.refundNo',
      'demoCashierRefund.outTradeNo',
      'demoCashierRefund.amountFen',
      'demoCashierRefund.refundedAt',
      'demoCashier.transactionId',
    ])
    .where(dayOf('refunded_at'), '=', day)
    .execute()
}
