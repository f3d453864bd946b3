import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differences, nextBills, reconcileWith } from '../../../test/factories/bills.ts'
import { expectMoneyToAddUp } from '../../../test/factories/order.ts'
import { makePaidWechatOrder } from '../../../test/factories/wechat.ts'
import { deps } from '../../../test/world.ts'
import { appNow } from '../../platform/db/database.ts'
import { shanghaiDay } from '../../platform/shanghai-day.ts'
import { reconcile } from './service/reconcile.ts'

/** The days before are compared. */
beforeAll(async () => {
  await nextBills()
  await reconcile(await deps())
})
afterAll(expectMoneyToAddUp)

describe('a bill of an account that has other tills', () => {
  it('is compared though two trades have a refund of the same number, and a row is there twice', async () => {
    const order = await makePaidWechatOrder()
    const { db, gateways } = await deps()
    const day = shanghaiDay(await appNow(db))
    await nextBills()
    const theirs = (await gateways.get('WECHAT')?.bill(day)) ?? []
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
    const asked = await reconcileWith(async () => [...theirs, ...backs, ...backs])
    expect(asked).toContain(day)
    expect(await differences(order.outTradeNo)).toEqual([])
    for (const outTradeNo of others)
      expect(await differences(`${outTradeNo} 1`)).toEqual([
        { kind: 'REFUND_UNKNOWN', state: 'OPEN', orderNo: null },
      ])
    const bill = db.selectFrom('bill').select(['refunds', 'refundedFen']).where('day', '=', day)
    expect(await bill.where('channel', '=', 'WECHAT').execute()).toEqual([
      { refunds: 2, refundedFen: 1000 },
    ])
  })
})
