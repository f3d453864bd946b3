import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import {
  booksOf,
  choiceOf,
  expectMoneyToAddUp,
  makeOrder,
  notificationOf,
  notify,
  paySilently,
  payTooLate,
  statusOf,
  type TestOrder,
} from '../../../test/factories/order.ts'
import { deps, must, passTime } from '../../../test/world.ts'
import { expireDue } from './service/expire.ts'
import { takeNotification } from './service/notify.ts'
import { retryRefunds } from './service/refund.ts'

afterAll(expectMoneyToAddUp)

const bad = { status: 400, key: 'order.badNotification' }
const good = { status: 200, key: undefined }

async function auditOf(subject: string): Promise<string[]> {
  const { db } = await deps()
  const rows = await db
    .selectFrom('auditLog')
    .select('action')
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.action)
}

/** A second payment row of an order, as a second channel order would be; paid in the cashier's book. */
async function secondPayment(order: TestOrder): Promise<{ outTradeNo: string }> {
  const { db } = await deps()
  const outTradeNo = `${order.orderNo}P2`
  const row = { outTradeNo, amountFen: 12_000 }
  await db
    .insertInto('payment')
    .values({ ...row, orderNo: order.orderNo, channel: 'DEMO', kind: 'NATIVE', status: 'CLOSED' })
    .execute()
  await db
    .insertInto('demoCashier')
    .values({
      ...row,
      description: '第二次支付',
      state: 'SUCCESS',
      transactionId: `DEMO${outTradeNo}`,
      expireAt: sql`app_now()`,
      paidAt: sql`app_now()`,
    })
    .execute()
  return { outTradeNo }
}

const cancel = ({ orderNo, student }: TestOrder) =>
  must('POST /order/v1/cancel_order', { orderNo }, student.token)

