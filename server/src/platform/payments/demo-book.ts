import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** An entry of the demo cashier's own book, what a real channel would keep on its side. Amount in fen. */
export type DemoEntry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

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

export async function closeEntry(db: Db, outTradeNo: string): Promise<void> {
  await db
    .updateTable('demoCashier')
    .set({ state: 'CLOSED' })
    .where('outTradeNo', '=', outTradeNo)
    .where('state', 'in', ['NOTPAY', 'PAYERROR'])
    .execute()
}

/** Only a whole payment goes back. */
export async function refundEntry(db: Db, outTradeNo: string, amountFen: number): Promise<void> {
  await db
    .updateTable('demoCashier')
    .set({ state: 'REFUND', refundedAt: sql`app_now()` })
    .where('outTradeNo', '=', outTradeNo)
    .where('amountFen', '=', amountFen)
    .where('state', '=', 'SUCCESS')
    .execute()
}

/** What was paid or went back on a day in Shanghai, with the days of both. */
export function listDay(db: Db, day: string) {
  const dayOf = (column: 'paid_at' | 'refunded_at') =>
    sql<string | null>`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
  return db
    .selectFrom('demoCashier')
    .select(['outTradeNo', 'amountFen', 'transactionId', 'paidAt', 'refundedAt'])
    .select([dayOf('paid_at').as('paidDay'), dayOf('refunded_at').as('refundedDay')])
    .where((where) =>
      where.or([where(dayOf('paid_at'), '=', day), where(dayOf('refunded_at'), '=', day)]),
    )
    .execute()
}
