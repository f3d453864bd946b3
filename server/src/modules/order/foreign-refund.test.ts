import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { heard, makePaidAlipayOrder, tell } from '../../../test/factories/alipay.ts'
import { differences, nextBills } from '../../../test/factories/bills.ts'
import { booksOf, expectMoneyToAddUp, type TestOrder } from '../../../test/factories/order.ts'
import {
  calmChannel,
  control,
  deliver,
  fail,
  type Message,
  makePaidWechatOrder,
} from '../../../test/factories/wechat.ts'
import { deps } from '../../../test/world.ts'
import { reconcile } from './service/reconcile.ts'

afterEach(calmChannel)
afterAll(expectMoneyToAddUp)

const byHand = (order: TestOrder, refundNo: string, amount: number) =>
  control('refundByHand', { outTradeNo: order.outTradeNo, refundNo, amount })
const messageOf = (refundNo: string, lie: object = {}) =>
  control<Message>('refundMessage', { refundNo, lie })

async function detailOf(subject: string) {
  const { db } = await deps()
  const rows = db
    .selectFrom('moneyDifference')
    .select(['detail', 'day'])
    .where('subject', '=', subject)
  return rows.execute()
}

const channels = [
  ['WeChat Pay', makePaidWechatOrder, async (message: Message) => (await deliver(message)).status],
  ['Alipay', makePaidAlipayOrder, async (message: Message) => (await tell(message)).status],
] as const

describe.each(channels)(
  'a notice of %s of a refund made in its console',
  (_name, makePaid, say) => {
    it('is a difference at once, the same one that the bill makes', async () => {
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
        expect(await differences(subject)).toEqual([
          { kind: 'REFUND_UNKNOWN', state: 'OPEN', orderNo },
        ])
        expect(await detailOf(subject)).toEqual([{ detail: { theirs, outTradeNo }, day: null }])
      }
      await nextBills()
      await reconcile(await deps())
      expect(await differences(`${outTradeNo} ${first}`)).toHaveLength(1)
      // nothing of it was booked: that is for a person to decide
      expect(await booksOf(order)).toMatchObject({ order: { status: 'PAID' }, refunds: [] })
    })

    it('comes after the bill, and is the same difference', async () => {
      const order = await makePaid()
      const number = `${order.orderNo}H1`
      await byHand(order, number, 12_000)
      const message = await messageOf(number)
      await nextBills()
      await reconcile(await deps())
      const subject = `${order.outTradeNo} ${number}`
      const told = await detailOf(subject)
      expect(told).toMatchObject([{ detail: { theirs: 12_000 }, day: expect.any(String) }])
      await say({ ...message, ...(await messageOf(number)) })
      expect(await detailOf(subject)).toEqual(told)
    })

    it('forged, changes nothing', async () => {
      const order = await makePaid()
      const number = `${order.orderNo}H1`
      await byHand(order, number, 5000)
      expect(await say(await messageOf(number, { forged: true }))).toBe(400)
      expect(await differences(`${order.outTradeNo} ${number}`)).toEqual([])
    })

    it('of another till is answered, and changes nothing', async () => {
      const channel = makePaid === makePaidAlipayOrder ? 'ALIPAY' : 'WECHAT'
      const { outTradeNo, orderNo } = await makePaid()
      const theirs = `T${orderNo}`
      await control('stranger', { outTradeNo: theirs, total: 500, channel })
      await control('refundByHand', { outTradeNo: theirs, refundNo: `${orderNo}X`, amount: 500 })
      expect(await say(await messageOf(`${orderNo}X`))).toBe(200)
      expect(await differences(`${theirs} ${orderNo}X`)).toEqual([])
      expect(await differences(outTradeNo)).toEqual([])
    })
  },
)

describe('a refund made in the console of WeChat Pay', () => {
  it('that is stuck is told, given it is told anew, and closed it is off the list', async () => {
    const order = await makePaidWechatOrder()
    const [given, closed] = [`${order.orderNo}H1`, `${order.orderNo}H2`]
    const subject = (number: string) => `${order.outTradeNo} ${number}`
    await control('refundOutcome', { outcome: 'ABNORMAL' })
    for (const number of [given, closed]) {
      await byHand(order, number, 6000)
      expect((await deliver(await messageOf(number))).status).toBe(200)
      expect(await detailOf(subject(number))).toMatchObject([{ detail: { status: 'STUCK' } }])
    }
    await control('endRefund', { refundNo: given, status: 'SUCCESS' })
    await control('endRefund', { refundNo: closed, status: 'CLOSED' })
    for (const number of [given, closed])
      expect((await deliver(await messageOf(number))).status).toBe(200)
    expect(await detailOf(subject(given))).toMatchObject([
      { detail: { theirs: 6000, outTradeNo: order.outTradeNo } },
    ])
    expect(await differences(subject(closed))).toMatchObject([{ state: 'HEALED' }])
  })
})

describe('a refund made in the console of Alipay', () => {
  it('without a number, or while no question is answered, is what our books have no word of', async () => {
    const order = await makePaidAlipayOrder()
    const { orderNo, outTradeNo } = order
    await byHand(order, `${orderNo}H1`, 3000)
    await fail('queryRefund', 'ERROR')
    expect(await tell(await messageOf(`${orderNo}H1`))).toEqual(heard)
    await byHand(order, `${orderNo}H2`, 1000)
    expect(await tell(await messageOf(`${orderNo}H2`, { unnumbered: true }))).toEqual(heard)
    expect(await detailOf(`${outTradeNo} ${orderNo}H1`)).toMatchObject([
      { detail: { theirs: 3000 } },
    ])
    expect(await detailOf(`${outTradeNo} ${outTradeNo}`)).toMatchObject([
      { detail: { theirs: 1000 } },
    ])
  })
})