describe('a notification', () => {
  it('pays the order and the sign', async () => {
    const order = await makeOrder()
    await paySilently(order)
    expect(await notify(await notificationOf(order))).toEqual(good)
    const { payment, sign, order: row } = await booksOf(order)
    expect(row.status).toBe('PAID')
    expect(sign.paidAt).toBeInstanceOf(Date)
    expect(payment).toMatchObject({
      status: 'PAID',
      transactionId: `DEMO${order.outTradeNo}`,
      paidAt: new Date('2026-01-01T00:00:00Z'),
    })
    expect(await auditOf(order.orderNo)).toEqual(['order.created', 'order.paid'])
  })

  it('said many times, at once and later, counts once', async () => {
    const order = await makeOrder()
    await paySilently(order)
    const message = await notificationOf(order)
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => notify(message)),
      statusOf(order),
    ])
    expect(answers.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => good))
    const before = await booksOf(order)
    expect(await notify(message)).toEqual(good)
    expect(await booksOf(order)).toEqual(before)
    expect(before.refunds).toEqual([])
    expect(await auditOf(order.orderNo)).toEqual(['order.created', 'order.paid'])
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
    expect(await auditOf(order.outTradeNo)).toEqual(['payment.mismatched', 'payment.mismatched'])
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
    expect(await notify(await notificationOf(order, failure))).toEqual(good)
    expect(await query()).toMatchObject({ status: 'PENDING', channelFailed: true })
    await paySilently(order)
    expect(await notify(await notificationOf(order))).toEqual(good)
    expect(await query()).toMatchObject({ status: 'PAID', channelFailed: false })
    expect(await notify(await notificationOf(order, failure))).toEqual(good)
    expect(await query()).toMatchObject({ status: 'PAID' })
  })

  it('of the channel closing the payment closes the order', async () => {
    const order = await makeOrder()
    const closing = { state: 'CLOSED' as const, transactionId: null, paidAt: null }
    expect(await notify(await notificationOf(order, closing))).toEqual(good)
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
        cancel(order).catch(() => {}),
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

describe('paid twice', () => {
  it('the second payment of an order goes back', async () => {
    const order = await makeOrder()
    await paySilently(order)
    await notify(await notificationOf(order))
    const second = await secondPayment(order)
    expect(await notify(await notificationOf(second))).toEqual(good)
    expect(await notify(await notificationOf(second))).toEqual(good)
    const { order: row, payment, refunds } = await booksOf(order)
    expect(row.status).toBe('PAID')
    expect(payment).toMatchObject({ status: 'PAID' })
    expect(refunds).toMatchObject([
      {
        outTradeNo: second.outTradeNo,
        amountFen: 12_000,
        status: 'DONE',
        reason: 'SECOND_PAYMENT',
      },
    ])
    expect(await auditOf(second.outTradeNo)).toEqual(['payment.refundBegun', 'payment.refunded'])
  })

  it('two payments of one order at once: one pays, one goes back', async () => {
    const order = await makeOrder()
    await paySilently(order)
    const second = await secondPayment(order)
    const messages = [await notificationOf(order), await notificationOf(second)]
    expect(await Promise.all(messages.map((message) => notify(message)))).toEqual([good, good])
    const { order: row, refunds } = await booksOf(order)
    expect(row.status).toBe('PAID')
    expect(refunds).toHaveLength(1)
  })

  it('a closed order paid after another order of the sign was paid goes back', async () => {
    const old = await makeOrder()
    const { student, plan } = old
    const newer = await makeOrder({ student, plan, courseIds: choiceOf(plan, [0, 1, 2]) })
    await paySilently(newer)
    expect(await statusOf(newer)).toBe('PAID')
    await payTooLate(old)
    expect(await notify(await notificationOf(old))).toEqual(good)
    expect(await booksOf(old)).toMatchObject({
      order: { status: 'CLOSED', closeReason: 'REFUNDED_LATE', paidAt: null },
      payment: { status: 'REFUNDED' },
      refunds: [{ status: 'DONE' }],
    })
    expect((await booksOf(newer)).order.status).toBe('PAID')
  })
})

describe('paid after closing', () => {
  it('the order lives again, with what it was for', async () => {
    const order = await makeOrder()
    await cancel(order)
    await payTooLate(order)
    expect(await notify(await notificationOf(order))).toEqual(good)
    expect(await booksOf(order)).toMatchObject({
      order: { status: 'PAID', closedAt: null, closeReason: null },
      sign: { paidAt: expect.any(Date) },
      refunds: [],
    })
    expect(await auditOf(order.orderNo)).toEqual(['order.created', 'order.closed', 'order.revived'])
  })

  it('another open order of the sign is closed for it, at the channel too', async () => {
    const old = await makeOrder()
    const { student, plan } = old
    const newer = await makeOrder({ student, plan, courseIds: choiceOf(plan, [0, 1, 2]) })
    await payTooLate(old)
    const messages = await Promise.all([notificationOf(old), notificationOf(old)])
    expect(await Promise.all(messages.map((message) => notify(message)))).toEqual([good, good])
    expect((await booksOf(old)).order.status).toBe('PAID')
    expect((await booksOf(newer)).order).toMatchObject({
      status: 'CLOSED',
      closeReason: 'REPLACED',
    })
    const { db } = await deps()
    const chosen = await db
      .selectFrom('signCourse')
      .select('courseId')
      .where('signId', '=', old.signId)
      .execute()
    expect(chosen.map((row) => row.courseId).sort()).toEqual(choiceOf(plan).sort())
  })

  it('unless that one turns out paid: then the late money goes back', async () => {
    const old = await makeOrder()
    const { student, plan } = old
    const newer = await makeOrder({ student, plan, courseIds: choiceOf(plan, [0, 1, 2]) })
    await paySilently(newer)
    await payTooLate(old)
    expect(await notify(await notificationOf(old))).toEqual(good)
    expect((await booksOf(newer)).order.status).toBe('PAID')
    expect((await booksOf(old)).payment?.status).toBe('REFUNDED')
  })

  it('it goes back when the plan is closed by then', async () => {
    const plan = await makePlan()
    const order = await makeOrder({ plan })
    await cancel(order)
    const { db } = await deps()
    await db
      .updateTable('plan')
      .set({ signEndAt: sql`app_now() - interval '1 second'` })
      .where('id', '=', plan.id)
      .execute()
    await payTooLate(order)
    expect(await notify(await notificationOf(order))).toEqual(good)
    expect(await booksOf(order)).toMatchObject({
      order: { status: 'CLOSED', closeReason: 'REFUNDED_LATE' },
      sign: { paidAt: null },
      refunds: [{ reason: 'LATE_PAYMENT', status: 'DONE' }],
    })
  })

  it('an order paid in time counts, although the plan has closed since', async () => {
    const plan = await makePlan()
    const order = await makeOrder({ plan })
    await paySilently(order)
    const { db } = await deps()
    await db
      .updateTable('plan')
      .set({ signEndAt: sql`app_now() - interval '1 second'` })
      .where('id', '=', plan.id)
      .execute()
    await passTime(7201)
    await expireDue(await deps())
    expect((await booksOf(order)).order.status).toBe('PAID')
  })
})

describe('a refund the channel does not confirm', () => {
  it('is asked for again until it is done', async () => {
    const order = await makeOrder()
    await cancel(order)
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
    const refund = async () => answers[asked++] ?? 'PENDING'
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
    expect(await auditOf(order.outTradeNo)).toEqual([
      'payment.refundBegun',
      'payment.refundFailed',
      'payment.refundFailed',
      'payment.refunded',
    ])
  })
})
