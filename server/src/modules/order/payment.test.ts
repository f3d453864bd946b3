import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../test/audit.ts'
import {
  booksOf,
  cancelOrder,
  choiceOf,
  expectMoneyToAddUp,
  heard,
  makeOrder,
  notificationOf,
  notify,
  paySilently,
  payTooLate,
  statusOf,
} from '../../../test/factories/order.ts'
import { deps, must, passTime } from '../../../test/world.ts'
import { appNow } from '../../platform/db/database.ts'
import { takeNotification } from './service/notify.ts'
import { retryRefunds } from './service/refund.ts'

afterAll(expectMoneyToAddUp)

const bad = { status: 400, key: 'order.badNotification' }

describe('a notification', () => {
  it('pays the order and the sign', async () => {
    const order = await makeOrder()
    await paySilently(order)
    // heard of later than it was paid: the channel's time is the order's and the payment's
    const now = await appNow((await deps()).db)
    const paidAt = new Date(now.getTime() - 5 * 60_000)
    expect(await notify(await notificationOf(order, { paidAt }))).toEqual(heard)
    const { payment, sign, order: row } = await booksOf(order)
    expect(row.status).toBe('PAID')
    expect(sign.paidAt).toBeInstanceOf(Date)
    expect(payment).toMatchObject({
      status: 'PAID',
      transactionId: `DEMO${order.outTradeNo}`,
      paidAt,
    })
    expect(row.paidAt).toEqual(paidAt)
    expect(await actionsOf(order.orderNo)).toEqual(['order.created', 'order.paid'])
  })

  it('with a time that cannot be is booked within what can be, and told', async () => {
    const { db } = await deps()
    for (const paidAt of [new Date('2001-01-01T00:00:00Z'), new Date('2101-01-01T00:00:00Z')]) {
      const order = await makeOrder()
      await paySilently(order)
      expect(await notify(await notificationOf(order, { paidAt }))).toEqual(heard)
      const { order: row, payment } = await booksOf(order)
      expect(row.paidAt).toEqual(payment?.paidAt)
      expect(Math.abs((row.paidAt?.getTime() ?? 0) - row.createdAt.getTime())).toBeLessThan(60_000)
      const told = await db
        .selectFrom('moneyDifference')
        .select(['kind', 'state'])
        .where('subject', '=', order.outTradeNo)
        .execute()
      expect(told).toEqual([{ kind: 'CHANNEL_TIME', state: 'OPEN' }])
    }
  })

  it('said many times, at once and later, counts once', async () => {
    const order = await makeOrder()
    await paySilently(order)
    const message = await notificationOf(order)
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => notify(message)),
      statusOf(order),
    ])
    expect(answers.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => heard))
    const before = await booksOf(order)
    expect(await notify(message)).toEqual(heard)
    expect(await booksOf(order)).toEqual(before)
    expect(before.refunds).toEqual([])
    expect(await actionsOf(order.orderNo)).toEqual(['order.created', 'order.paid'])
  })

  it('of another amount or merchant pays nothing, and staff can see it', async () => {
    const order = await makeOrder()
    expect(await notify(await notificationOf(order, { amountFen: 1 }))).toEqual(bad)
    expect(await notify(await notificationOf(order, { merchant: 'SOMEBODY' }))).toEqual(bad)
    expect(await booksOf(order)).toMatchObject({
      order: { status: 'PENDING' },
      payment: { status: 'CREATED' },
      sign: { paidAt: null },
    })
    expect(await actionsOf(order.outTradeNo)).toEqual(['payment.mismatched', 'payment.mismatched'])
  })

  it('of another amount is told once, however often the channel says it', async () => {
    const order = await makeOrder()
    for (let time = 0; time < 3; time += 1)
      expect(await notify(await notificationOf(order, { amountFen: 1 }))).toEqual(bad)
    const mismatched = ['payment.mismatched']
    expect(await actionsOf(order.outTradeNo)).toEqual(mismatched)
    // nor is it news once somebody has ended it, until the channel says something else
    const { db } = await deps()
    const ended = { state: 'RESOLVED', resolvedBy: 'finance', resolution: '已核对' } as const
    await db
      .updateTable('moneyDifference')
      .set({ ...ended, resolvedAt: await appNow(db) })
      .where('subject', '=', order.outTradeNo)
      .execute()
    await notify(await notificationOf(order, { amountFen: 1 }))
    expect(await actionsOf(order.outTradeNo)).toEqual(mismatched)
    await notify(await notificationOf(order, { amountFen: 2 }))
    expect(await actionsOf(order.outTradeNo)).toEqual([...mismatched, ...mismatched])
  })

  it('that is forged, changed, unsigned, of an unknown number or channel is refused', async () => {
    const order = await makeOrder()
    const real = await notificationOf(order, { amountFen: 1 })
    const changed = { ...real, body: real.body.replace('"amountFen":1', '"amountFen":12000') }
    expect(changed.body).not.toBe(real.body)
    const forged = {
      ...real,
      headers: { ...real.headers, 'x-demo-signature': 'f'.repeat(64) },
    }
    const later = { ...real.headers, 'x-demo-timestamp': '99999999999999' }
    const messages: { body: string; headers: Record<string, string> }[] = [
      changed,
      forged,
      { ...real, headers: later },
      { body: '{}', headers: { 'content-type': 'application/json' } },
      { body: '<xml/>', headers: { 'content-type': 'text/xml' } },
      { body: '', headers: {} },
      await notificationOf({ outTradeNo: 'NOBODY' }),
    ]
    for (const message of messages) expect(await notify(message)).toEqual(bad)
    const right = await notificationOf(order)
    expect(await notify(right, 'WECHAT')).toEqual(bad)
    expect((await booksOf(order)).order.status).toBe('PENDING')
  })

  it('that is old is refused, however well signed', async () => {
    const order = await makeOrder()
    expect(await notify(await notificationOf(order, {}, 301_000))).toEqual(bad)
    expect(await notify(await notificationOf(order, {}, -301_000))).toEqual(bad)
    const kept = await notificationOf(order)
    await passTime(301)
    expect(await notify(kept)).toEqual(bad)
    expect((await booksOf(order)).order.status).toBe('PENDING')
  })

  it('of a failure shows while the order can still be paid', async () => {
    const order = await makeOrder()
    const query = () =>
      must('GET /order/v1/query_status', { orderNo: order.orderNo }, order.student.token)
    await query()
    const failure = { state: 'PAYERROR' as const, transactionId: null, paidAt: null }
    expect(await notify(await notificationOf(order, failure))).toEqual(heard)
    expect(await query()).toMatchObject({ status: 'PENDING', channelFailed: true })
    await paySilently(order)
    expect(await notify(await notificationOf(order))).toEqual(heard)
    expect(await query()).toMatchObject({ status: 'PAID', channelFailed: false })
    expect(await notify(await notificationOf(order, failure))).toEqual(heard)
    expect(await query()).toMatchObject({ status: 'PAID' })
  })

  it('of the channel closing the payment closes the order', async () => {
    const order = await makeOrder()
    const closing = { state: 'CLOSED' as const, transactionId: null, paidAt: null }
    expect(await notify(await notificationOf(order, closing))).toEqual(heard)
    expect((await booksOf(order)).order).toMatchObject({ closeReason: 'CHANNEL_CLOSED' })
  })

  it('racing a cancel, a query and another order leaves one truth', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await makeOrder()
      const { student, plan } = order
      await paySilently(order)
      const message = await notificationOf(order)
      await Promise.all([
        notify(message),
        cancelOrder(order).catch(() => {}),
        statusOf(order),
        makeOrder({ student, plan, courseIds: choiceOf(plan, [0, 1, 2]) }).catch(() => {}),
      ])
      const { order: row, sign, refunds } = await booksOf(order)
      expect(row.status).toBe('PAID')
      expect(sign.paidAt).toBeInstanceOf(Date)
      expect(refunds).toEqual([])
    }
  })
})

