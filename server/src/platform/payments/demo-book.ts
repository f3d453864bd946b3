import { sql } from 'kysely'
import { type Db, inTransaction } from '../db/database.ts'

/** A payment in the demo cashier's book; a real channel keeps its own. Amounts are in fen. */
export type DemoEntry = NonNullable<Awaited<ReturnType<typeof findDemoEntry>>>

/** `overdue` uses the rules' clock. */
export function findDemoEntry(db: Db, outTradeNo: string) {
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

export async function createDemoEntry(
  db: Db,
  entry: { outTradeNo: string; amountFen: number; description: string; expireAt: Date },
): Promise<void> {
  await db
    .insertInto('demoCashier')
    .values({ ...entry, state: 'NOTPAY' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function payDemoEntry(db: Db, outTradeNo: string, succeeds: boolean): Promise<void> {
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

export async function closeDemoEntry(db: Db, outTradeNo: string): Promise<void> {
  await db
    .updateTable('demoCashier')
    .set({ state: 'CLOSED' })
    .where('outTradeNo', '=', outTradeNo)
    .where('state', 'in', ['NOTPAY', 'PAYERROR'])
    .execute()
}

/** Never refunds more than was paid. Each refund number is used once. */
export async function refundDemoEntry(
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
        select sum(amount_fen) from demo_cashier_refund back where back.out_trade_no = ${outTradeNo})`.execute(tx)
  })
}

/** null when no refund with this number was booked. */
export async function findDemoRefundTime(db: Db, refundNo: string): Promise<Date | null> {
  const row = await db
    .selectFrom('demoCashierRefund')
    .select('refundedAt')
    .where('refundNo', '=', refundNo)
    .executeTakeFirst()
  return row?.refundedAt ?? null
}

const dayOf = (column: 'paid_at' | 'refunded_at') =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

export function listDemoPaymentsOn(db: Db, day: string) {
  return db
    .selectFrom('demoCashier')
    .select(['outTradeNo', 'amountFen', 'transactionId', 'paidAt'])
    .where(dayOf('paid_at'), '=', day)
    .execute()
}

export function listDemoRefundsOn(db: Db, day: string) {
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
