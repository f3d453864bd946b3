import { afterAll, afterEach, describe, expect, it } from 'vitest'
import {
  gateway,
  heard,
  makeAlipayOrder,
  payTwice,
  tell,
} from '../../../../test/factories/alipay.ts'
import { differences } from '../../../../test/factories/bills.ts'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  booksOf,
  cancelOrder,
  choiceOf,
  expectMoneyToAddUp,
  statusOf,
  type TestOrder,
  tryOrder,
} from '../../../../test/factories/order.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import {
  channelBook,
  control,
  fail,
  messageOf,
  passTimeEverywhere,
  pay,
} from '../../../../test/factories/wechat.ts'
import { call, must } from '../../../../test/world.ts'

afterEach(async () => {
  await control('faults', [])
  await control('refundOutcome', { outcome: 'SUCCESS' })
})
afterAll(expectMoneyToAddUp)

const scan = ({ codeUrl }: TestOrder) => control('scan', { codeUrl })
const nobodys = '20260101000000NOBODYP1'
const bad = { status: 400, text: expect.stringContaining('"order.badNotification"') }

describe('Alipay by a QR', () => {
  it('gives the address for the QR; asking again is the same channel order', async () => {
    const order = await makeAlipayOrder()
    expect(order.codeUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/qr\/\w+$/)
    expect((await makeAlipayOrder(order)).codeUrl).toBe(order.codeUrl)
    const { trades } = await channelBook(order)
    const { expireAt } = (await booksOf(order)).order
    // the QR ends with the order
    const ends = Math.floor(expireAt.getTime() / 1000) * 1000
    expect(trades).toMatchObject([{ state: 'NOTPAY', total: 12_000, expireAt: ends }])
  })

  it('knows nothing of a QR that nobody has scanned, nor of a number nobody placed', async () => {
    const { query, close, queryRefund } = await gateway()
    const { outTradeNo } = await makeAlipayOrder()
    for (const number of [outTradeNo, nobodys]) {
      expect(await query(number)).toMatchObject({ state: 'NOTPAY' })
      expect(await close(number)).toMatchObject({ state: 'CLOSED' })
      expect(await queryRefund({ refundNo: `R${number}`, outTradeNo: number })).toBeNull()
    }
  })

  it('is asked when the notification is lost, and before an order is closed', async () => {
    const [polled, cancelled] = [await makeAlipayOrder(), await makeAlipayOrder()]
    expect(await statusOf(polled)).toBe('PENDING')
    await scan(polled)
    await passTimeEverywhere(2)
    expect(await statusOf(polled)).toBe('PENDING')
    await pay(polled)
    await passTimeEverywhere(3)
    expect(await statusOf(polled)).toBe('PAID')
    await scan(cancelled)
    await cancelOrder(cancelled)
    expect((await channelBook(cancelled)).trades).toMatchObject([{ state: 'CLOSED' }])
    expect(await pay(cancelled)).toBe(false)
  })

  it('may not close what was paid: it pays', async () => {
    const order = await makeAlipayOrder()
    await pay(order)
    const { orderNo, student } = order
    const answer = await call('POST /order/v1/cancel_order', { orderNo }, student.token)
    expect(answer.key).toBe('order.notPending')
    const { order: row, payment } = await booksOf(order)
    expect(row.status).toBe('PAID')
    expect(payment?.transactionId).toMatch(/^20\d{26}$/)
  })

  it('is down: refused with an order that waits, which heals when it is up again', async () => {
    const [student, plan] = [await makeStudent(), await makePlan()]
    for (const kind of ['ERROR', 'BUSY', 'LOST', 'UNSIGNED']) {
      await fail('create', kind)
      const answer = await tryOrder(student, plan, { payType: 'ALIPAY' })
      expect(answer.key).toBe('order.gatewayDown')
    }
    const { orderNo, codeUrl } = await makeAlipayOrder({ student, plan })
    const rows = await must('GET /order/v1/my_order', {}, student.token)
    expect(rows.list).toMatchObject([{ orderNo, codeUrl, payType: 'ALIPAY' }])
  })

  it('is not believed when an answer was changed on its way, or a stranger signed it', async () => {
    const { query, close } = await gateway()
    const order = await makeAlipayOrder()
    await scan(order)
    for (const kind of ['CHANGED', 'UNSIGNED']) {
      await fail('query', kind)
      await expect(query(order.outTradeNo)).rejects.toThrow('without a signature that fits')
    }
    // a refusal closes nothing unless it is the channel's own
    const unscanned = await makeAlipayOrder()
    await fail('close', 'UNSIGNED')
    await expect(close(unscanned.outTradeNo)).rejects.toThrow('without a signature that fits')
    expect((await booksOf(order)).order.status).toBe('PENDING')
  })
})

