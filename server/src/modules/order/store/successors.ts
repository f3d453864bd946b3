import { sql } from 'kysely'
import { countOf } from '../../../platform/db/count.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { outTradeNoOf } from '../numbers.ts'
import { insertOrder, type NewOrder } from './orders.ts'
import { insertPayment } from './payments.ts'

/** An order that shall take an open one's place, and has no row yet. */
export interface Successor {
  order: NewOrder
  channel: string
}

/**
 * Writes down what is to pay a successor: as a payment of the order in whose place it comes, closed from the beginning. Money
 * for it would be late money of that order's.
 */
export async function noteSuccessor(
  tx: Tx,
  old: { orderNo: string; amountFen: number },
  { order: { orderNo }, channel }: Successor,
): Promise<void> {
  const outTradeNo = outTradeNoOf(orderNo)
  const { orderNo: held, amountFen } = old
  await insertPayment(tx, { outTradeNo, orderNo: held, channel, amountFen, status: 'CLOSED' })
}

/** It opens, and takes its payment over, at the address its channel gave. The order before it is closed in this transaction. */
export async function openSuccessor(tx: Tx, { order }: Successor, codeUrl: string): Promise<void> {
  const { orderNo } = order
  const amountFen = await insertOrder(tx, order)
  const { numUpdatedRows } = await tx
    .updateTable('payment')
    // the price may have changed since the order before it
    .set({ orderNo, amountFen, status: 'CREATED', codeUrl })
    .where('outTradeNo', '=', outTradeNoOf(orderNo))
    .where('status', '=', 'CLOSED')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`order ${orderNo} has no payment to take over`)
}

/** How many orders of 24 hours a sign stands in. */
export function countOrdersOfSign(tx: Tx, signId: string): Promise<number> {
  return countOf(
    tx
      .selectFrom('orderLine')
      .innerJoin('orders', 'orders.orderNo', 'orderLine.orderNo')
      .where('orderLine.signId', '=', signId)
      .where('orders.createdAt', '>', sql<Date>`(select app_now()) - interval '1 day'`),
  )
}
