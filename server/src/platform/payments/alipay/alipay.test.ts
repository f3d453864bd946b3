import { afterAll, afterEach, describe, expect, it } from 'vitest'
import {
  alipaySuccessResponse,
  deliverAlipayNotification,
  makeAlipayOrder,
  makeTwicePaidOrder,
  openAlipayGateway,
} from '../../../../test/factories/alipay.ts'
import { listMoneyDifferencesOf } from '../../../../test/factories/bills.ts'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  callCancelOrder,
  callCreateOrder,
  chosenCourseIds,
  expectMoneyToAddUp,
  queryOrderStatus,
  readOrderBooksOf,
  type TestOrder,
} from '../../../../test/factories/order.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import {
  controlChannel,
  createChannelNotificationOf,
  failNextCalls,
  passTimeEverywhere,
  payAtWechat,
  readChannelBook,
  resetChannel,
} from '../../../../test/factories/wechat.ts'
import { call, must } from '../../../../test/world.ts'

afterEach(resetChannel)
afterAll(expectMoneyToAddUp)

const scan = ({ codeUrl }: TestOrder) => controlChannel('scan', { codeUrl })
const nobodys = '20260101000000NOBODYP1'
const bad = { status: 400, text: expect.stringContaining('"order.badNotification"') }

describe('Alipay payments by QR code', () => {
  it('creates the address of the QR code, and a repeated call uses the same channel order number', async () => {
    const order = await makeAlipayOrder()
    expect(order.codeUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/qr\/\w+$/)
    expect((await makeAlipayOrder(order)).codeUrl).toBe(order.codeUrl)
    const { trades } = await readChannelBook(order)
    const { expireAt } = (await readOrderBooksOf(order)).order
    // The QR code and the order expire at the same time.
    const ends = Math.floor(expireAt.getTime() / 1000) * 1000
    expect(trades).toMatchObject([{ state: 'NOTPAY', total: 12_000, expireAt: ends }])
  })

  it('Alipay knows no order before its QR code is scanned', async () => {
    const { query, close, queryRefund } = await openAlipayGateway()
    const { outTradeNo } = await makeAlipayOrder()
    for (const number of [outTradeNo, nobodys]) {
      expect(await query(number)).toMatchObject({ state: 'NOTPAY' })
      expect(await close(number)).toMatchObject({ state: 'CLOSED' })
      expect(await queryRefund({ refundNo: `R${number}`, outTradeNo: number })).toBeNull()
    }
  })

  it('asks Alipay for the payment when a notification is lost and before an order is closed', async () => {
    const [polled, cancelled] = [await makeAlipayOrder(), await makeAlipayOrder()]
    expect(await queryOrderStatus(polled)).toBe('PENDING')
    await scan(polled)
    await passTimeEverywhere(2)
    expect(await queryOrderStatus(polled)).toBe('PENDING')
    await payAtWechat(polled)
    await passTimeEverywhere(3)
    expect(await queryOrderStatus(polled)).toBe('PAID')
    await scan(cancelled)
    await callCancelOrder(cancelled)
    expect((await readChannelBook(cancelled)).trades).toMatchObject([{ state: 'CLOSED' }])
    expect(await payAtWechat(cancelled)).toBe(false)
  })

  it('marks an order as paid instead of closing it when Alipay reports the payment', async () => {
    const order = await makeAlipayOrder()
    await payAtWechat(order)
    const { orderNo, student } = order
    const answer = await call('POST /order/v1/cancel_order', { orderNo }, student.token)
    expect(answer.key).toBe('order.notPending')
    const { order: row, payment } = await readOrderBooksOf(order)
    expect(row.status).toBe('PAID')
    expect(payment?.transactionId).toMatch(/^20\d{26}$/)
  })

  it('refuses to start a payment while Alipay is down, and the order can be paid afterwards', async () => {
    const [student, plan] = [await makeStudent(), await makePlan()]
    for (const kind of ['ERROR', 'BUSY', 'LOST', 'UNSIGNED']) {
      await failNextCalls('create', kind)
      const answer = await callCreateOrder(student, plan, { payType: 'ALIPAY' })
      expect(answer.key).toBe('order.gatewayDown')
    }
    const { orderNo, codeUrl } = await makeAlipayOrder({ student, plan })
    const rows = await must('GET /order/v1/my_order', {}, student.token)
    expect(rows.list).toMatchObject([{ orderNo, codeUrl, payType: 'ALIPAY' }])
  })

  it('refuses Alipay responses that were changed or signed by somebody else', async () => {
    const { query, close } = await openAlipayGateway()
    const order = await makeAlipayOrder()
    await scan(order)
    for (const kind of ['CHANGED', 'UNSIGNED']) {
      await failNextCalls('query', kind)
      await expect(query(order.outTradeNo)).rejects.toThrow('without a signature that fits')
    }
    // Only a signed refusal of the channel may close an order.
    const unscanned = await makeAlipayOrder()
    await failNextCalls('close', 'UNSIGNED')
    await expect(close(unscanned.outTradeNo)).rejects.toThrow('without a signature that fits')
    expect((await readOrderBooksOf(order)).order.status).toBe('PENDING')
  })
})

