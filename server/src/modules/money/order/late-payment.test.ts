import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { listAuditActionsOf } from '../../../../test/audit.ts'
import { endSignUp, makePlan } from '../../../../test/factories/catalogue.ts'
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
  type TestOrder,
} from '../../../../test/factories/order.ts'
import { deps, must, passTime } from '../../../../test/world.ts'
import { expireDueOrders } from './service/query.ts'

afterAll(expectMoneyToAddUp)

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

describe('orders that are paid twice', () => {
  it('the second payment of an order is refunded', async () => {
    const order = await makeOrder()
    await payWithoutNotification(order)
    await sendCashierNotification(await signedNotificationOf(order))
    const second = await secondPayment(order)
    expect(await sendCashierNotification(await signedNotificationOf(second))).toEqual(acceptedNotificationResponse)
    expect(await sendCashierNotification(await signedNotificationOf(second))).toEqual(acceptedNotificationResponse)
    const { order: row, payment, refunds } = await readOrderBooksOf(order)
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
    expect(await listAuditActionsOf(second.outTradeNo)).toEqual(['payment.refundBegun', 'payment.refunded'])
  })

  it('of two simultaneous payments one pays the order and one is refunded', async () => {
    const order = await makeOrder()
    await payWithoutNotification(order)
    const second = await secondPayment(order)
    const messages = [await signedNotificationOf(order), await signedNotificationOf(second)]
    expect(await Promise.all(messages.map((message) => sendCashierNotification(message)))).toEqual([
      acceptedNotificationResponse,
      acceptedNotificationResponse,
    ])
    const { order: row, refunds } = await readOrderBooksOf(order)
    expect(row.status).toBe('PAID')
    expect(refunds).toHaveLength(1)
  })

  it('a late payment is refunded when another order of the sign is paid', async () => {
    const old = await makeOrder()
    const { student, plan } = old
    const newer = await makeOrder({ student, plan, courseIds: chosenCourseIds(plan, [0, 1, 2]) })
    await payWithoutNotification(newer)
    expect(await queryOrderStatus(newer)).toBe('PAID')
    await payClosedPayment(old)
    expect(await sendCashierNotification(await signedNotificationOf(old))).toEqual(acceptedNotificationResponse)
    expect(await readOrderBooksOf(old)).toMatchObject({
      order: { status: 'CLOSED', closeReason: 'REFUNDED_LATE', paidAt: null },
      payment: { status: 'REFUNDED' },
      refunds: [{ status: 'DONE' }],
    })
    expect((await readOrderBooksOf(newer)).order.status).toBe('PAID')
  })

  it('the payer is notified of a double payment and sees the refund state', async () => {
    const order = await makeOrder()
    await payWithoutNotification(order)
    expect(await queryOrderStatus(order)).toBe('PAID')
    const second = await secondPayment(order)
    const shown = async () => {
      const { list } = await must('GET /order/v1/my_order', {}, order.student.token)
      return list[0]?.givenBack
    }
    expect(await shown()).toBeNull()
    expect(await sendCashierNotification(await signedNotificationOf(second))).toEqual(acceptedNotificationResponse)
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

describe('orders that are paid after closing', () => {
  it('a late payment reopens the order with its courses', async () => {
    const order = await makeOrder()
    await callCancelOrder(order)
    await payClosedPayment(order)
    expect(await sendCashierNotification(await signedNotificationOf(order))).toEqual(acceptedNotificationResponse)
    expect(await readOrderBooksOf(order)).toMatchObject({
      order: { status: 'PAID', closedAt: null, closeReason: null },
      sign: { paidAt: expect.any(Date) },
      refunds: [],
    })
    expect(await listAuditActionsOf(order.orderNo)).toEqual(['order.created', 'order.closed', 'order.revived'])
  })

  it.each([
    ['asks for more hours', { requiredProfessional: 5000 }],
    ['costs more', { priceFen: 12_001 }],
    ['costs less', { priceFen: 9_000 }],
  ])('a late payment is refunded when the plan %s by now', async (_, change) => {
    const order = await makeOrder()
    await callCancelOrder(order)
    const { db } = await deps()
    const plan = db.updateTable('plan').where('id', '=', order.plan.id)
    await plan.set(change).execute()
    await payClosedPayment(order)
    expect(await sendCashierNotification(await signedNotificationOf(order))).toEqual(acceptedNotificationResponse)
    expect(await readOrderBooksOf(order)).toMatchObject({
      order: { status: 'CLOSED', closeReason: 'REFUNDED_LATE' },
      refunds: [{ status: 'DONE', reason: 'LATE_PAYMENT' }],
    })
  })

  it('a late payment closes another open order of the sign at its channel', async () => {
    const old = await makeOrder()
    const { student, plan } = old
    const newer = await makeOrder({ student, plan, courseIds: chosenCourseIds(plan, [0, 1, 2]) })
    await payClosedPayment(old)
    const messages = await Promise.all([signedNotificationOf(old), signedNotificationOf(old)])
    expect(await Promise.all(messages.map((message) => sendCashierNotification(message)))).toEqual([
      acceptedNotificationResponse,
      acceptedNotificationResponse,
    ])
    expect((await readOrderBooksOf(old)).order.status).toBe('PAID')
    expect((await readOrderBooksOf(newer)).order).toMatchObject({
      status: 'CLOSED',
      closeReason: 'REPLACED',
    })
    const { db } = await deps()
    const chosen = await db.selectFrom('signCourse').select('courseId').where('signId', '=', old.signId).execute()
    expect(chosen.map((row) => row.courseId).sort()).toEqual(chosenCourseIds(plan).sort())
  })

  it('a late payment is refunded when the other order turns out to be paid', async () => {
    const old = await makeOrder()
    const { student, plan } = old
    const newer = await makeOrder({ student, plan, courseIds: chosenCourseIds(plan, [0, 1, 2]) })
    await payWithoutNotification(newer)
    await payClosedPayment(old)
    expect(await sendCashierNotification(await signedNotificationOf(old))).toEqual(acceptedNotificationResponse)
    expect((await readOrderBooksOf(newer)).order.status).toBe('PAID')
    expect((await readOrderBooksOf(old)).payment?.status).toBe('REFUNDED')
  })

  it('a late payment is refunded when the plan is closed', async () => {
    const plan = await makePlan()
    const order = await makeOrder({ plan })
    await callCancelOrder(order)
    await endSignUp(plan.id)
    await payClosedPayment(order)
    expect(await sendCashierNotification(await signedNotificationOf(order))).toEqual(acceptedNotificationResponse)
    expect(await readOrderBooksOf(order)).toMatchObject({
      order: { status: 'CLOSED', closeReason: 'REFUNDED_LATE' },
      sign: { paidAt: null },
      refunds: [{ reason: 'LATE_PAYMENT', status: 'DONE' }],
    })
  })

  it('an order paid in time counts although the plan has closed since', async () => {
    const plan = await makePlan()
    const order = await makeOrder({ plan })
    await payWithoutNotification(order)
    await endSignUp(plan.id)
    await passTime(7201)
    await expireDueOrders(await deps())
    expect((await readOrderBooksOf(order)).order.status).toBe('PAID')
  })
})
