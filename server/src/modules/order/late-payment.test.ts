import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../test/audit.ts'
import { makePlan } from '../../../test/factories/catalogue.ts'
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
  type TestOrder,
} from '../../../test/factories/order.ts'
import { deps, must, passTime } from '../../../test/world.ts'
import { expireDue } from './service/expire.ts'

afterAll(expectMoneyToAddUp)

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

describe('paid twice', () => {
  it('the second payment of an order goes back', async () => {
    const order = await makeOrder()
    await paySilently(order)
    await notify(await notificationOf(order))
    const second = await secondPayment(order)
    expect(await notify(await notificationOf(second))).toEqual(heard)
    expect(await notify(await notificationOf(second))).toEqual(heard)
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
    expect(await actionsOf(second.outTradeNo)).toEqual(['payment.refundBegun', 'payment.refunded'])
  })

  it('two payments of one order at once: one pays, one goes back', async () => {
    const order = await makeOrder()
    await paySilently(order)
    const second = await secondPayment(order)
    const messages = [await notificationOf(order), await notificationOf(second)]
    expect(await Promise.all(messages.map((message) => notify(message)))).toEqual([heard, heard])
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
    expect(await notify(await notificationOf(old))).toEqual(heard)
    expect(await booksOf(old)).toMatchObject({
      order: { status: 'CLOSED', closeReason: 'REFUNDED_LATE', paidAt: null },
      payment: { status: 'REFUNDED' },
      refunds: [{ status: 'DONE' }],
    })
    expect((await booksOf(newer)).order.status).toBe('PAID')
  })

  it('its payer is told, and reads whether the money is back', async () => {
    const order = await makeOrder()
    await paySilently(order)
    expect(await statusOf(order)).toBe('PAID')
    const second = await secondPayment(order)
    const shown = async () => {
      const { list } = await must('GET /order/v1/my_order', {}, order.student.token)
      return list[0]?.givenBack
    }
    expect(await shown()).toBeNull()
    expect(await notify(await notificationOf(second))).toEqual(heard)
    expect(await shown()).toEqual({ amount: 12_000, done: true, elsewhere: false })
    const { db } = await deps()
    const rows = db.selectFrom('message').select(['event', 'title', 'body'])
    const told = await rows.where('studentId', '=', order.student.id).execute()
    expect(told.filter(({ event }) => event.startsWith('payment.back:'))).toEqual([
      {
        event: `payment.back:R${second.outTradeNo}`,
        title: '收到的款项正在原路退回',
        body: expect.stringContaining(`订单 ${order.orderNo} 又收到的 ¥120.00 正在原路退回`),
      },
    ])
  })
})

describe('paid after closing', () => {
  it('the order lives again, with what it was for', async () => {
    const order = await makeOrder()
    await cancelOrder(order)
    await payTooLate(order)
    expect(await notify(await notificationOf(order))).toEqual(heard)
    expect(await booksOf(order)).toMatchObject({
      order: { status: 'PAID', closedAt: null, closeReason: null },
      sign: { paidAt: expect.any(Date) },
      refunds: [],
    })
    expect(await actionsOf(order.orderNo)).toEqual([
      'order.created',
      'order.closed',
      'order.revived',
    ])
  })

  it.each([
    ['asks for more hours', { requiredProfessional: 5000 }],
    ['costs more', { priceFen: 12_001 }],
    ['costs less', { priceFen: 9_000 }],
  ])('the money goes back when the plan %s by now', async (_, change) => {
    const order = await makeOrder()
    await cancelOrder(order)
    const { db } = await deps()
    const plan = db.updateTable('plan').where('id', '=', order.plan.id)
    await plan.set(change).execute()
    await payTooLate(order)
    expect(await notify(await notificationOf(order))).toEqual(heard)
    expect(await booksOf(order)).toMatchObject({
      order: { status: 'CLOSED', closeReason: 'REFUNDED_LATE' },
      refunds: [{ status: 'DONE', reason: 'LATE_PAYMENT' }],
    })
  })

  it('another open order of the sign is closed for it, at the channel too', async () => {
    const old = await makeOrder()
    const { student, plan } = old
    const newer = await makeOrder({ student, plan, courseIds: choiceOf(plan, [0, 1, 2]) })
    await payTooLate(old)
    const messages = await Promise.all([notificationOf(old), notificationOf(old)])
    expect(await Promise.all(messages.map((message) => notify(message)))).toEqual([heard, heard])
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
    expect(await notify(await notificationOf(old))).toEqual(heard)
    expect((await booksOf(newer)).order.status).toBe('PAID')
    expect((await booksOf(old)).payment?.status).toBe('REFUNDED')
  })

  it('it goes back when the plan is closed by then', async () => {
    const plan = await makePlan()
    const order = await makeOrder({ plan })
    await cancelOrder(order)
    const { db } = await deps()
    await db
      .updateTable('plan')
      .set({ signEndAt: sql`app_now() - interval '1 second'` })
      .where('id', '=', plan.id)
      .execute()
    await payTooLate(order)
    expect(await notify(await notificationOf(order))).toEqual(heard)
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
