import { afterAll, afterEach, describe, expect, it } from 'vitest'
import {
  makeAlipayOrder,
  makePaidAlipayOrder,
  makeTwicePaidOrder,
  openAlipayGateway,
} from '../../../../test/factories/alipay.ts'
import { listMoneyDifferencesOf, passToNextBills } from '../../../../test/factories/bills.ts'
import { callCancelOrder, expectMoneyToAddUp, readOrderBooksOf } from '../../../../test/factories/order.ts'
import {
  controlChannel,
  failNextCalls,
  passTimeEverywhere,
  payAtWechat,
  readChannelBook,
  resetChannel,
} from '../../../../test/factories/wechat.ts'
import { deps, must } from '../../../../test/world.ts'
import { reconcileBills } from '../../../modules/money/order/service/reconcile.ts'
import { retryRefunds } from '../../../modules/money/order/service/refund.ts'
import { appNow } from '../../db/database.ts'
import { shanghaiDay } from '../../shanghai-day.ts'
import { emptyBill } from '../gateway.ts'

afterEach(resetChannel)
afterAll(expectMoneyToAddUp)

describe('refunds at Alipay', () => {
  it('refunds a payment once, and a partial refund has its own number', async () => {
    const { refund, queryRefund } = await openAlipayGateway()
    const { outTradeNo } = await makePaidAlipayOrder()
    const part = { refundNo: `R${outTradeNo}`, outTradeNo, amountFen: 5000, totalFen: 12_000 }
    const other = { ...part, refundNo: `R${outTradeNo}L2`, amountFen: 7000 }
    expect(await refund(part)).toMatchObject({ state: 'DONE' })
    // The repeated call moves no money, so the portal queries the refund.
    expect(await refund(part)).toMatchObject({ state: 'DONE', doneAt: expect.any(Date) })
    expect(await queryRefund(other)).toBeNull()
    expect(await refund(other)).toMatchObject({ state: 'DONE' })
    expect((await readChannelBook({ outTradeNo })).refunds).toHaveLength(2)
    await expect(refund({ ...part, refundNo: `R${outTradeNo}L3` })).rejects.toThrow('answered 40004')
    for (const { refundNo } of [part, other]) await controlChannel('forgetRefund', { refundNo })
  })

  it('queries a refund whose money has not moved until it is done', async () => {
    await controlChannel('refundOutcome', { outcome: 'PROCESSING' })
    const order = await makeTwicePaidOrder()
    const { refundNo } = (await readOrderBooksOf(order)).refunds[0] ?? {}
    expect((await readOrderBooksOf(order)).refunds).toMatchObject([{ status: 'PENDING' }])
    await controlChannel('endRefund', { refundNo, status: 'SUCCESS' })
    await passTimeEverywhere(31)
    await retryRefunds(await deps())
    expect((await readOrderBooksOf(order)).refunds).toMatchObject([{ status: 'DONE', attempt: 1 }])
  })

  it('a refund whose money never moves becomes a difference for staff', async () => {
    await controlChannel('refundOutcome', { outcome: 'CLOSED' })
    const order = await makeTwicePaidOrder()
    const { refundNo = '' } = (await readOrderBooksOf(order)).refunds[0] ?? {}
    const retry = async (seconds: number) => {
      await passTimeEverywhere(seconds)
      await retryRefunds(await deps())
    }
    for (const seconds of [31, 61, 121, 241]) await retry(seconds)
    expect(await listMoneyDifferencesOf(refundNo)).toEqual([])
    await retry(481)
    expect(await listMoneyDifferencesOf(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK', state: 'OPEN' }])
    await controlChannel('refundOutcome', { outcome: 'SUCCESS' })
    await retry(961)
    expect((await readOrderBooksOf(order)).refunds).toMatchObject([{ status: 'DONE', attempt: 1 }])
    expect(await listMoneyDifferencesOf(refundNo)).toMatchObject([{ state: 'HEALED' }])
  })

  it.each(['NOT_ENOUGH', 'ABNORMAL'])(
    'a refund that needs staff (%s) is listed as a difference and continues under its number',
    async (outcome) => {
      await controlChannel('refundOutcome', { outcome })
      const order = await makeTwicePaidOrder()
      const { refundNo = '' } = (await readOrderBooksOf(order)).refunds[0] ?? {}
      expect((await readOrderBooksOf(order)).refunds).toMatchObject([{ status: 'STUCK' }])
      expect(await listMoneyDifferencesOf(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK', state: 'OPEN' }])
      const { list } = await must('GET /order/v1/my_order', {}, order.student.token)
      const shown = list.find(({ orderNo }) => orderNo === order.orderNo)
      expect(shown?.givenBack).toEqual({ amount: 12_000, done: false, elsewhere: false })
      await controlChannel('refundOutcome', { outcome: 'SUCCESS' })
      await passTimeEverywhere(31)
      await retryRefunds(await deps())
      expect((await readOrderBooksOf(order)).refunds).toMatchObject([{ status: 'DONE', attempt: 1 }])
      expect(await listMoneyDifferencesOf(refundNo)).toMatchObject([{ state: 'HEALED' }])
    },
  )
})

describe('daily bills of Alipay', () => {
  it('compares the bill with our payments and refunds and adds those that we missed', async () => {
    const fine = await makePaidAlipayOrder()
    const twice = await makeTwicePaidOrder()
    const lost = await makeAlipayOrder()
    await callCancelOrder(lost)
    await payAtWechat(lost)
    const [altered, strange] = [await makePaidAlipayOrder(), `${fine.orderNo.slice(0, 14)}STRANGER`]
    await controlChannel('alter', { outTradeNo: altered.outTradeNo, total: 11_999 })
    await controlChannel('stranger', { outTradeNo: strange, total: 500, channel: 'ALIPAY' })
    await passToNextBills()
    await reconcileBills(await deps())
    for (const subject of [fine.outTradeNo, twice.outTradeNo, `R${twice.outTradeNo}`])
      expect(await listMoneyDifferencesOf(subject)).toEqual([])
    expect(await listMoneyDifferencesOf(lost.outTradeNo)).toMatchObject([{ kind: 'NOT_BOOKED', state: 'HEALED' }])
    expect((await readOrderBooksOf(lost)).order.status).toBe('PAID')
    expect(await listMoneyDifferencesOf(altered.outTradeNo)).toMatchObject([{ kind: 'AMOUNT', state: 'OPEN' }])
    expect(await listMoneyDifferencesOf(strange)).toMatchObject([{ kind: 'UNKNOWN_PAYMENT', orderNo: null }])
    await controlChannel('alter', { outTradeNo: altered.outTradeNo, total: 12_000 })
    await controlChannel('forget', { outTradeNo: strange })
  })

  it('a bill that Alipay refuses counts as late until noon of the day after next, then as empty', async () => {
    const { bill: billOf } = await openAlipayGateway()
    const bill = (asked: string) => billOf(asked, async () => new Set())
    await passToNextBills()
    const day = shanghaiDay(await appNow((await deps()).db))
    await passToNextBills()
    expect(await bill(day)).toBeNull()
    await passTimeEverywhere(25 * 3600)
    expect(await bill(day)).toBeNull()
    await passTimeEverywhere(3600)
    expect(await bill(day)).toEqual(emptyBill)
    await failNextCalls('bill', 'BUSY')
    await expect(bill(day)).rejects.toThrow('answered 20000')
  })
})
