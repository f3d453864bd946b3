import { afterAll, describe, expect, it } from 'vitest'
import {
  chosenCourseIds,
  expectMoneyToAddUp,
  makeOrder,
  payWithoutNotification,
  queryOrderStatus,
  readOrderBooksOf,
  signInAgain,
} from '../../../../test/factories/order.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { call, deps, must, passTime, startStopwatch } from '../../../../test/world.ts'
import { expireDueOrders } from './service/query.ts'
import { openOrders } from './service.ts'

afterAll(expectMoneyToAddUp)

describe('cancelling an order', () => {
  it('cancel_order closes the order at the channel, and a repeat changes nothing', async () => {
    const order = await makeOrder()
    const cancel = () => call('POST /order/v1/cancel_order', { orderNo: order.orderNo }, order.student.token)
    expect(await cancel()).toMatchObject({ code: 1, data: null })
    const { closedAt } = (await readOrderBooksOf(order)).order
    expect(await cancel()).toMatchObject({ code: 1, data: null })
    expect((await readOrderBooksOf(order)).order).toMatchObject({ closeReason: 'CANCELLED', closedAt })
    await payWithoutNotification(order)
    expect(await queryOrderStatus(order)).toBe('CLOSED')
    const again = await makeOrder(order)
    expect(again).toMatchObject({ signId: order.signId })
    expect(again.orderNo).not.toBe(order.orderNo)
  })

  it('cancel_order finds that the order is paid and refuses', async () => {
    const order = await makeOrder()
    await payWithoutNotification(order)
    const { orderNo, student } = order
    expect(await call('POST /order/v1/cancel_order', { orderNo }, student.token)).toMatchObject({
      key: 'order.notPending',
      data: { status: 'PAID' },
    })
    expect((await readOrderBooksOf(order)).sign.paidAt).toBeInstanceOf(Date)
  })

  it('a cancel and a payment at once leave the order either cancelled or paid', async () => {
    for (let round = 0; round < 8; round += 1) {
      const order = await makeOrder()
      const [cancelled] = await Promise.all([
        call('POST /order/v1/cancel_order', { orderNo: order.orderNo }, order.student.token),
        payWithoutNotification(order),
      ])
      const { order: row, sign } = await readOrderBooksOf(order)
      expect(row.status).toBe(cancelled.code === 1 ? 'CLOSED' : 'PAID')
      expect(sign.paidAt !== null).toBe(row.status === 'PAID')
    }
  })

  it('cancel_order refuses foreign orders and calls without sign-in', async () => {
    const { orderNo } = await makeOrder()
    const { token } = await makeStudent()
    const missing = { orderNo: '2026010100000000000000' }
    const foreign = await call('POST /order/v1/cancel_order', { orderNo }, token)
    expect(foreign).toMatchObject({ key: 'order.notFound' })
    expect(await call('POST /order/v1/cancel_order', missing, token)).toEqual(foreign)
    const bad = await call('POST /order/v1/cancel_order', { orderNo: "1' or 1=1" }, token)
    expect(bad).toMatchObject({ key: 'common.invalid' })
    expect(await call('POST /order/v1/cancel_order', { orderNo })).toMatchObject({ status: 401 })
  })
})

