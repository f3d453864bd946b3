import { expect } from 'vitest'
import { expireDue } from '../../src/modules/order/service/expire.ts'
import { reconcile } from '../../src/modules/order/service/reconcile.ts'
import { retryRefunds } from '../../src/modules/order/service/refund.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { Refusal } from '../../src/platform/errors.ts'
import { nextBills } from '../factories/bills.ts'
import { channelBook, control, type Message, passTimeEverywhere } from '../factories/wechat.ts'
import { requireBalance } from './balance.ts'
import { bring, channelOrdersOf, isPayable } from './channel-orders.ts'
import { requireDays } from './days.ts'
import { type Sides, sidesOf } from './sides.ts'
import { ordersOf, type Story } from './story.ts'

/** The storm is over: the channel answers, notifications come again, the jobs run. */
export async function settle(all: Deps, told: Story, withBills: boolean): Promise<void> {
  await control('faults', [])
  await control('refundOutcome', { outcome: 'SUCCESS' })
  const known = await ordersOf(all, told)
  const ours = channelOrdersOf(...known.map(({ orderNo }) => orderNo))
  for (let round = 0; round < 4; round += 1) {
    await passTimeEverywhere(7300)
    const { trades, refunds } = await channelBook(...ours)
    // what never came to an end does: stuck ones are freed, the others stay as they are
    for (const { refundNo, status } of refunds)
      if (status !== 'SUCCESS' && status !== 'CLOSED')
        await control('endRefund', { refundNo, status: 'SUCCESS' })
    for (const { outTradeNo, state } of trades)
      if (state === 'SUCCESS' || state === 'REFUND') {
        // of another sum than we asked for it is refused, and told
        await bring(all, await control<Message>('message', { outTradeNo })).catch((error) => {
          if (!(error instanceof Refusal)) throw error
        })
      }
    await expireDue(all)
    await retryRefunds(all)
    if (!(await waits(all, told))) break
  }
  if (!withBills) return
  // what no notice told, the bills of its days do
  await nextBills()
  await reconcile(all)
  await retryRefunds(all)
}

/** However an order has been switched to and fro: at no moment can it be paid in two ways at the channel. */
export async function requireOnePayable({ orders }: Pick<Story, 'orders'>): Promise<void> {
  onePayable(orders, (await channelBook(...channelOrdersOf(...orders))).trades)
}

function onePayable(orders: string[], trades: { outTradeNo: string; state: string }[]): void {
  for (const orderNo of orders) {
    const open = trades.filter((trade) => trade.outTradeNo.startsWith(orderNo) && isPayable(trade))
    expect(open.length).toBeLessThanOrEqual(1)
  }
}

/** What is true at every moment: no order can be paid in two ways at the channel, and no fen is missing, of any channel and day. */
export async function requireNow(all: Pick<Deps, 'db'>, told: Story): Promise<Sides> {
  const sides = await sidesOf(all, told)
  onePayable(told.orders, sides.book.all)
  requireBalance(sides)
  requireDays(sides)
  return sides
}

/** What is kept of paid orders, and the signs it was kept for. */
async function keptBy({ db }: Pick<Deps, 'db'>, orderNos: string[]) {
  const lines = await db
    .selectFrom('orderLine')
    .leftJoin('refund', (join) =>
      join
        .onRef('refund.orderNo', '=', 'orderLine.orderNo')
        .onRef('refund.signId', '=', 'orderLine.signId'),
    )
    .select(['orderLine.signId', 'orderLine.amountFen', 'refund.refundNo'])
    .where('orderLine.orderNo', 'in', ['', ...orderNos])
    .where('orderLine.orderStatus', '=', 'PAID')
    .execute()
  return lines.filter(({ refundNo }) => refundNo === null)
}

/**
 * Money in − refunds = what is kept of paid orders' lines; one paid sign a person and year; no kept line without its sign,
 * no sign without its money. @returns how orders and refunds ended
 */
