import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { differences, endDifference, nextBills } from '../../../test/factories/bills.ts'
import { giveBack, makePaidTeam } from '../../../test/factories/employer.ts'
import {
  booksOf,
  expectMoneyToAddUp,
  makeOrder,
  type TestOrder,
} from '../../../test/factories/order.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import {
  channelBook,
  control,
  deliver,
  fail,
  makePaidWechatOrder,
  makeWechatOrder,
  messageOf,
  passTimeEverywhere,
  pay,
  placeAt,
} from '../../../test/factories/wechat.ts'
import { deps, must, passTime, pastTriggers } from '../../../test/world.ts'
import { appNow, type Db, inTransaction } from '../../platform/db/database.ts'
import { shanghaiDay } from '../../platform/shanghai-day.ts'
import { checkAllMoney, reconcile } from './service/reconcile.ts'
import { listMissingDays } from './store/bills.ts'

afterEach(() => control('faults', []))
afterAll(expectMoneyToAddUp)

const run = async () => reconcile(await deps())

const closed = async (order: TestOrder) =>
  must('POST /order/v1/cancel_order', { orderNo: order.orderNo }, order.student.token)

/** Days in Shanghai, so many before today. */
async function daysBefore(db: Db, ago: number[]): Promise<string[]> {
  const now = (await appNow(db)).getTime()
  return ago.map((days) => shanghaiDay(new Date(now - days * 86_400_000)))
}