describe('Alipay notifications', () => {
  it('responds to a notification with "success" and books it once, even if it is late or repeated', async () => {
    const order = await makeAlipayOrder()
    const early = await createChannelNotificationOf(order, { state: 'WAIT_BUYER_PAY' })
    await payAtWechat(order)
    const paid = await createChannelNotificationOf(order, { age: 86_400 })
    const answers = await Promise.all([paid, early, paid].map((message) => deliverAlipayNotification(message)))
    expect(answers).toEqual([alipaySuccessResponse, alipaySuccessResponse, alipaySuccessResponse])
    const before = await readOrderBooksOf(order)
    for (const message of [early, paid, await createChannelNotificationOf(order, { state: 'TRADE_FINISHED' })])
      expect(await deliverAlipayNotification(message)).toEqual(alipaySuccessResponse)
    expect(await readOrderBooksOf(order)).toEqual(before)
    expect(before).toMatchObject({ order: { status: 'PAID' }, refunds: [] })
  })

  it('refuses a notification that is forged, changed, unsigned or has a field twice', async () => {
    const order = await makeAlipayOrder()
    await payAtWechat(order)
    const real = await createChannelNotificationOf(order)
    const json = { ...real, headers: { 'content-type': 'application/json' } }
    for (const message of [
      { ...real, body: real.body.replace('total_amount=120.00', 'total_amount=120.01') },
      { ...real, body: real.body.replace(/&sign=[^&]*/, '') },
      { ...real, body: `${real.body}&more=1` },
      { ...json, body: JSON.stringify(Object.fromEntries(new URLSearchParams(real.body))) },
      await createChannelNotificationOf(order, { forged: true }),
      await createChannelNotificationOf(order, { twice: true }),
    ])
      expect(await deliverAlipayNotification(message)).toMatchObject(bad)
    for (const channel of ['WECHAT', 'DEMO', 'NOBODY'])
      expect(await deliverAlipayNotification(real, channel)).toMatchObject(bad)
    expect((await readOrderBooksOf(order)).order.status).toBe('PENDING')
    expect(await deliverAlipayNotification(real)).toEqual(alipaySuccessResponse)
  })

  it('a notification with another amount, seller, app or order number pays nothing', async () => {
    const order = await makeAlipayOrder()
    await payAtWechat(order)
    for (const lie of [
      { amount: 11_999 },
      { amount: 12_001 },
      { sellerId: '2088000000000099' },
      { appId: '2021000000000099' },
      { outTradeNo: nobodys },
      { state: 'WHATEVER' },
    ])
      expect(await deliverAlipayNotification(await createChannelNotificationOf(order, lie))).toMatchObject(bad)
    expect(await readOrderBooksOf(order)).toMatchObject({
      order: { status: 'PENDING' },
      payment: { status: 'CREATED' },
      sign: { paidAt: null },
    })
    expect(await listMoneyDifferencesOf(order.outTradeNo)).toEqual([
      { kind: 'NOTIFICATION', state: 'OPEN', orderNo: order.orderNo },
    ])
  })
})

describe('QR codes that outlive their order', () => {
  it('a late payment of a closed order still pays it while the sign-up is possible', async () => {
    const order = await makeAlipayOrder()
    await callCancelOrder(order)
    expect((await readOrderBooksOf(order)).order.status).toBe('CLOSED')
    expect(await payAtWechat(order)).toBe(true)
    expect(await deliverAlipayNotification(await createChannelNotificationOf(order))).toEqual(alipaySuccessResponse)
    expect(await readOrderBooksOf(order)).toMatchObject({ order: { status: 'PAID' }, refunds: [] })
  })

  it('a late payment pays the older order and closes the newer unpaid order', async () => {
    const order = await makeAlipayOrder()
    const { student, plan } = order
    const newer = await makeAlipayOrder({ student, plan, courseIds: chosenCourseIds(plan, [0, 1, 2]) })
    expect((await readOrderBooksOf(order)).order).toMatchObject({
      status: 'CLOSED',
      closeReason: 'REPLACED',
    })
    await payAtWechat(order)
    expect(await deliverAlipayNotification(await createChannelNotificationOf(order))).toEqual(alipaySuccessResponse)
    expect((await readOrderBooksOf(order)).order.status).toBe('PAID')
    expect((await readOrderBooksOf(newer)).order.status).toBe('CLOSED')
  })

  it('an old notification does not reopen an order whose money was refunded by hand', async () => {
    const order = await makeAlipayOrder()
    await callCancelOrder(order)
    await payAtWechat(order)
    const told = await createChannelNotificationOf(order)
    const { refund } = await openAlipayGateway()
    const { outTradeNo } = order
    const refundNo = `${outTradeNo}BYHAND`
    const byHand = { refundNo, outTradeNo, amountFen: 12_000, totalFen: 12_000 }
    expect(await refund(byHand)).toMatchObject({ state: 'DONE' })
    // The payment cannot be proven yet, so Alipay must repeat the notification.
    await failNextCalls('query', 'ERROR')
    expect(await deliverAlipayNotification(told)).toMatchObject({ status: 503 })
    expect(await deliverAlipayNotification(told)).toEqual(alipaySuccessResponse)
    expect(await readOrderBooksOf(order)).toMatchObject({
      order: { status: 'CLOSED' },
      payment: { status: 'CLOSED' },
      sign: { paidAt: null },
      refunds: [],
    })
    await controlChannel('forgetRefund', { refundNo })
    await controlChannel('forget', { outTradeNo })
  })

  it('refunds the second of two payments of one order', async () => {
    const order = await makeTwicePaidOrder()
    expect(await readOrderBooksOf(order)).toMatchObject({
      order: { status: 'CLOSED', closeReason: 'REFUNDED_LATE' },
      refunds: [{ status: 'DONE', reason: 'SECOND_PAYMENT' }],
    })
    expect((await readChannelBook(order)).refunds).toMatchObject([{ amount: 12_000, status: 'SUCCESS' }])
    const { refundNo } = (await readOrderBooksOf(order)).refunds[0] ?? {}
    expect(await deliverAlipayNotification(await controlChannel('refundMessage', { refundNo }))).toEqual(
      alipaySuccessResponse,
    )
  })
})
