import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePaidAlipayOrder } from '../../../../test/factories/alipay.ts'
import { listMoneyDifferencesOf, passToNextBills, reconcileWithBill } from '../../../../test/factories/bills.ts'
import { expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { controlChannel, makePaidWechatOrder, passTimeEverywhere } from '../../../../test/factories/wechat.ts'
import { deps, mustStaff } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { reconcileBills } from './service/reconcile.ts'

/** Other shops may write separators, quotes, line breaks, formulas or half rows. */
const oddTexts = ['a,b', '"', 'x\n2026-11-22 10:00:00,`y,`z\n', '=1+1', '', '药'.repeat(3000), ',`,`\t""']

async function deskSays(channel: string, day: string) {
  const { token } = await makeStaff({ roles: ['FINANCE'] })
  const { list, missing } = await mustStaff('GET /finance/v1/bills', { pageSize: 100 }, token)
  const isIt = (row: { channel: string; day: string }) => row.channel === channel && row.day === day
  return { compared: list.find(isIt), missing: missing.find(isIt) }
}

beforeAll(async () => {
  await passToNextBills()
  await reconcileBills(await deps())
})
afterAll(expectMoneyToAddUp)

describe('bills of an account with other shops', () => {
  it('a bill with duplicate refund numbers and rows is reconciled', async () => {
    const order = await makePaidWechatOrder()
    const { db, gateways } = await deps()
    const day = shanghaiDay(await appNow(db))
    await passToNextBills()
    const bill = await gateways.get('WECHAT')?.bill(day, async () => new Set())
    const theirs = bill?.lines ?? []
    const others = ['A', 'B'].map((till) => `${till}${order.outTradeNo}`)
    const backs = others.map((outTradeNo) => ({
      kind: 'REFUND' as const,
      number: '1',
      outTradeNo,
      transactionId: `T${outTradeNo}`,
      amountFen: 500,
      at: null,
    }))
    expect(theirs.map(({ number }) => number)).toContain(order.outTradeNo)
    const asked = await reconcileWithBill(async () => ({
      lines: [...theirs, ...backs, ...backs],
      others: 0,
    }))
    expect(asked).toContain(day)
    expect(await listMoneyDifferencesOf(order.outTradeNo)).toEqual([])
    for (const outTradeNo of others)
      expect(await listMoneyDifferencesOf(`${outTradeNo} 1`)).toEqual([
        { kind: 'REFUND_UNKNOWN', state: 'OPEN', orderNo: null },
      ])
    const kept = db.selectFrom('bill').select(['refunds', 'refundedFen']).where('day', '=', day)
    expect(await kept.where('channel', '=', 'WECHAT').execute()).toEqual([{ refunds: 2, refundedFen: 1000 }])
  })

  it.each([
    ['WECHAT', makePaidWechatOrder, '商户数据包'],
    ['ALIPAY', makePaidAlipayOrder, '门店名称'],
  ] as const)(
    'a bill of %s with odd texts of other shops is reconciled and its rows counted',
    async (channel, makePaid, title) => {
      const order = await makePaid()
      const { db } = await deps()
      const day = shanghaiDay(await appNow(db))
      const rows = [
        ...oddTexts.map((text) => ({ [title]: text, 商品名称: text })),
        { 商户订单号: `x'"\n;${'9'.repeat(3000)}` },
        { 商户订单号: 'DEAR-1', 订单金额: '30000000.00', '订单金额（元）': '30000000.00' },
      ]
      await controlChannel('strangeRows', { channel, rows })
      await passToNextBills()
      await reconcileBills(await deps())
      await controlChannel('strangeRows', { channel, rows: [] })
      expect(await listMoneyDifferencesOf(order.outTradeNo)).toEqual([])
      const { compared, missing } = await deskSays(channel, day)
      expect(missing).toBeUndefined()
      expect((compared?.payments ?? 0) + (compared?.others ?? 0)).toBeGreaterThan(1)
      expect(compared?.others).toBeGreaterThanOrEqual(2)
      expect(await listMoneyDifferencesOf('TILL-1')).toMatchObject([{ kind: 'UNKNOWN_PAYMENT', state: 'OPEN' }])
    },
  )

  it.each([
    ['WECHAT', makePaidWechatOrder],
    ['ALIPAY', makePaidAlipayOrder],
  ] as const)('a truncated bill of %s is requested again, and the desk shows it', async (channel, makePaid) => {
    const order = await makePaid()
    const { db } = await deps()
    const day = shanghaiDay(await appNow(db))
    await passToNextBills()
    await controlChannel('faults', [{ call: 'file', kind: 'CUT', times: 1, channel }])
    await reconcileBills(await deps())
    expect(await deskSays(channel, day)).toMatchObject({
      compared: undefined,
      missing: { why: 'CUT', nextAt: expect.any(String) },
    })
    await passTimeEverywhere(3601)
    await reconcileBills(await deps())
    expect(await deskSays(channel, day)).toMatchObject({
      compared: { channel },
      missing: undefined,
    })
    expect(await listMoneyDifferencesOf(order.outTradeNo)).toEqual([])
  })
})
