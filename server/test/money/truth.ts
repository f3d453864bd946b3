import { expect } from 'vitest'
import { expireDue } from '../../src/modules/order/service/expire.ts'
import { takeNotification } from '../../src/modules/order/service/notify.ts'
import { retryRefunds } from '../../src/modules/order/service/refund.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { channelBook, control, type Message, passTimeEverywhere } from '../factories/wechat.ts'
import type { Story } from './moves.ts'

/** The storm is over: the channel answers, notifications come again, the jobs run. */
export async function settle(all: Deps, told: Story): Promise<void> {
  await control('faults', [])
  await control('refundOutcome', { outcome: 'SUCCESS' })
  const { db } = all
  const known = await db
    .selectFrom('orders')
    .select('orderNo')
    .where('studentId', '=', told.student.id)
    .execute()
  const ours = known.map(({ orderNo }) => ({ outTradeNo: `${orderNo}P1` }))
  for (let round = 0; round < 4; round += 1) {
    await passTimeEverywhere(7300)
    const { trades, refunds } = await channelBook(...ours)
    // what never came to an end does: stuck ones are freed, the others stay as they are
    for (const { refundNo, status } of refunds)
      if (status !== 'SUCCESS' && status !== 'CLOSED')
        await control('endRefund', { refundNo, status: 'SUCCESS' })
    for (const { outTradeNo, state } of trades)
      if (state === 'SUCCESS' || state === 'REFUND') {
        const { headers, body } = await control<Message>('message', { outTradeNo })
        await takeNotification(all, 'WECHAT', headers, Buffer.from(body))
      }
    await expireDue(all)
    await retryRefunds(all)
    if (!(await waits(all, told.student.id))) return
  }
}

/** Money in − refunds = orders paid; one paid sign a year; no paid order without its sign, no sign without its money. @returns how orders and refunds ended */
export async function requireTruth({ db, pool }: Deps, { student }: Story): Promise<string[]> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('orderLine', 'orderLine.orderNo', 'orders.orderNo')
    .select(['orders.orderNo', 'orders.status', 'orders.amountFen', 'orderLine.signId'])
    .where('orders.studentId', '=', student.id)
    .execute()
  const { trades, refunds } = await channelBook(
    ...orders.map(({ orderNo }) => ({ outTradeNo: `${orderNo}P1` })),
  )
  const sum = (amounts: number[]) => amounts.reduce((total, fen) => total + fen, 0)
  const moneyIn = sum(
    trades
      .filter(({ state }) => state === 'SUCCESS' || state === 'REFUND')
      .map(({ total }) => total),
  )
  const moneyBack = sum(
    refunds.filter(({ status }) => status === 'SUCCESS').map(({ amount }) => amount),
  )
  const paid = orders.filter(({ status }) => status === 'PAID')
  expect(moneyIn - moneyBack).toBe(sum(paid.map(({ amountFen }) => amountFen)))
  const signs = await db
    .selectFrom('sign')
    .select(['id', 'paidAt', 'refundedAt'])
    .where('studentId', '=', student.id)
    .execute()
  const paidSigns = signs.filter(({ paidAt, refundedAt }) => paidAt && !refundedAt)
  expect(paidSigns.map(({ id }) => id)).toEqual(paid.map(({ signId }) => signId))
  expect(paid.length).toBeLessThanOrEqual(1)
  expect(orders.filter(({ status }) => status === 'PENDING' || status === 'REFUNDING')).toEqual([])
  const { rows } = await pool.query(
    'select order_no from orders where student_id = $1 and money_fault(order_no) is not null',
    [student.id],
  )
  expect(rows).toEqual([])
  return [
    ...orders.map(({ status }) => `order ${status}`),
    ...refunds.map(({ status }) => `refund ${status}`),
  ]
}

/** Whether money is still on its way, in or out. */
async function waits({ db }: Deps, studentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .leftJoin('payment', 'payment.orderNo', 'orders.orderNo')
    .select('orders.orderNo')
    .where('orders.studentId', '=', studentId)
    .where((where) =>
      where.or([
        where('orders.status', 'in', ['PENDING', 'REFUNDING']),
        where('payment.status', 'in', ['CREATED', 'REFUNDING']),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}
