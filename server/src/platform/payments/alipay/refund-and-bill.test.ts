import { afterAll, afterEach, describe, expect, it } from 'vitest'
import {
  gateway,
  makeAlipayOrder,
  makePaidAlipayOrder,
  payTwice,
} from '../../../../test/factories/alipay.ts'
import { differences, nextBills } from '../../../../test/factories/bills.ts'
import { booksOf, cancelOrder, expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import {
  channelBook,
  control,
  fail,
  passTimeEverywhere,
  pay,
} from '../../../../test/factories/wechat.ts'
import { deps, must } from '../../../../test/world.ts'
import { reconcile } from '../../../modules/order/service/reconcile.ts'
import { retryRefunds } from '../../../modules/order/service/refund.ts'
import { appNow } from '../../db/database.ts'
import { shanghaiDay } from '../../shanghai-day.ts'
import { noBillLines } from '../gateway.ts'

afterEach(async () => {
  await control('faults', [])
  await control('refundOutcome', { outcome: 'SUCCESS' })
})
afterAll(expectMoneyToAddUp)

describe('a refund at Alipay', () => {
  it('is done once, and a part of a payment is its own', async () => {
    const { refund, queryRefund } = await gateway()
    const { outTradeNo } = await makePaidAlipayOrder()
    const part = { refundNo: `R${outTradeNo}`, outTradeNo, amountFen: 5000, totalFen: 12_000 }
    const other = { ...part, refundNo: `R${outTradeNo}L2`, amountFen: 7000 }
    expect(await refund(part)).toMatchObject({ state: 'DONE' })
    // the second time no money moves, which is asked about
    expect(await refund(part)).toMatchObject({ state: 'DONE', doneAt: expect.any(Date) })
    expect(await queryRefund(other)).toBeNull()
    expect(await refund(other)).toMatchObject({ state: 'DONE' })
    expect((await channelBook({ outTradeNo })).refunds).toHaveLength(2)
    await expect(refund({ ...part, refundNo: `R${outTradeNo}L3` })).rejects.toThrow(
      'answered 40004',
    )
    // these were the test's own: our books have never heard of them
    for (const { refundNo } of [part, other]) await control('forgetRefund', { refundNo })
  })

  it('that moved nothing yet is asked about until it is done', async () => {
    await control('refundOutcome', { outcome: 'PROCESSING' })
    const order = await payTwice()
    const { refundNo } = (await booksOf(order)).refunds[0] ?? {}
    expect((await booksOf(order)).refunds).toMatchObject([{ status: 'PENDING' }])
    await control('endRefund', { refundNo, status: 'SUCCESS' })
    await passTimeEverywhere(31)
    await retryRefunds(await deps())
    expect((await booksOf(order)).refunds).toMatchObject([{ status: 'DONE', attempt: 1 }])
  })

  it('that moves nothing, and says no word of it, is a case for staff', async () => {
    await control('refundOutcome', { outcome: 'CLOSED' })
    const order = await payTwice()
    const { refundNo = '' } = (await booksOf(order)).refunds[0] ?? {}
    const retry = async (seconds: number) => {
      await passTimeEverywhere(seconds)
      await retryRefunds(await deps())
    }
    for (const seconds of [31, 61, 121, 241]) await retry(seconds)
    expect(await differences(refundNo)).toEqual([])
    await retry(481)
    expect(await differences(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK', state: 'OPEN' }])
    await control('refundOutcome', { outcome: 'SUCCESS' })
    await retry(961)
    expect((await booksOf(order)).refunds).toMatchObject([{ status: 'DONE', attempt: 1 }])
    expect(await differences(refundNo)).toMatchObject([{ state: 'HEALED' }])
  })

  it.each(['NOT_ENOUGH', 'ABNORMAL'])(
    'that needs a person (%s) is on the worklist, and goes on under its number',
    async (outcome) => {
      await control('refundOutcome', { outcome })
      const order = await payTwice()
      const { refundNo = '' } = (await booksOf(order)).refunds[0] ?? {}
      expect((await booksOf(order)).refunds).toMatchObject([{ status: 'STUCK' }])
      expect(await differences(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK', state: 'OPEN' }])
      const { list } = await must('GET /order/v1/my_order', {}, order.student.token)
      const shown = list.find(({ orderNo }) => orderNo === order.orderNo)
      expect(shown?.givenBack).toEqual({ amount: 12_000, done: false, elsewhere: false })
      await control('refundOutcome', { outcome: 'SUCCESS' })
      await passTimeEverywhere(31)
      await retryRefunds(await deps())
      expect((await booksOf(order)).refunds).toMatchObject([{ status: 'DONE', attempt: 1 }])
      expect(await differences(refundNo)).toMatchObject([{ state: 'HEALED' }])
    },
  )
})

describe('the bill of Alipay', () => {
  it('is compared with our books, payments and refunds, and heals what was lost', async () => {
    const fine = await makePaidAlipayOrder()
    const twice = await payTwice()
    const lost = await makeAlipayOrder()
    await cancelOrder(lost)
    await pay(lost)
    const [altered, strange] = [await makePaidAlipayOrder(), `${fine.orderNo.slice(0, 14)}STRANGER`]
    await control('alter', { outTradeNo: altered.outTradeNo, total: 11_999 })
    await control('stranger', { outTradeNo: strange, total: 500, channel: 'ALIPAY' })
    await nextBills()
    await reconcile(await deps())
    for (const subject of [fine.outTradeNo, twice.outTradeNo, `R${twice.outTradeNo}`])
      expect(await differences(subject)).toEqual([])
    expect(await differences(lost.outTradeNo)).toMatchObject([
      { kind: 'NOT_BOOKED', state: 'HEALED' },
    ])
    expect((await booksOf(lost)).order.status).toBe('PAID')
    expect(await differences(altered.outTradeNo)).toMatchObject([{ kind: 'AMOUNT', state: 'OPEN' }])
    expect(await differences(strange)).toMatchObject([{ kind: 'UNKNOWN_PAYMENT', orderNo: null }])
    await control('alter', { outTradeNo: altered.outTradeNo, total: 12_000 })
    await control('forget', { outTradeNo: strange })
  })

  it('that is refused is late until noon of the day after next, and then empty', async () => {
    const { bill: billOf } = await gateway()
    const bill = (asked: string) => billOf(asked, async () => new Set())
    // a day on which nothing is paid, and half past ten of the next one
    await nextBills()
    const day = shanghaiDay(await appNow((await deps()).db))
    await nextBills()
    expect(await bill(day)).toBeNull()
    await passTimeEverywhere(25 * 3600)
    expect(await bill(day)).toBeNull()
    await passTimeEverywhere(3600)
    expect(await bill(day)).toEqual(noBillLines)
    await fail('bill', 'BUSY')
    await expect(bill(day)).rejects.toThrow('answered 20000')
  })
})