describe('the bill of a day against our books', () => {
  it('is asked for from the day of the first payment on; before there is one, of no day', async () => {
    const { db } = await deps()
    const order = await makeOrder()
    const channel = 'NEWCOMER'
    const missing = async (tx: Db) =>
      (await listMissingDays(tx, channel, { days: 30, hour: 10 })).map(({ day }) => day)
    expect(await missing(db)).toEqual([])
    const tried = inTransaction(db, async (tx) => {
      const expected = await daysBefore(tx, [3, 2, 1])
      const payment = tx.updateTable('payment').where('outTradeNo', '=', order.outTradeNo)
      await payment.set({ channel, createdAt: sql`app_now() - interval '3 days'` }).execute()
      expect(await missing(tx)).toEqual(expected)
      await payment.set({ createdAt: sql`app_now() - interval '300 days'` }).execute()
      expect(await missing(tx)).toHaveLength(30)
      await payment.set({ createdAt: sql`app_now()` }).execute()
      expect(await missing(tx)).toEqual([])
      throw new Error('nothing of it stays')
    })
    await expect(tried).rejects.toThrow('nothing of it stays')
  })

  it('agrees where nothing went wrong, refunds too; each day is compared once', async () => {
    const fine = await makePaidWechatOrder()
    const team = await makePaidTeam(2)
    await giveBack(team, 0)
    await nextBills()
    await Promise.all([run(), run()])
    expect(await differences(fine.outTradeNo)).toEqual([])
    expect(await differences(team.outTradeNo)).toEqual([])
    expect(await differences(`R${team.outTradeNo}`)).toEqual([])
    const { db } = await deps()
    const day = await db
      .selectFrom('billLine')
      .innerJoin('bill', (join) =>
        join.onRef('bill.channel', '=', 'billLine.channel').onRef('bill.day', '=', 'billLine.day'),
      )
      .select(['billLine.amountFen', 'bill.payments', 'bill.paidFen'])
      .where('number', '=', fine.outTradeNo)
      .execute()
    expect(day).toMatchObject([{ amountFen: 12_000 }])
    expect(day[0]?.payments).toBeGreaterThanOrEqual(2)
    const count = () =>
      db
        .selectFrom('bill')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirst()
    const before = await count()
    await run()
    expect(await count()).toEqual(before)
  })

  it('finds money whose every notice was lost, and books it by itself', async () => {
    const order = await makeWechatOrder()
    await closed(order)
    expect(await pay(order, true)).toBe(true)
    await nextBills()
    await run()
    expect(await differences(order.outTradeNo)).toEqual([
      { kind: 'NOT_BOOKED', state: 'HEALED', orderNo: order.orderNo },
    ])
    expect((await booksOf(order)).order.status).toBe('PAID')
  })

  it('misses a refund of a line although the channel has another of the same payment', async () => {
    const team = await makePaidTeam(3)
    for (const place of [0, 1]) await giveBack(team, place)
    const [kept, lost] = (await channelBook(team)).refunds
    if (!kept || !lost) throw new Error('two refunds were expected')
    await control('forgetRefund', { refundNo: lost.refundNo })
    await nextBills()
    await run()
    expect(await differences(kept.refundNo)).toEqual([])
    expect(await differences(lost.refundNo)).toEqual([
      { kind: 'REFUND_NOT_AT_CHANNEL', state: 'OPEN', orderNo: team.orderNo },
    ])
  })

  it('finds a refund that went back by two numbers, one on each of two days', async () => {
    const team = await makePaidTeam(2)
    await giveBack(team, 1)
    const [back] = (await channelBook(team)).refunds
    await nextBills()
    await run()
    expect(await differences(back?.refundNo ?? '')).toEqual([])
    const again = { refundNo: `${back?.refundNo}A2`, outTradeNo: team.outTradeNo }
    const gateway = (await deps()).gateways.get('WECHAT')
    await gateway?.refund({ ...again, amountFen: 12_000, totalFen: 24_000 })
    await nextBills()
    await run()
    expect(await differences(back?.refundNo ?? '')).toEqual([
      { kind: 'REFUND_TWICE', state: 'OPEN', orderNo: team.orderNo },
    ])
  })

  it('waits for a channel that is down, and tries the open ones again later', async () => {
    const order = await makeWechatOrder()
    await closed(order)
    await pay(order, true)
    await nextBills()
    await fail('bill', 'ERROR')
    await run()
    expect(await differences(order.outTradeNo)).toEqual([])
    await passTimeEverywhere(3601)
    await fail('query', 'ERROR', 50)
    await run()
    expect(await differences(order.outTradeNo)).toMatchObject([{ state: 'OPEN' }])
    await control('faults', [])
    await run()
    expect(await differences(order.outTradeNo)).toMatchObject([{ state: 'OPEN' }])
    await passTimeEverywhere(3601)
    await run()
    expect(await differences(order.outTradeNo)).toMatchObject([{ state: 'HEALED' }])
  })

  it('books the others though one cannot be: the order in its way is at a channel that is down', async () => {
    const late = [await makeWechatOrder(), await makeWechatOrder(), await makeWechatOrder()]
    const [stuck] = late
    if (!stuck) throw new Error('an order was expected')
    for (const order of late) await closed(order)
    await placeAt('ALIPAY', stuck)
    for (const order of late) expect(await pay(order, true)).toBe(true)
    await nextBills()
    const all = await deps()
    const alipay = all.gateways.get('ALIPAY')
    if (!alipay) throw new Error('no gateway')
    const down = { ...alipay, close: () => Promise.reject(new Error('no answer')) }
    await reconcile({ ...all, gateways: new Map([...all.gateways, ['ALIPAY', down]]) })
    const states = async () =>
      Promise.all(late.map(async ({ outTradeNo }) => (await differences(outTradeNo))[0]?.state))
    expect(await states()).toEqual(['OPEN', 'HEALED', 'HEALED'])
    await passTimeEverywhere(3601)
    await run()
    expect(await states()).toEqual(['HEALED', 'HEALED', 'HEALED'])
  })

  it('leaves to staff what no asking settles: strange money, another sum, a payment the channel lacks', async () => {
    const strange = `20260101000000${Date.now()}`.slice(0, 24)
    const altered = await makePaidWechatOrder()
    const missing = await makeWechatOrder()
    // a channel that takes its word back
    await pay(missing)
    expect((await deliver(await messageOf(missing))).status).toBe(200)
    const { db } = await deps()
    await control('stranger', { outTradeNo: strange, total: 500 })
    await control('alter', { outTradeNo: altered.outTradeNo, total: 11_999 })
    await control('forget', { outTradeNo: missing.outTradeNo })
    await nextBills()
    await run()
    expect(await differences(strange)).toEqual([
      { kind: 'UNKNOWN_PAYMENT', state: 'OPEN', orderNo: null },
    ])
    expect(await differences(altered.outTradeNo)).toMatchObject([{ kind: 'AMOUNT', state: 'OPEN' }])
    expect(await differences(missing.outTradeNo)).toMatchObject([
      { kind: 'NOT_AT_CHANNEL', state: 'OPEN' },
    ])
    // found again, still one
    await db.deleteFrom('billLine').where('number', '=', strange).execute()
    await run()
    expect(await differences(strange)).toHaveLength(1)
  })
})

