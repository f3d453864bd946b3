import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { booksOf, expectMoneyToAddUp, type TestOrder } from '../../../test/factories/order.ts'
import { grantRefund, makeRefundRequest } from '../../../test/factories/refund.ts'
import {
  calmChannel,
  channelBook,
  control,
  deliver,
  fail,
  type Message,
  makePaidWechatOrder,
  passTimeEverywhere,
} from '../../../test/factories/wechat.ts'
import { deps } from '../../../test/world.ts'
import { retryRefunds } from './service/refund.ts'

afterEach(calmChannel)
afterAll(expectMoneyToAddUp)

describe('the channel and a refund', () => {
  const retry = async (seconds: number) => {
    await passTimeEverywhere(seconds)
    await retryRefunds(await deps())
  }
  const listed = async (order: TestOrder) => {
    const { db } = await deps()
    const row = await db
      .selectFrom('moneyDifference')
      .select('state')
      .where('kind', '=', 'REFUND_STUCK')
      .where('subject', '=', `R${order.outTradeNo}`)
      .executeTakeFirst()
    return row?.state
  }
  const stateOf = async (order: TestOrder) => {
    const { order: row, refunds } = await booksOf(order)
    return [row.status, refunds[0]?.status]
  }

  it('that is down, or whose answer is lost, gives the money back once', async () => {
    // the answer is lost, and no notice comes instead
    await control('sending', { mode: 'NEVER', ms: 0 })
    for (const kind of ['ERROR', 'LOST', 'UNSIGNED']) {
      const order = await makeRefundRequest()
      await fail('refund', kind)
      await grantRefund(order.id)
      expect(await stateOf(order)).toEqual(['REFUNDING', 'PENDING'])
      await retry(31)
      expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
      expect((await channelBook(order)).refunds).toMatchObject([
        { status: 'SUCCESS', amount: 12_000 },
      ])
    }
  })

  it('that closes a refund is asked under another number', async () => {
    const order = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'CLOSED' })
    await grantRefund(order.id)
    expect(await stateOf(order)).toEqual(['REFUNDING', 'FAILED'])
    await control('refundOutcome', { outcome: 'SUCCESS' })
    await retry(31)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
    expect((await channelBook(order)).refunds.map(({ refundNo }) => refundNo)).toEqual([
      `R${order.outTradeNo}`,
      `R${order.outTradeNo}A2`,
    ])
  })

  it('where it is stuck is a case for staff, and goes on by itself', async () => {
    const order = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'ABNORMAL' })
    await grantRefund(order.id)
    expect(await stateOf(order)).toEqual(['REFUNDING', 'STUCK'])
    expect(await listed(order)).toBe('OPEN')
    await control('endRefund', { refundNo: `R${order.outTradeNo}`, status: 'SUCCESS' })
    await retry(31)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
    expect(await listed(order)).toBe('HEALED')
  })

  it('that only ever hears what we do not understand is a case for staff, too', async () => {
    const order = await makeRefundRequest()
    await fail('refund', 'ERROR', 100)
    await grantRefund(order.id)
    for (const seconds of [31, 61, 121, 241]) await retry(seconds)
    expect(await listed(order)).toBeUndefined()
    await retry(481)
    expect(await listed(order)).toBe('OPEN')
    await control('faults', [])
    await retry(961)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
    expect(await listed(order)).toBe('HEALED')
  })

  it('that it only ever calls on its way is a case for staff once no bank takes so long', async () => {
    const order = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'PROCESSING' })
    await grantRefund(order.id)
    const { db } = await deps()
    const refundNo = `R${order.outTradeNo}`
    const asked = (askCount: number) =>
      db.updateTable('refund').set({ askCount }).where('refundNo', '=', refundNo).execute()
    await asked(78)
    await retry(3601)
    expect(await listed(order)).toBeUndefined()
    await retry(3601)
    expect(await listed(order)).toBe('OPEN')
    await control('endRefund', { refundNo, status: 'SUCCESS' })
    await retry(3601)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
    expect(await listed(order)).toBe('HEALED')
  })

  it('a notification of it that lies about number, sum or merchant is refused', async () => {
    const order = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'PROCESSING' })
    await grantRefund(order.id)
    const refundNo = `R${order.outTradeNo}`
    await control('endRefund', { refundNo, status: 'SUCCESS' })
    for (const lie of [{ amount: 11_999 }, { mchid: '1900000099' }, { forged: true }, { age: 310 }])
      expect(
        (await deliver(await control<Message>('refundMessage', { refundNo, lie }))).status,
      ).toBe(400)
    expect(await stateOf(order)).toEqual(['REFUNDING', 'PENDING'])
    await retry(31)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
  })

  it('the books refuse a refund over the amount, a second one, and money without its order', async () => {
    const order = await makePaidWechatOrder()
    const { db } = await deps()
    const { outTradeNo, orderNo, signId } = order
    const refund = { refundNo: 'R1', outTradeNo, status: 'PENDING' } as const
    const insert = (amountFen: number, why: 'REQUESTED' | 'LATE_PAYMENT', line: object = {}) =>
      db
        .insertInto('refund')
        .values({ ...refund, amountFen, reason: why, ...line })
        .execute()
    await expect(insert(12_001, 'LATE_PAYMENT')).rejects.toThrow('refund_whole')
    await expect(insert(12_000, 'REQUESTED')).rejects.toThrow('refund_asked_for')
    const line = { orderNo, signId }
    await expect(insert(12_001, 'REQUESTED', line)).rejects.toThrow('refund_line_amount')
    const another = await makePaidWechatOrder()
    const elsewhere = { orderNo: another.orderNo, signId: another.signId }
    await expect(insert(12_000, 'REQUESTED', elsewhere)).rejects.toThrow('refund_of_payment')
    // right, but order and sign are still paid
    await expect(insert(12_000, 'REQUESTED', line)).rejects.toThrow('sign of money that goes back')
    await expect(insert(12_000, 'LATE_PAYMENT')).rejects.toThrow('payment and refund disagree')
    const unpay = db.updateTable('sign').set({ paidAt: null }).where('id', '=', order.signId)
    await expect(unpay.execute()).rejects.toThrow('paid order without its sign')
    const close = db
      .updateTable('payment')
      .set({ status: 'REFUNDING' })
      .where('orderNo', '=', orderNo)
    await expect(close.execute()).rejects.toThrow('paid order without its payment')
  })
})
