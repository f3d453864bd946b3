import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  callCreateOrder,
  expectMoneyToAddUp,
  queryOrderStatus,
  readOrderBooksOf,
} from '../../../../test/factories/order.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import * as wechat from '../../../../test/factories/wechat.ts'
import { deps, must } from '../../../../test/world.ts'

afterEach(wechat.resetChannel)
afterAll(expectMoneyToAddUp)

const good = { status: 200, key: undefined }
const bad = { status: 400, key: 'order.badNotification' }

async function gateway() {
  const found = (await deps()).gateways.get('WECHAT')
  if (!found) throw new Error('no gateway')
  return found
}

describe('WeChat Pay Native', () => {
  it('WeChat Pay is offered as a pay type', async () => {
    const { token } = await makeStudent()
    expect(await must('GET /order/v1/pay_types', {}, token)).toMatchObject({
      list: ['DEMO', 'WECHAT', 'ALIPAY'],
    })
  })

  it('creates the address of the QR code, and a repeated call uses the same channel order number', async () => {
    const order = await wechat.makeWechatOrder()
    expect(order.codeUrl).toMatch(/^weixin:\/\/wxpay\/bizpayurl\?pr=/)
    expect((await wechat.makeWechatOrder(order)).codeUrl).toBe(order.codeUrl)
    expect((await wechat.readChannelBook(order)).trades).toMatchObject([{ state: 'NOTPAY', total: 12_000 }])
  })

  it('WeChat Pay notifies the portal of a payment in a signed and encrypted message', async () => {
    const order = await wechat.makeWechatOrder()
    await wechat.payAtWechat(order)
    expect(await wechat.deliverNotification(await wechat.createChannelNotificationOf(order))).toEqual(good)
    const { order: row, payment, sign } = await readOrderBooksOf(order)
    expect(row.status).toBe('PAID')
    expect(payment?.transactionId).toMatch(/^4200\d{24,}$/)
    expect(sign.paidAt).toBeInstanceOf(Date)
  })

  it('asks WeChat Pay for the payment when a notification is lost and before an order is closed', async () => {
    const [polled, cancelled] = [await wechat.makeWechatOrder(), await wechat.makeWechatOrder()]
    expect(await queryOrderStatus(polled)).toBe('PENDING')
    await wechat.payAtWechat(polled)
    await wechat.passTimeEverywhere(2)
    expect(await queryOrderStatus(polled)).toBe('PAID')
    const { orderNo, student } = cancelled
    await must('POST /order/v1/cancel_order', { orderNo }, student.token)
    expect((await wechat.readChannelBook(cancelled)).trades).toMatchObject([{ state: 'CLOSED' }])
    expect(await wechat.payAtWechat(cancelled)).toBe(false)
  })

  it('an order number that WeChat Pay does not know counts as unpaid, and closing it succeeds', async () => {
    const { query, close, queryRefund } = await gateway()
    const outTradeNo = '20260101000000NOBODYP1'
    expect(await query(outTradeNo)).toMatchObject({ state: 'NOTPAY' })
    expect(await close(outTradeNo)).toMatchObject({ state: 'CLOSED' })
    expect(await queryRefund({ refundNo: `R${outTradeNo}`, outTradeNo })).toBeNull()
  })

  it('refuses to start a payment while WeChat Pay is down, and the order can be paid afterwards', async () => {
    const [student, plan] = [await makeStudent(), await makePlan()]
    for (const kind of ['ERROR', 'BUSY', 'LOST', 'UNSIGNED']) {
      await wechat.failNextCalls('create', kind)
      const answer = await callCreateOrder(student, plan, { payType: 'WECHAT' })
      expect(answer.key).toBe('order.gatewayDown')
    }
    const { orderNo, codeUrl } = await wechat.makeWechatOrder({ student, plan })
    expect(codeUrl).toMatch(/^weixin:/)
    const rows = await must('GET /order/v1/my_order', {}, student.token)
    expect(rows.list).toMatchObject([{ orderNo, codeUrl }])
  })

  it('never closes a paid order, whatever the channel responds and however slowly', async () => {
    const order = await wechat.makeWechatOrder()
    await wechat.payAtWechat(order)
    await wechat.failNextCalls('close', 'SLOW', 1, 300)
    const { close } = await gateway()
    expect(await close(order.outTradeNo)).toMatchObject({ state: 'SUCCESS', amountFen: 12_000 })
  })
})