describe('the nightly check', () => {
  it('finds a paid sign without money and runs once a day', async () => {
    const { db } = await deps()
    const order = await makeOrder()
    await db
      .updateTable('sign')
      .set({ paidAt: sql`app_now()` })
      .where('id', '=', order.signId)
      .execute()
    await passTime(86_400 * 2)
    await nextBills()
    const all = await deps()
    await Promise.all([checkAllMoney(all), checkAllMoney(all)])
    expect(await differences(order.signId)).toEqual([
      { kind: 'RULE', state: 'OPEN', orderNo: null },
    ])
    const checks = await db
      .selectFrom('moneyCheck')
      .select('faults')
      .where('day', '=', sql<string>`shanghai_date(app_now())`)
      .execute()
    expect(checks).toHaveLength(1)
    expect(checks[0]?.faults).toBeGreaterThanOrEqual(1)
    await db.updateTable('sign').set({ paidAt: null }).where('id', '=', order.signId).execute()
  })

  it('finds a sign paid again whose own line went back, though the employer’s order stays paid', async () => {
    const { db } = await deps()
    const team = await makePaidTeam(2)
    await giveBack(team, 0)
    const lines = db.selectFrom('refund').select('signId').where('orderNo', '=', team.orderNo)
    const { signId } = await lines.executeTakeFirstOrThrow()
    const mark = (refundedAt: Date | null) =>
      pastTriggers(['sign'], async (tx) => {
        await tx
          .updateTable('sign')
          .set({ refundedAt })
          .where('id', '=', signId ?? '')
          .execute()
      })
    const sign = db
      .selectFrom('sign')
      .select('refundedAt')
      .where('id', '=', signId ?? '')
    const { refundedAt } = await sign.executeTakeFirstOrThrow()
    await mark(null)
    await nextBills()
    await checkAllMoney(await deps())
    expect(await differences(signId ?? '')).toEqual([
      { kind: 'RULE', state: 'OPEN', orderNo: null },
    ])
    await mark(refundedAt)
  })

  it('tells of another fault of an order although one of it was ended by hand', async () => {
    const { db } = await deps()
    const order = await makePaidWechatOrder()
    const { orderNo, signId, outTradeNo } = order
    const paidAt = (await booksOf(order)).sign.paidAt
    const night = async () => {
      await nextBills()
      await checkAllMoney(await deps())
      return db
        .selectFrom('moneyDifference')
        .select(['id', 'state', 'detail'])
        .where('subject', '=', orderNo)
        .where('kind', '=', 'RULE')
        .execute()
    }
    const change = (sign: Date | null, status: 'PAID' | 'REFUNDING') =>
      pastTriggers(['sign', 'payment'], async (tx) => {
        await tx.updateTable('sign').set({ paidAt: sign }).where('id', '=', signId).execute()
        await tx
          .updateTable('payment')
          .set({ status })
          .where('outTradeNo', '=', outTradeNo)
          .execute()
      })
    const end = async (id = '') => {
      const { token } = await makeStaff({ roles: ['FINANCE'] })
      expect(await endDifference(token, { id, reason: '已联系运维' })).toMatchObject({ code: 1 })
    }
    await change(null, 'PAID')
    const [first] = await night()
    expect(first).toMatchObject({ state: 'OPEN', detail: { rule: 'paid order without its sign' } })
    await end(first?.id)
    // the same again is no news
    expect(await night()).toMatchObject([{ state: 'RESOLVED' }])
    await change(null, 'REFUNDING')
    expect(await night()).toMatchObject([
      { state: 'OPEN', detail: { rule: 'paid order without its payment' } },
    ])
    await end(first?.id)
    await change(paidAt, 'PAID')
  })
})