describe('listing own orders', () => {
  it('my_order pages through the orders of a student, newest first', async () => {
    const old = await makeOrder()
    const { student, plan } = old
    const newer = await makeOrder({ student, plan, courseIds: chosenCourseIds(plan, [0, 1, 2]) })
    const page = (input: object) => must('GET /order/v1/my_order', input, student.token)
    const all = await page({})
    expect(all).toMatchObject({ total: 2, page: 1, pageSize: 20 })
    expect(all.list).toMatchObject([
      {
        orderNo: newer.orderNo,
        status: 'PENDING',
        payType: 'DEMO',
        codeUrl: newer.codeUrl,
        lines: [
          {
            signId: newer.signId,
            year: plan.year,
            amount: 12_000,
            courseIds: chosenCourseIds(plan, [0, 1, 2]).sort(),
          },
        ],
      },
      { orderNo: old.orderNo, status: 'CLOSED', closeReason: 'REPLACED', codeUrl: null },
    ])
    expect((await page({ page: 2, pageSize: 1 })).list).toMatchObject([{ orderNo: old.orderNo }])
    expect(await page({ status: 'CLOSED' })).toMatchObject({
      total: 1,
      list: [{ orderNo: old.orderNo }],
    })
    expect(await page({ status: 'PAID' })).toMatchObject({ total: 0, list: [] })
  })

  it('my_order hides foreign orders and refuses bad input and missing sign-in', async () => {
    await makeOrder()
    const { token } = await makeStudent()
    expect(await must('GET /order/v1/my_order', {}, token)).toMatchObject({ total: 0, list: [] })
    expect(await call('GET /order/v1/my_order', { pageSize: 101 }, token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await call('GET /order/v1/my_order', { status: 'LOST' }, token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await call('GET /order/v1/my_order')).toMatchObject({ status: 401 })
  })
})

describe('querying the state of a payment', () => {
  it('query_status finds a payment whose notification was lost', async () => {
    const order = await makeOrder()
    await payWithoutNotification(order)
    const { orderNo, student } = order
    const answer = await must('GET /order/v1/query_status', { orderNo }, student.token)
    expect(answer).toMatchObject({
      orderNo,
      status: 'PAID',
      signId: order.signId,
      paidAt: expect.any(String),
      channelFailed: false,
    })
    expect(Date.parse(answer.serverNow)).toBeLessThan(Date.parse(answer.expireAt))
  })

  it('query_status calls the channel every 2 s at most, then less often', async () => {
    const order = await makeOrder()
    const asked = async () => (await readOrderBooksOf(order)).payment?.queryCount
    // A slow machine may need several intervals of two seconds for eight responses.
    const clock = await startStopwatch()
    for (const least of [1, 2]) {
      await Promise.all(Array.from({ length: 8 }, () => queryOrderStatus(order)))
      expect(await asked()).toBeGreaterThanOrEqual(least)
      expect(await asked()).toBeLessThanOrEqual(1 + (await clock()) / 2)
      await passTime(2)
    }
    for (let second = 0; second < 60; second += 2) {
      await passTime(2)
      await queryOrderStatus(order)
    }
    expect(await asked()).toBeLessThan(18)
    await passTime(15)
    const before = await asked()
    await queryOrderStatus(order)
    expect(await asked()).toBe((before ?? 0) + 1)
  })

  it('query_status closes an expired order unless it was paid at the last moment', async () => {
    const late = await makeOrder()
    const paid = await makeOrder()
    await payWithoutNotification(paid)
    await passTime(7201)
    await Promise.all([signInAgain(late.student), signInAgain(paid.student)])
    expect(await queryOrderStatus(late)).toBe('CLOSED')
    expect((await readOrderBooksOf(late)).order.closeReason).toBe('EXPIRED')
    expect(await queryOrderStatus(paid)).toBe('PAID')
    const { db } = await deps()
    expect(await openOrders(db, late.student.id)).toEqual([])
  })

  it('an expired order is never returned in place of a new one', async () => {
    const old = await makeOrder()
    await passTime(7201)
    await signInAgain(old.student)
    const again = await makeOrder(old)
    expect(again.orderNo).not.toBe(old.orderNo)
    expect((await readOrderBooksOf(old)).order).toMatchObject({ status: 'CLOSED', closeReason: 'EXPIRED' })
  })

  it('query_status responds notFound for an order of another student', async () => {
    const { orderNo } = await makeOrder()
    const { token } = await makeStudent()
    const foreign = await call('GET /order/v1/query_status', { orderNo }, token)
    expect(foreign).toMatchObject({ key: 'order.notFound' })
    expect(await call('GET /order/v1/query_status', { orderNo: '2026010100000000000000' }, token)).toEqual(foreign)
    expect(await call('GET /order/v1/query_status', { orderNo: '<b>' }, token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await call('GET /order/v1/query_status', { orderNo })).toMatchObject({ status: 401 })
  })
})

describe('the job that expires orders', () => {
  it('concurrent runs close expired orders and record payments once', async () => {
    const late = await makeOrder()
    const paid = await makeOrder()
    await passTime(100)
    const young = await makeOrder()
    await payWithoutNotification(paid)
    await passTime(7150)
    const all = await deps()
    await Promise.all([expireDueOrders(all), expireDueOrders(all)])
    expect((await readOrderBooksOf(late)).order).toMatchObject({ status: 'CLOSED', closeReason: 'EXPIRED' })
    expect((await readOrderBooksOf(paid)).order.status).toBe('PAID')
    expect((await readOrderBooksOf(young)).order.status).toBe('PENDING')
  })
})