export async function requireTruth(all: Deps, told: Story): Promise<string[]> {
  const { db, pool } = all
  const { student, colleague } = told
  const orders = await ordersOf(all, told)
  const orderNos = orders.map(({ orderNo }) => orderNo)
  const { refunds } = await channelBook(...channelOrdersOf(...orderNos))
  const sides = await requireNow(all, told)
  await requireOrderDays(all, orderNos)
  const kept = await keptBy(all, orderNos)
  const signs = await db
    .selectFrom('sign')
    .select(['id', 'studentId', 'paidAt', 'refundedAt'])
    .where('studentId', 'in', [student.id, colleague.id])
    .execute()
  const paidSigns = signs.filter(({ paidAt, refundedAt }) => paidAt && !refundedAt)
  expect(paidSigns.map(({ id }) => id).sort()).toEqual(kept.map(({ signId }) => signId).sort())
  const payers = paidSigns.map(({ studentId }) => studentId)
  expect(new Set(payers).size).toBe(payers.length)
  // what the merchant console gave back the channel gives no more: it waits for a decision of its case
  const byHand = new Set([
    ...refunds.flatMap(({ refundNo }) => /^(\w+?)P\d+H\d+$/.exec(refundNo)?.[1] ?? []),
    // nor what it has lost or changed
    ...told.broken.map((outTradeNo) => outTradeNo.replace(/P\d+$/, '')),
  ])
  const waiting = orders.filter(({ status }) => status === 'PENDING' || status === 'REFUNDING')
  expect(
    waiting.filter(({ orderNo }) => !byHand.has(orderNo)),
    'orders that wait',
  ).toEqual([])
  const { rows } = await pool.query(
    'select order_no from orders where order_no = any($1) and money_fault(order_no) is not null',
    [orderNos],
  )
  expect(rows).toEqual([])
  return [
    ...orders.map(({ status }) => `order ${status}`),
    ...refunds.map(({ status }) => `refund ${status}`),
    ...reached(sides),
  ]
}

/** An order is paid on the day of its payment. */
async function requireOrderDays({ db }: Pick<Deps, 'db'>, orderNos: string[]): Promise<void> {
  const paid = await db
    .selectFrom('orders')
    .innerJoin('payment', 'payment.orderNo', 'orders.orderNo')
    .select(['orders.paidAt', 'payment.paidAt as bookedAt'])
    .where('orders.orderNo', 'in', ['', ...orderNos])
    .where('orders.status', '=', 'PAID')
    .where('payment.status', '=', 'PAID')
    .execute()
  for (const { paidAt, bookedAt } of paid) expect(paidAt).toEqual(bookedAt)
}

/** Which kinds of cases a story came to, and how they were decided. */
function reached({ cases, decisions }: Sides): string[] {
  return [
    ...cases.map(({ kind, state }) => `case ${kind} ${state}`),
    ...cases.flatMap(({ reopenedAt }) => (reopenedAt ? ['case reopened'] : [])),
    ...decisions.map(({ outcome, state }) => `decision ${outcome} ${state}`),
  ]
}

/** The same error, with the cases that the story has by now and what was decided about them. */
export async function withCases(all: Deps, told: Story, error: unknown): Promise<unknown> {
  if (!(error instanceof Error)) return error
  const { cases, decisions, ours } = await sidesOf(all, told)
  const rows = [
    ...cases.map((one) => [one.kind, one.subject, one.state, one.sumFen, one.settledFen, one.day]),
    ...decisions.map((one) => [one.outcome, one.state, one.amountFen, one.reference, one.refundNo]),
    ...ours.payments.map((one) => [one.outTradeNo, one.status, one.amountFen]),
    ...ours.refunds.map((one) => [one.refundNo, one.status, one.dueFen]),
  ]
  error.message += rows.map((row) => `\n  ${row.join(' ')}`).join('')
  return error
}

/** Whether money is still on its way, in or out. */
async function waits(all: Deps, told: Story): Promise<boolean> {
  const orders = await ordersOf(all, told)
  if (orders.some(({ status }) => status === 'PENDING' || status === 'REFUNDING')) return true
  const row = await all.db
    .selectFrom('payment')
    .leftJoin('refund', 'refund.outTradeNo', 'payment.outTradeNo')
    .select('payment.orderNo')
    .where('payment.orderNo', 'in', ['', ...orders.map(({ orderNo }) => orderNo)])
    .where((where) =>
      where.or([
        where('payment.status', 'in', ['CREATED', 'REFUNDING']),
        where('refund.status', '<>', 'DONE'),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}