describe('a refund the channel does not confirm', () => {
  it('is asked for again until it is done', async () => {
    const order = await makeOrder()
    await cancelOrder(order)
    await payTooLate(order)
    const { db } = await deps()
    await db
      .updateTable('plan')
      .set({ signEndAt: sql`app_now() - interval '1 second'` })
      .where('id', '=', order.plan.id)
      .execute()
    const real = await deps()
    const demo = real.gateways.get('DEMO')
    if (!demo) throw new Error('no demo gateway')
    const answers = ['PENDING', 'FAILED', 'FAILED'] as const
    let asked = 0
    const refund = async () => ({
      state: answers[asked++] ?? 'PENDING',
      doneAt: null,
      amountFen: null,
    })
    const slow = { ...real, gateways: new Map([['DEMO', { ...demo, refund }]]) }
    const { headers, body } = await notificationOf(order)
    await takeNotification(slow, 'DEMO', headers, Buffer.from(body))
    const state = async () => {
      const { payment, refunds } = await booksOf(order)
      return [payment?.status, refunds[0]?.status]
    }
    expect(await state()).toEqual(['REFUNDING', 'PENDING'])
    await retryRefunds(slow)
    // not yet: half a minute has to pass first
    expect(await state()).toEqual(['REFUNDING', 'PENDING'])
    await passTime(31)
    await retryRefunds(slow)
    expect(await state()).toEqual(['REFUNDING', 'FAILED'])
    await passTime(61)
    await retryRefunds(slow)
    expect(asked).toBe(3)
    await passTime(121)
    await Promise.all([retryRefunds(real), retryRefunds(real)])
    expect(await state()).toEqual(['REFUNDED', 'DONE'])
    expect(await actionsOf(order.outTradeNo)).toEqual([
      'payment.refundBegun',
      'payment.refundFailed',
      'payment.refundFailed',
      'payment.refunded',
    ])
  })
})
