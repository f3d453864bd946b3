import { expect } from 'vitest'
import { expireDueOrders } from '../../src/modules/money/order/service/query.ts'
import { reconcileBills } from '../../src/modules/money/order/service/reconcile.ts'
import { retryRefunds } from '../../src/modules/money/order/service/refund.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { Refusal } from '../../src/platform/errors.ts'
import { passToNextBills } from '../factories/bills.ts'
import {
  controlChannel,
  passTimeEverywhere,
  readChannelBook,
  type TestChannelNotification,
} from '../factories/wechat.ts'
import { requireChannelBalance } from './balance.ts'
import { readStorySides, type StorySides } from './callers.ts'
import { deliverChannelNotification, isPayableAtChannel, listPossibleChannelOrders } from './channel-orders.ts'
import { requireDailyBalance } from './days.ts'
import { listStoryOrders, type MoneyStory } from './story.ts'

/** Ends a story: the channel responds, notifications are repeated, and jobs run until nothing waits. */
export async function finishStory(all: Deps, told: MoneyStory, withBills: boolean): Promise<void> {
  await controlChannel('faults', [])
  await controlChannel('refundOutcome', { outcome: 'SUCCESS' })
  const known = await listStoryOrders(all, told)
  const ours = listPossibleChannelOrders(...known.map(({ orderNo }) => orderNo))
  for (let round = 0; round < 4; round += 1) {
    await passTimeEverywhere(7300)
    const { trades, refunds } = await readChannelBook(...ours)
    // Pending and stuck refunds are finished; closed refunds stay closed.
    for (const { refundNo, status } of refunds)
      if (status !== 'SUCCESS' && status !== 'CLOSED')
        await controlChannel('endRefund', { refundNo, status: 'SUCCESS' })
    for (const { outTradeNo, state } of trades)
      if (state === 'SUCCESS' || state === 'REFUND') {
        // A notification is refused when it reports a refund of another amount than requested; ignore that refusal.
        await deliverChannelNotification(
          all,
          await controlChannel<TestChannelNotification>('message', { outTradeNo }),
        ).catch((error) => {
          if (!(error instanceof Refusal)) throw error
        })
      }
    await expireDueOrders(all)
    await retryRefunds(all)
    if (!(await waits(all, told))) break
  }
  if (!withBills) return
  // Payments and refunds without a notification arrive with the bills.
  await passToNextBills()
  await reconcileBills(all)
  await retryRefunds(all)
}

export async function requireOnePayableOrder({ orders }: Pick<MoneyStory, 'orders'>): Promise<void> {
  onePayable(orders, (await readChannelBook(...listPossibleChannelOrders(...orders))).trades)
}

function onePayable(orders: string[], trades: { outTradeNo: string; state: string }[]): void {
  for (const orderNo of orders) {
    const open = trades.filter((trade) => trade.outTradeNo.startsWith(orderNo) && isPayableAtChannel(trade))
    expect(open.length).toBeLessThanOrEqual(1)
  }
}

/** No order can be paid twice, and all money of each channel and day is accounted for. */
export async function requireMoneyInvariants(all: Pick<Deps, 'db'>, told: MoneyStory): Promise<StorySides> {
  const sides = await readStorySides(all, told)
  onePayable(told.orders, sides.book.all)
  requireChannelBalance(sides)
  requireDailyBalance(sides)
  return sides
}

async function keptBy({ db }: Pick<Deps, 'db'>, orderNos: string[]) {
  const lines = await db
    .selectFrom('orderLine')
    .leftJoin('refund', (join) =>
      join.onRef('refund.orderNo', '=', 'orderLine.orderNo').onRef('refund.signId', '=', 'orderLine.signId'),
    )
    .select(['orderLine.signId', 'orderLine.amountFen', 'refund.refundNo'])
    .where('orderLine.orderNo', 'in', ['', ...orderNos])
    .where('orderLine.orderStatus', '=', 'PAID')
    .execute()
  return lines.filter(({ refundNo }) => refundNo === null)
}

/**
 * Checks that money in − refunds = kept order lines, and that every kept line has its sign-up.
 * @returns how orders and refunds ended
 */
export async function requireFinalMoney(all: Deps, told: MoneyStory): Promise<string[]> {
  const { db, pool } = all
  const { student, colleague } = told
  const orders = await listStoryOrders(all, told)
  const orderNos = orders.map(({ orderNo }) => orderNo)
  const { refunds } = await readChannelBook(...listPossibleChannelOrders(...orderNos))
  const sides = await requireMoneyInvariants(all, told)
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
  // Orders with refunds made in the channel's console: each needs a decision by staff.
  const byHand = new Set([
    ...refunds.flatMap(({ refundNo }) => /^(\w+?)P\d+H\d+$/.exec(refundNo)?.[1] ?? []),
    // Rows that the channel has lost or changed need a decision too.
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

function reached({ cases, decisions }: StorySides): string[] {
  return [
    ...cases.map(({ kind, state }) => `case ${kind} ${state}`),
    ...cases.flatMap(({ reopenedAt }) => (reopenedAt ? ['case reopened'] : [])),
    ...decisions.map(({ outcome, state }) => `decision ${outcome} ${state}`),
  ]
}

export async function addCasesToError(all: Deps, told: MoneyStory, error: unknown): Promise<unknown> {
  if (!(error instanceof Error)) return error
  const { cases, decisions, ours } = await readStorySides(all, told)
  const rows = [
    ...cases.map((one) => [one.kind, one.subject, one.state, one.sumFen, one.settledFen, one.day]),
    ...decisions.map((one) => [one.outcome, one.state, one.amountFen, one.reference, one.refundNo]),
    ...ours.payments.map((one) => [one.outTradeNo, one.status, one.amountFen]),
    ...ours.refunds.map((one) => [one.refundNo, one.status, one.dueFen]),
  ]
  error.message += rows.map((row) => `\n  ${row.join(' ')}`).join('')
  return error
}

async function waits(all: Deps, told: MoneyStory): Promise<boolean> {
  const orders = await listStoryOrders(all, told)
  if (orders.some(({ status }) => status === 'PENDING' || status === 'REFUNDING')) return true
  const row = await all.db
    .selectFrom('payment')
    .leftJoin('refund', 'refund.outTradeNo', 'payment.outTradeNo')
    .select('payment.orderNo')
    .where('payment.orderNo', 'in', ['', ...orders.map(({ orderNo }) => orderNo)])
    .where((where) =>
      where.or([where('payment.status', 'in', ['CREATED', 'REFUNDING']), where('refund.status', '<>', 'DONE')]),
    )
    .executeTakeFirst()
  return row !== undefined
}
