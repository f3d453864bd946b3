import { afterAll, describe, expect, it } from 'vitest'
import { listAuditActionsOf } from '../../../../test/audit.ts'
import { endSignUp } from '../../../../test/factories/catalogue.ts'
import {
  acceptedNotificationResponse,
  callCancelOrder,
  chosenCourseIds,
  expectMoneyToAddUp,
  makeOrder,
  payClosedPayment,
  payWithoutNotification,
  queryOrderStatus,
  readOrderBooksOf,
  sendCashierNotification,
  signedNotificationOf,
} from '../../../../test/factories/order.ts'
import { deps, must, passTime } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'
import { applyPaymentNotification } from './service/notify.ts'
import { retryRefunds } from './service/refund.ts'

afterAll(expectMoneyToAddUp)

const bad = { status: 400, key: 'order.badNotification' }

describe('payment notifications', () => {
  it('a notification pays the order and the sign', async () => {
    const order = await makeOrder()
    await payWithoutNotification(order)
    const now = await appNow((await deps()).db)
    const paidAt = new Date(now.getTime() - 5 * 60_000)
    expect(await sendCashierNotification(await signedNotificationOf(order, { paidAt }))).toEqual(
      acceptedNotificationResponse,
    )
    const { payment, sign, order: row } = await readOrderBooksOf(order)
    expect(row.status).toBe('PAID')
    expect(sign.paidAt).toBeInstanceOf(Date)
    expect(payment).toMatchObject({
      status: 'PAID',
      transactionId: `DEMO${order.outTradeNo}`,
      paidAt,
    })
    expect(row.paidAt).toEqual(paidAt)
    expect(await listAuditActionsOf(order.orderNo)).toEqual(['order.created', 'order.paid'])
  })

  it('an impossible payment time is limited and reported', async () => {
    const { db } = await deps()
    for (const paidAt of [new Date('2001-01-01T00:00:00Z'), new Date('2101-01-01T00:00:00Z')]) {
      const order = await makeOrder()
      await payWithoutNotification(order)
      expect(await sendCashierNotification(await signedNotificationOf(order, { paidAt }))).toEqual(
        acceptedNotificationResponse,
      )
      const { order: row, payment } = await readOrderBooksOf(order)
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

  it('repeated notifications count once', async () => {
    const order = await makeOrder()
    await payWithoutNotification(order)
    const message = await signedNotificationOf(order)
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => sendCashierNotification(message)),
      queryOrderStatus(order),
    ])
    expect(answers.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => acceptedNotificationResponse))
    const before = await readOrderBooksOf(order)
    expect(await sendCashierNotification(message)).toEqual(acceptedNotificationResponse)
    expect(await readOrderBooksOf(order)).toEqual(before)
    expect(before.refunds).toEqual([])
    expect(await listAuditActionsOf(order.orderNo)).toEqual(['order.created', 'order.paid'])
  })

  it('a notification with another amount or merchant pays nothing and creates a case', async () => {
    const order = await makeOrder()
    expect(await sendCashierNotification(await signedNotificationOf(order, { amountFen: 1 }))).toEqual(bad)
    expect(await sendCashierNotification(await signedNotificationOf(order, { merchant: 'SOMEBODY' }))).toEqual(bad)
    expect(await readOrderBooksOf(order)).toMatchObject({
      order: { status: 'PENDING' },
      payment: { status: 'CREATED' },
      sign: { paidAt: null },
    })
    expect(await listAuditActionsOf(order.outTradeNo)).toEqual(['payment.mismatched', 'payment.mismatched'])
  })

  it('a repeated notification with another amount creates one case', async () => {
    const order = await makeOrder()
    for (let time = 0; time < 3; time += 1)
      expect(await sendCashierNotification(await signedNotificationOf(order, { amountFen: 1 }))).toEqual(bad)
    const mismatched = ['payment.mismatched']
    expect(await listAuditActionsOf(order.outTradeNo)).toEqual(mismatched)
    const { db } = await deps()
    const ended = { state: 'RESOLVED', resolvedBy: 'finance', resolution: '已核对' } as const
    await db
      .updateTable('moneyDifference')
      .set({ ...ended, resolvedAt: await appNow(db) })
      .where('subject', '=', order.outTradeNo)
      .execute()
    await sendCashierNotification(await signedNotificationOf(order, { amountFen: 1 }))
    expect(await listAuditActionsOf(order.outTradeNo)).toEqual(mismatched)
    await sendCashierNotification(await signedNotificationOf(order, { amountFen: 2 }))
    expect(await listAuditActionsOf(order.outTradeNo)).toEqual([...mismatched, ...mismatched])
  })

  it('refuses forged, changed and unsigned notifications and unknown numbers or channels', async () => {
    const order = await makeOrder()
    const real = await signedNotificationOf(order, { amountFen: 1 })
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
      await signedNotificationOf({ outTradeNo: 'NOBODY' }),
    ]
    for (const message of messages) expect(await sendCashierNotification(message)).toEqual(bad)
    const right = await signedNotificationOf(order)
    expect(await sendCashierNotification(right, 'WECHAT')).toEqual(bad)
    expect((await readOrderBooksOf(order)).order.status).toBe('PENDING')
  })

  it('refuses an old notification even with a valid signature', async () => {
    const order = await makeOrder()
    expect(await sendCashierNotification(await signedNotificationOf(order, {}, 301_000))).toEqual(bad)
    expect(await sendCashierNotification(await signedNotificationOf(order, {}, -301_000))).toEqual(bad)
    const kept = await signedNotificationOf(order)
    await passTime(301)
    expect(await sendCashierNotification(kept)).toEqual(bad)
    expect((await readOrderBooksOf(order)).order.status).toBe('PENDING')
  })

  it('shows a failed payment while the order can still be paid', async () => {
    const order = await makeOrder()
    const query = () => must('GET /order/v1/query_status', { orderNo: order.orderNo }, order.student.token)
    await query()
    const failure = { state: 'PAYERROR' as const, transactionId: null, paidAt: null }
    expect(await sendCashierNotification(await signedNotificationOf(order, failure))).toEqual(
      acceptedNotificationResponse,
    )
    expect(await query()).toMatchObject({ status: 'PENDING', channelFailed: true })
    await payWithoutNotification(order)
    expect(await sendCashierNotification(await signedNotificationOf(order))).toEqual(acceptedNotificationResponse)
    expect(await query()).toMatchObject({ status: 'PAID', channelFailed: false })
    expect(await sendCashierNotification(await signedNotificationOf(order, failure))).toEqual(
      acceptedNotificationResponse,
    )
    expect(await query()).toMatchObject({ status: 'PAID' })
  })

  it('a notification that the channel closed the payment closes the order', async () => {
    const order = await makeOrder()
    const closing = { state: 'CLOSED' as const, transactionId: null, paidAt: null }
    expect(await sendCashierNotification(await signedNotificationOf(order, closing))).toEqual(
      acceptedNotificationResponse,
    )
    expect((await readOrderBooksOf(order)).order).toMatchObject({ closeReason: 'CHANNEL_CLOSED' })
  })

  it('a notification racing a cancel, a query and another order leads to one consistent result', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await makeOrder()
      const { student, plan } = order
      await payWithoutNotification(order)
      const message = await signedNotificationOf(order)
      await Promise.all([
        sendCashierNotification(message),
        callCancelOrder(order).catch(() => {}),
        queryOrderStatus(order),
        makeOrder({ student, plan, courseIds: chosenCourseIds(plan, [0, 1, 2]) }).catch(() => {}),
      ])
      const { order: row, sign, refunds } = await readOrderBooksOf(order)
      expect(row.status).toBe('PAID')
      expect(sign.paidAt).toBeInstanceOf(Date)
      expect(refunds).toEqual([])
    }
  })
})

describe('refunds without a confirmation of the channel', () => {
  it('an unconfirmed refund is requested again until it is done', async () => {
    const order = await makeOrder()
    await callCancelOrder(order)
    await payClosedPayment(order)
    await endSignUp(order.plan.id)
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
    const { headers, body } = await signedNotificationOf(order)
    await applyPaymentNotification(slow, 'DEMO', headers, Buffer.from(body))
    const state = async () => {
      const { payment, refunds } = await readOrderBooksOf(order)
      return [payment?.status, refunds[0]?.status]
    }
    expect(await state()).toEqual(['REFUNDING', 'PENDING'])
    await retryRefunds(slow)
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
    expect(await listAuditActionsOf(order.outTradeNo)).toEqual([
      'payment.refundBegun',
      'payment.refundFailed',
      'payment.refundFailed',
      'payment.refunded',
    ])
  })
})
