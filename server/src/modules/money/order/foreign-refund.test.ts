import { afterAll, afterEach, describe, expect, it } from 'vitest'
import {
  alipaySuccessResponse,
  deliverAlipayNotification,
  makePaidAlipayOrder,
} from '../../../../test/factories/alipay.ts'
import { listMoneyDifferencesOf, passToNextBills } from '../../../../test/factories/bills.ts'
import { expectMoneyToAddUp, readOrderBooksOf, type TestOrder } from '../../../../test/factories/order.ts'
import * as wechat from '../../../../test/factories/wechat.ts'
import { deps } from '../../../../test/world.ts'
import { reconcileBills } from './service/reconcile.ts'

afterEach(wechat.resetChannel)
afterAll(expectMoneyToAddUp)

const byHand = (order: TestOrder, refundNo: string, amount: number) =>
  wechat.controlChannel('refundByHand', { outTradeNo: order.outTradeNo, refundNo, amount })
const messageOf = (refundNo: string, lie: object = {}) =>
  wechat.controlChannel<wechat.TestChannelNotification>('refundMessage', { refundNo, lie })

async function detailOf(subject: string) {
  const { db } = await deps()
  const rows = db.selectFrom('moneyDifference').select(['detail', 'day']).where('subject', '=', subject)
  return rows.execute()
}

const channels = [
  [
    'WeChat Pay',
    wechat.makePaidWechatOrder,
    async (message: wechat.TestChannelNotification) => (await wechat.deliverNotification(message)).status,
  ],
  [
    'Alipay',
    makePaidAlipayOrder,
    async (message: wechat.TestChannelNotification) => (await deliverAlipayNotification(message)).status,
  ],
] as const

describe.each(channels)('a notification of %s about a refund made in its console', (_name, makePaid, say) => {
  it('a console refund is a difference at once, the same as from the bill', async () => {
    const order = await makePaid()
    const [first, second] = [`${order.orderNo}H1`, `${order.orderNo}H2`]
    await byHand(order, first, 5000)
    for (let times = 0; times < 2; times += 1) expect(await say(await messageOf(first))).toBe(200)
    await byHand(order, second, 2000)
    expect(await say(await messageOf(second))).toBe(200)
    const { orderNo, outTradeNo } = order
    for (const [number, theirs] of [
      [first, 5000],
      [second, 2000],
    ] as const) {
      const subject = `${outTradeNo} ${number}`
      expect(await listMoneyDifferencesOf(subject)).toEqual([{ kind: 'REFUND_UNKNOWN', state: 'OPEN', orderNo }])
      expect(await detailOf(subject)).toEqual([{ detail: { theirs, outTradeNo }, day: null }])
    }
    await passToNextBills()
    await reconcileBills(await deps())
    expect(await listMoneyDifferencesOf(`${outTradeNo} ${first}`)).toHaveLength(1)
    // Nothing is recorded, because a person must decide.
    expect(await readOrderBooksOf(order)).toMatchObject({ order: { status: 'PAID' }, refunds: [] })
  })

  it('a notification after the bill creates no second difference', async () => {
    const order = await makePaid()
    const number = `${order.orderNo}H1`
    await byHand(order, number, 12_000)
    const message = await messageOf(number)
    await passToNextBills()
    await reconcileBills(await deps())
    const subject = `${order.outTradeNo} ${number}`
    const told = await detailOf(subject)
    expect(told).toMatchObject([{ detail: { theirs: 12_000 }, day: expect.any(String) }])
    await say({ ...message, ...(await messageOf(number)) })
    expect(await detailOf(subject)).toEqual(told)
  })

  it('a forged notification changes nothing', async () => {
    const order = await makePaid()
    const number = `${order.orderNo}H1`
    await byHand(order, number, 5000)
    expect(await say(await messageOf(number, { forged: true }))).toBe(400)
    expect(await listMoneyDifferencesOf(`${order.outTradeNo} ${number}`)).toEqual([])
  })

  it('a notification for another shop is acknowledged and changes nothing', async () => {
    const channel = makePaid === makePaidAlipayOrder ? 'ALIPAY' : 'WECHAT'
    const { outTradeNo, orderNo } = await makePaid()
    const theirs = `T${orderNo}`
    await wechat.controlChannel('stranger', { outTradeNo: theirs, total: 500, channel })
    await wechat.controlChannel('refundByHand', {
      outTradeNo: theirs,
      refundNo: `${orderNo}X`,
      amount: 500,
    })
    expect(await say(await messageOf(`${orderNo}X`))).toBe(200)
    expect(await listMoneyDifferencesOf(`${theirs} ${orderNo}X`)).toEqual([])
    expect(await listMoneyDifferencesOf(outTradeNo)).toEqual([])
  })
})

describe('a refund made in the console of WeChat Pay', () => {
  it('a stuck console refund is reported, updated when paid and removed when closed', async () => {
    const order = await wechat.makePaidWechatOrder()
    const [given, closed] = [`${order.orderNo}H1`, `${order.orderNo}H2`]
    const subject = (number: string) => `${order.outTradeNo} ${number}`
    await wechat.controlChannel('refundOutcome', { outcome: 'ABNORMAL' })
    for (const number of [given, closed]) {
      await byHand(order, number, 6000)
      expect((await wechat.deliverNotification(await messageOf(number))).status).toBe(200)
      expect(await detailOf(subject(number))).toMatchObject([{ detail: { status: 'STUCK' } }])
    }
    await wechat.controlChannel('endRefund', { refundNo: given, status: 'SUCCESS' })
    await wechat.controlChannel('endRefund', { refundNo: closed, status: 'CLOSED' })
    for (const number of [given, closed])
      expect((await wechat.deliverNotification(await messageOf(number))).status).toBe(200)
    expect(await detailOf(subject(given))).toMatchObject([{ detail: { theirs: 6000, outTradeNo: order.outTradeNo } }])
    expect(await listMoneyDifferencesOf(subject(closed))).toMatchObject([{ state: 'HEALED' }])
  })
})

describe('a refund made in the console of Alipay', () => {
  it('a console refund without number or while queries fail is a difference', async () => {
    const order = await makePaidAlipayOrder()
    const { orderNo, outTradeNo } = order
    await byHand(order, `${orderNo}H1`, 3000)
    await wechat.failNextCalls('queryRefund', 'ERROR')
    expect(await deliverAlipayNotification(await messageOf(`${orderNo}H1`))).toEqual(alipaySuccessResponse)
    await byHand(order, `${orderNo}H2`, 1000)
    expect(await deliverAlipayNotification(await messageOf(`${orderNo}H2`, { unnumbered: true }))).toEqual(
      alipaySuccessResponse,
    )
    expect(await detailOf(`${outTradeNo} ${orderNo}H1`)).toMatchObject([{ detail: { theirs: 3000 } }])
    expect(await detailOf(`${outTradeNo} ${outTradeNo}`)).toMatchObject([{ detail: { theirs: 1000 } }])
  })
})