describe('a notification of Alipay', () => {
  it('is answered with its word, and booked once however often and late it comes', async () => {
    const order = await makeAlipayOrder()
    const early = await messageOf(order, { state: 'WAIT_BUYER_PAY' })
    await pay(order)
    const paid = await messageOf(order, { age: 86_400 })
    const answers = await Promise.all([paid, early, paid].map((message) => tell(message)))
    expect(answers).toEqual([heard, heard, heard])
    const before = await booksOf(order)
    for (const message of [early, paid, await messageOf(order, { state: 'TRADE_FINISHED' })])
      expect(await tell(message)).toEqual(heard)
    expect(await booksOf(order)).toEqual(before)
    expect(before).toMatchObject({ order: { status: 'PAID' }, refunds: [] })
  })

  it('forged, changed, unsigned or with a field twice is refused', async () => {
    const order = await makeAlipayOrder()
    await pay(order)
    const real = await messageOf(order)
    const json = { ...real, headers: { 'content-type': 'application/json' } }
    for (const message of [
      { ...real, body: real.body.replace('total_amount=120.00', 'total_amount=120.01') },
      { ...real, body: real.body.replace(/&sign=[^&]*/, '') },
      { ...real, body: `${real.body}&more=1` },
      { ...json, body: JSON.stringify(Object.fromEntries(new URLSearchParams(real.body))) },
      await messageOf(order, { forged: true }),
      await messageOf(order, { twice: true }),
    ])
      expect(await tell(message)).toMatchObject(bad)
    for (const channel of ['WECHAT', 'DEMO', 'NOBODY'])
      expect(await tell(real, channel)).toMatchObject(bad)
    expect((await booksOf(order)).order.status).toBe('PENDING')
    expect(await tell(real)).toEqual(heard)
  })

  it('one fen off, of another seller, another app or an unknown number pays nothing', async () => {
    const order = await makeAlipayOrder()
    await pay(order)
    for (const lie of [
      { amount: 11_999 },
      { amount: 12_001 },
      { sellerId: '2088000000000099' },
      { appId: '2021000000000099' },
      { outTradeNo: nobodys },
      { state: 'WHATEVER' },
    ])
      expect(await tell(await messageOf(order, lie))).toMatchObject(bad)
    expect(await booksOf(order)).toMatchObject({
      order: { status: 'PENDING' },
      payment: { status: 'CREATED' },
      sign: { paidAt: null },
    })
    expect(await differences(order.outTradeNo)).toEqual([
      { kind: 'NOTIFICATION', state: 'OPEN', orderNo: order.orderNo },
    ])
  })
})

describe('a QR that outlives its order', () => {
  it('pays it after all while the sign is possible', async () => {
    const order = await makeAlipayOrder()
    await cancelOrder(order)
    expect((await booksOf(order)).order.status).toBe('CLOSED')
    expect(await pay(order)).toBe(true)
    expect(await tell(await messageOf(order))).toEqual(heard)
    expect(await booksOf(order)).toMatchObject({ order: { status: 'PAID' }, refunds: [] })
  })

  it('pays it, and the newer one, which nobody has paid, ends', async () => {
    const order = await makeAlipayOrder()
    const { student, plan } = order
    const newer = await makeAlipayOrder({ student, plan, courseIds: choiceOf(plan, [0, 1, 2]) })
    expect((await booksOf(order)).order).toMatchObject({
      status: 'CLOSED',
      closeReason: 'REPLACED',
    })
    await pay(order)
    expect(await tell(await messageOf(order))).toEqual(heard)
    expect((await booksOf(order)).order.status).toBe('PAID')
    expect((await booksOf(newer)).order.status).toBe('CLOSED')
  })

  it('is not revived by an old word of money that went back by hand since', async () => {
    const order = await makeAlipayOrder()
    await cancelOrder(order)
    await pay(order)
    const told = await messageOf(order)
    const { refund } = await gateway()
    const { outTradeNo } = order
    const refundNo = `${outTradeNo}BYHAND`
    const byHand = { refundNo, outTradeNo, amountFen: 12_000, totalFen: 12_000 }
    expect(await refund(byHand)).toMatchObject({ state: 'DONE' })
    // unproven, it is to be said again
    await fail('query', 'ERROR')
    expect(await tell(told)).toMatchObject({ status: 503 })
    expect(await tell(told)).toEqual(heard)
    expect(await booksOf(order)).toMatchObject({
      order: { status: 'CLOSED' },
      payment: { status: 'CLOSED' },
      sign: { paidAt: null },
      refunds: [],
    })
    // these were the test's own: our books have never heard of them
    await control('forgetRefund', { refundNo })
    await control('forget', { outTradeNo })
  })

  it('gives back what came twice', async () => {
    const order = await payTwice()
    expect(await booksOf(order)).toMatchObject({
      order: { status: 'CLOSED', closeReason: 'REFUNDED_LATE' },
      refunds: [{ status: 'DONE', reason: 'SECOND_PAYMENT' }],
    })
    expect((await channelBook(order)).refunds).toMatchObject([
      { amount: 12_000, status: 'SUCCESS' },
    ])
    // told of like a payment: there is nothing left to book
    const { refundNo } = (await booksOf(order)).refunds[0] ?? {}
    expect(await tell(await control('refundMessage', { refundNo }))).toEqual(heard)
  })
})