describe('notifications of WeChat Pay', () => {
  it('refuses a notification that is forged, encrypted with another key, changed or unsigned', async () => {
    const order = await wechat.makeWechatOrder()
    await wechat.payAtWechat(order)
    const real = await wechat.createChannelNotificationOf(order)
    const changed = { ...real, body: real.body.replace('encrypt-resource', 'encrypt_resource') }
    const { 'wechatpay-signature': _, ...unsigned } = real.headers
    const probe = { ...real.headers, 'wechatpay-signature': 'WECHATPAY/SIGNTEST/aGVsbG8=' }
    for (const message of [
      changed,
      { ...real, headers: unsigned },
      { ...real, headers: probe },
      { ...real, headers: { ...real.headers, 'wechatpay-serial': 'NOBODY' } },
      { ...real, headers: { ...real.headers, 'wechatpay-nonce': 'other' } },
      await wechat.createChannelNotificationOf(order, { forged: true }),
      await wechat.createChannelNotificationOf(order, { sealed: true }),
    ])
      expect(await wechat.deliverNotification(message)).toEqual(bad)
    expect(await wechat.deliverNotification(real, 'DEMO')).toEqual(bad)
    expect((await readOrderBooksOf(order)).order.status).toBe('PENDING')
    expect(await wechat.deliverNotification(real)).toEqual(good)
  })

  it('accepts a notification only within five minutes of its time', async () => {
    const order = await wechat.makeWechatOrder()
    await wechat.payAtWechat(order)
    expect(await wechat.deliverNotification(await wechat.createChannelNotificationOf(order, { age: 310 }))).toEqual(bad)
    expect(await wechat.deliverNotification(await wechat.createChannelNotificationOf(order, { age: -310 }))).toEqual(
      bad,
    )
    const kept = await wechat.createChannelNotificationOf(order)
    await wechat.passTimeEverywhere(310)
    expect(await wechat.deliverNotification(kept)).toEqual(bad)
    expect((await readOrderBooksOf(order)).order.status).toBe('PENDING')
  })

  it('a notification with another amount, merchant, app or order number pays nothing', async () => {
    const order = await wechat.makeWechatOrder()
    await wechat.payAtWechat(order)
    for (const lie of [
      { amount: 11_999 },
      { amount: 12_001 },
      { mchid: '1900000099' },
      { appid: 'wxsomebodyelse00001' },
      { outTradeNo: '20260101000000NOBODYP1' },
      { state: 'WHATEVER' },
    ])
      expect(await wechat.deliverNotification(await wechat.createChannelNotificationOf(order, lie))).toEqual(bad)
    expect(await readOrderBooksOf(order)).toMatchObject({
      order: { status: 'PENDING' },
      payment: { status: 'CREATED' },
      sign: { paidAt: null },
    })
    const { db } = await deps()
    const told = await db
      .selectFrom('moneyDifference')
      .select(['kind', 'state', 'orderNo'])
      .where('subject', '=', order.outTradeNo)
      .execute()
    expect(told).toEqual([{ kind: 'NOTIFICATION', state: 'OPEN', orderNo: order.orderNo }])
  })

  it('repeated notifications of a payment count once, in any order', async () => {
    const order = await wechat.makeWechatOrder()
    const early = await wechat.createChannelNotificationOf(order, { state: 'NOTPAY' })
    await wechat.payAtWechat(order)
    const paid = await wechat.createChannelNotificationOf(order)
    const answers = await Promise.all([paid, paid, early, paid].map((one) => wechat.deliverNotification(one)))
    expect(answers).toEqual([good, good, good, good])
    const before = await readOrderBooksOf(order)
    expect(await wechat.deliverNotification(early)).toEqual(good)
    expect(
      await wechat.deliverNotification(await wechat.createChannelNotificationOf(order, { state: 'CLOSED' })),
    ).toEqual(good)
    expect(await readOrderBooksOf(order)).toEqual(before)
    expect(before).toMatchObject({ order: { status: 'PAID' }, refunds: [] })
  })

  it('accepts a signature of a new key once the channel publishes the certificate', {
    timeout: 60_000,
  }, async () => {
    const order = await wechat.makePaidWechatOrder()
    const next = await wechat.makeWechatOrder()
    const { serial } = await wechat.controlChannel<{ serial: string }>('rotate')
    await wechat.payAtWechat(next)
    const message = await wechat.createChannelNotificationOf(next)
    expect(message.headers['wechatpay-serial']).toBe(serial)
    // Both servers must learn the new key, so that later test files do not meet a server with an old one.
    const both = async () => [await wechat.deliverNotification(message), await wechat.deliverNotification(message)]
    await expect.poll(both, { timeout: 40_000 }).toEqual([good, good])
    expect((await readOrderBooksOf(next)).order.status).toBe('PAID')
    expect((await readOrderBooksOf(order)).order.status).toBe('PAID')
  })
})
