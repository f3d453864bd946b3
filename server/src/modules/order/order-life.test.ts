import { afterAll, describe, expect, it } from 'vitest'
import {
  backAgain,
  booksOf,
  choiceOf,
  expectMoneyToAddUp,
  makeOrder,
  paySilently,
  statusOf,
} from '../../../test/factories/order.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { call, deps, must, passTime, stopwatch } from '../../../test/world.ts'
import { expireDue } from './service/expire.ts'
import { openOrders } from './service.ts'

afterAll(expectMoneyToAddUp)

describe('cancel_order', () => {
  it('closes the order, at the channel too; a repeat changes nothing', async () => {
    const order = await makeOrder()
    const cancel = () =>
      call('POST /order/v1/cancel_order', { orderNo: order.orderNo }, order.student.token)
    expect(await cancel()).toMatchObject({ code: 1, data: null })
    const { closedAt } = (await booksOf(order)).order
    expect(await cancel()).toMatchObject({ code: 1, data: null })
    expect((await booksOf(order)).order).toMatchObject({ closeReason: 'CANCELLED', closedAt })
    await paySilently(order)
    expect(await statusOf(order)).toBe('CLOSED')
    const again = await makeOrder(order)
    expect(again).toMatchObject({ signId: order.signId })
    expect(again.orderNo).not.toBe(order.orderNo)
  })

  it('cannot undo a payment: it finds out, and refuses', async () => {
    const order = await makeOrder()
    await paySilently(order)
    const { orderNo, student } = order
    expect(await call('POST /order/v1/cancel_order', { orderNo }, student.token)).toMatchObject({
      key: 'order.notPending',
      data: { status: 'PAID' },
    })
    expect((await booksOf(order)).sign.paidAt).toBeInstanceOf(Date)
  })

  it('racing a payment, one of them wins whole', async () => {
    for (let round = 0; round < 8; round += 1) {
      const order = await makeOrder()
      const [cancelled] = await Promise.all([
        call('POST /order/v1/cancel_order', { orderNo: order.orderNo }, order.student.token),
        paySilently(order),
      ])
      const { order: row, sign } = await booksOf(order)
      expect(row.status).toBe(cancelled.code === 1 ? 'CLOSED' : 'PAID')
      expect(sign.paidAt !== null).toBe(row.status === 'PAID')
    }
  })

  it('is refused for an order of another, and without sign-in', async () => {
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

describe('my_order', () => {
  it('pages a student through their own orders, newest first', async () => {
    const old = await makeOrder()
    const { student, plan } = old
    const newer = await makeOrder({ student, plan, courseIds: choiceOf(plan, [0, 1, 2]) })
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
            courseIds: choiceOf(plan, [0, 1, 2]).sort(),
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

  it('shows nobody the orders of another, refuses bad input, and needs sign-in', async () => {
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

describe('query_status', () => {
  it('finds a payment whose notification was lost', async () => {
    const order = await makeOrder()
    await paySilently(order)
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

  it('asks the channel no oftener than every 2 s, then less and less, whoever polls', async () => {
    const order = await makeOrder()
    const asked = async () => (await booksOf(order)).payment?.queryCount
    // one each two seconds, and a slow machine may take some for eight answers
    const clock = await stopwatch()
    for (const least of [1, 2]) {
      await Promise.all(Array.from({ length: 8 }, () => statusOf(order)))
      expect(await asked()).toBeGreaterThanOrEqual(least)
      expect(await asked()).toBeLessThanOrEqual(1 + (await clock()) / 2)
      await passTime(2)
    }
    for (let second = 0; second < 60; second += 2) {
      await passTime(2)
      await statusOf(order)
    }
    expect(await asked()).toBeLessThan(18)
    await passTime(15)
    const before = await asked()
    await statusOf(order)
    expect(await asked()).toBe((before ?? 0) + 1)
  })

  it('closes an order whose life is over, unless it was paid at the last moment', async () => {
    const late = await makeOrder()
    const paid = await makeOrder()
    await paySilently(paid)
    await passTime(7201)
    await Promise.all([backAgain(late.student), backAgain(paid.student)])
    expect(await statusOf(late)).toBe('CLOSED')
    expect((await booksOf(late)).order.closeReason).toBe('EXPIRED')
    expect(await statusOf(paid)).toBe('PAID')
    const { db } = await deps()
    expect(await openOrders(db, late.student.id)).toEqual([])
  })

  it('an order that is over is never given again, closed or not', async () => {
    const old = await makeOrder()
    await passTime(7201)
    await backAgain(old.student)
    const again = await makeOrder(old)
    expect(again.orderNo).not.toBe(old.orderNo)
    expect((await booksOf(old)).order).toMatchObject({ status: 'CLOSED', closeReason: 'EXPIRED' })
  })

  it('answers for an order of another as for a missing one', async () => {
    const { orderNo } = await makeOrder()
    const { token } = await makeStudent()
    const foreign = await call('GET /order/v1/query_status', { orderNo }, token)
    expect(foreign).toMatchObject({ key: 'order.notFound' })
    expect(
      await call('GET /order/v1/query_status', { orderNo: '2026010100000000000000' }, token),
    ).toEqual(foreign)
    expect(await call('GET /order/v1/query_status', { orderNo: '<b>' }, token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await call('GET /order/v1/query_status', { orderNo })).toMatchObject({ status: 401 })
  })
})

describe('the sweep', () => {
  it('closes what is over and books what was paid, also when two sweep at once', async () => {
    const late = await makeOrder()
    const paid = await makeOrder()
    await passTime(100)
    const young = await makeOrder()
    await paySilently(paid)
    await passTime(7150)
    const all = await deps()
    await Promise.all([expireDue(all), expireDue(all)])
    expect((await booksOf(late)).order).toMatchObject({ status: 'CLOSED', closeReason: 'EXPIRED' })
    expect((await booksOf(paid)).order.status).toBe('PAID')
    expect((await booksOf(young)).order.status).toBe('PENDING')
  })
})
