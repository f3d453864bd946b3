import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** Whose orders are counted: a student's own, or an employer's. */
export type Owner = { studentId: string } | { organisationId: string }

/** Lets their orders be counted and opened one after the other until the transaction ends. */
export async function lockOrdersOf(tx: Tx, owner: Owner): Promise<void> {
  const [id] = Object.values(owner)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`orders ${id}`}, 0))`.execute(tx)
}

/** How many they have opened in the last 24 hours. */
export function countRecentOrders(tx: Tx, owner: Owner): Promise<number> {
  return countOf(
    tx
      .selectFrom('orders')
      .where((order) => order.and(owner))
      .where('createdAt', '>', sql<Date>`(select app_now()) - interval '1 day'`),
  )
}

/** How many successors of their orders were written down in 24 hours and have not opened: on their way, or tried in vain. */
export function countUnopened(tx: Tx, owner: Owner): Promise<number> {
  return countOf(
    tx
      .selectFrom('payment')
      .innerJoin('orders', 'orders.orderNo', 'payment.orderNo')
      .where((order) => order.and(owner))
      .where('payment.createdAt', '>', sql<Date>`(select app_now()) - interval '1 day'`)
      // numbered by the order that it was to pay (numbers.ts)
      .where(sql<boolean>`not starts_with(payment.out_trade_no, payment.order_no)`),
  )
}
