import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { listMoneyDifferencesOf, passToNextBills, resolveTestDifference } from '../../../../test/factories/bills.ts'
import { makePaidTeam, refundTeamMember } from '../../../../test/factories/employer.ts'
import { expectMoneyToAddUp, makeOrder, readOrderBooksOf, type TestOrder } from '../../../../test/factories/order.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import * as wechat from '../../../../test/factories/wechat.ts'
import { deps, must, passTime, runWithoutTriggers } from '../../../../test/world.ts'
import { appNow, type Db, inTransaction } from '../../../platform/db/database.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { checkMoneyNightly, reconcileBills } from './service/reconcile.ts'
import { listUnreconciledDays } from './store/bills.ts'

afterEach(() => wechat.controlChannel('faults', []))
afterAll(expectMoneyToAddUp)

const run = async () => reconcileBills(await deps())

const closed = async (order: TestOrder) =>
  must('POST /order/v1/cancel_order', { orderNo: order.orderNo }, order.student.token)

/** Returns dates of Asia/Shanghai, `ago` days before today. */
async function daysBefore(db: Db, ago: number[]): Promise<string[]> {
  const now = (await appNow(db)).getTime()
  return ago.map((days) => shanghaiDay(new Date(now - days * 86_400_000)))
}

describe('reconciliation of daily bills', () => {
  it('bills are requested from the day of the first payment on', async () => {
    const { db } = await deps()
    const order = await makeOrder()
    const channel = 'NEWCOMER'
    const missing = async (tx: Db) =>
      (await listUnreconciledDays(tx, channel, { days: 30, hour: 10 })).map(({ day }) => day)
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

  it('matching bills create no difference, and each day is reconciled once', async () => {
    const fine = await wechat.makePaidWechatOrder()
    const team = await makePaidTeam(2)
    await refundTeamMember(team, 0)
    await passToNextBills()
    await Promise.all([run(), run()])
    expect(await listMoneyDifferencesOf(fine.outTradeNo)).toEqual([])
    expect(await listMoneyDifferencesOf(team.outTradeNo)).toEqual([])
    expect(await listMoneyDifferencesOf(`R${team.outTradeNo}`)).toEqual([])
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

  it('records money whose notifications were all lost', async () => {
    const order = await wechat.makeWechatOrder()
    await closed(order)
    expect(await wechat.payAtWechat(order, true)).toBe(true)
    await passToNextBills()
    await run()
    expect(await listMoneyDifferencesOf(order.outTradeNo)).toEqual([
      { kind: 'NOT_BOOKED', state: 'HEALED', orderNo: order.orderNo },
    ])
    expect((await readOrderBooksOf(order)).order.status).toBe('PAID')
  })

  it('reports a missing line refund although another refund of the payment exists', async () => {
    const team = await makePaidTeam(3)
    for (const place of [0, 1]) await refundTeamMember(team, place)
    const [kept, lost] = (await wechat.readChannelBook(team)).refunds
    if (!kept || !lost) throw new Error('two refunds were expected')
    await wechat.controlChannel('forgetRefund', { refundNo: lost.refundNo })
    await passToNextBills()
    await run()
    expect(await listMoneyDifferencesOf(kept.refundNo)).toEqual([])
    expect(await listMoneyDifferencesOf(lost.refundNo)).toEqual([
      { kind: 'REFUND_NOT_AT_CHANNEL', state: 'OPEN', orderNo: team.orderNo },
    ])
  })

  it('reports a refund that was paid under two numbers on two days', async () => {
    const team = await makePaidTeam(2)
    await refundTeamMember(team, 1)
    const [back] = (await wechat.readChannelBook(team)).refunds
    await passToNextBills()
    await run()
    expect(await listMoneyDifferencesOf(back?.refundNo ?? '')).toEqual([])
    const again = { refundNo: `${back?.refundNo}A2`, outTradeNo: team.outTradeNo }
    const gateway = (await deps()).gateways.get('WECHAT')
    await gateway?.refund({ ...again, amountFen: 12_000, totalFen: 24_000 })
    await passToNextBills()
    await run()
    expect(await listMoneyDifferencesOf(back?.refundNo ?? '')).toEqual([
      { kind: 'REFUND_TWICE', state: 'OPEN', orderNo: team.orderNo },
    ])
  })

  it('waits for a failing channel and retries open differences later', async () => {
    const order = await wechat.makeWechatOrder()
    await closed(order)
    await wechat.payAtWechat(order, true)
    await passToNextBills()
    await wechat.failNextCalls('bill', 'ERROR')
    await run()
    expect(await listMoneyDifferencesOf(order.outTradeNo)).toEqual([])
    await wechat.passTimeEverywhere(3601)
    await wechat.failNextCalls('query', 'ERROR', 50)
    await run()
    expect(await listMoneyDifferencesOf(order.outTradeNo)).toMatchObject([{ state: 'OPEN' }])
    await wechat.controlChannel('faults', [])
    await run()
    expect(await listMoneyDifferencesOf(order.outTradeNo)).toMatchObject([{ state: 'OPEN' }])
    await wechat.passTimeEverywhere(3601)
    await run()
    expect(await listMoneyDifferencesOf(order.outTradeNo)).toMatchObject([{ state: 'HEALED' }])
  })

  it('records other payments while one is blocked by a failing channel', async () => {
    const late = [await wechat.makeWechatOrder(), await wechat.makeWechatOrder(), await wechat.makeWechatOrder()]
    const [stuck] = late
    if (!stuck) throw new Error('an order was expected')
    for (const order of late) await closed(order)
    await wechat.makeOrderAt('ALIPAY', stuck)
    for (const order of late) expect(await wechat.payAtWechat(order, true)).toBe(true)
    await passToNextBills()
    const all = await deps()
    const alipay = all.gateways.get('ALIPAY')
    if (!alipay) throw new Error('no gateway')
    const down = { ...alipay, close: () => Promise.reject(new Error('no answer')) }
    await reconcileBills({ ...all, gateways: new Map([...all.gateways, ['ALIPAY', down]]) })
    const states = async () =>
      Promise.all(late.map(async ({ outTradeNo }) => (await listMoneyDifferencesOf(outTradeNo))[0]?.state))
    expect(await states()).toEqual(['OPEN', 'HEALED', 'HEALED'])
    await wechat.passTimeEverywhere(3601)
    await run()
    expect(await states()).toEqual(['HEALED', 'HEALED', 'HEALED'])
  })

  it('leaves unknown money, other amounts and missing payments to staff', async () => {
    const strange = `20260101000000${Date.now()}`.slice(0, 24)
    const altered = await wechat.makePaidWechatOrder()
    const missing = await wechat.makeWechatOrder()
    await wechat.payAtWechat(missing)
    expect((await wechat.deliverNotification(await wechat.createChannelNotificationOf(missing))).status).toBe(200)
    const { db } = await deps()
    await wechat.controlChannel('stranger', { outTradeNo: strange, total: 500 })
    await wechat.controlChannel('alter', { outTradeNo: altered.outTradeNo, total: 11_999 })
    await wechat.controlChannel('forget', { outTradeNo: missing.outTradeNo })
    await passToNextBills()
    await run()
    expect(await listMoneyDifferencesOf(strange)).toEqual([{ kind: 'UNKNOWN_PAYMENT', state: 'OPEN', orderNo: null }])
    expect(await listMoneyDifferencesOf(altered.outTradeNo)).toMatchObject([{ kind: 'AMOUNT', state: 'OPEN' }])
    expect(await listMoneyDifferencesOf(missing.outTradeNo)).toMatchObject([{ kind: 'NOT_AT_CHANNEL', state: 'OPEN' }])
    await db.deleteFrom('billLine').where('number', '=', strange).execute()
    await run()
    expect(await listMoneyDifferencesOf(strange)).toHaveLength(1)
  })
})

describe('the nightly check of the books', () => {
  it('the nightly check finds a paid sign without money and runs once a day', async () => {
    const { db } = await deps()
    const order = await makeOrder()
    await db.updateTable('sign').set({ paidAt: sql`app_now()` }).where('id', '=', order.signId).execute()
    await passTime(86_400 * 2)
    await passToNextBills()
    const all = await deps()
    await Promise.all([checkMoneyNightly(all), checkMoneyNightly(all)])
    expect(await listMoneyDifferencesOf(order.signId)).toEqual([{ kind: 'RULE', state: 'OPEN', orderNo: null }])
    const checks = await db
      .selectFrom('moneyCheck')
      .select('faults')
      .where('day', '=', sql<string>`shanghai_date(app_now())`)
      .execute()
    expect(checks).toHaveLength(1)
    expect(checks[0]?.faults).toBeGreaterThanOrEqual(1)
    await db.updateTable('sign').set({ paidAt: null }).where('id', '=', order.signId).execute()
  })

  it('the nightly check finds a sign that is marked as paid although its order line was refunded', async () => {
    const { db } = await deps()
    const team = await makePaidTeam(2)
    await refundTeamMember(team, 0)
    const lines = db.selectFrom('refund').select('signId').where('orderNo', '=', team.orderNo)
    const { signId } = await lines.executeTakeFirstOrThrow()
    const mark = (refundedAt: Date | null) =>
      runWithoutTriggers(['sign'], async (tx) => {
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
    await passToNextBills()
    await checkMoneyNightly(await deps())
    expect(await listMoneyDifferencesOf(signId ?? '')).toEqual([{ kind: 'RULE', state: 'OPEN', orderNo: null }])
    await mark(refundedAt)
  })

  it('the nightly check reports a new fault of an order although an earlier difference was closed', async () => {
    const { db } = await deps()
    const order = await wechat.makePaidWechatOrder()
    const { orderNo, signId, outTradeNo } = order
    const paidAt = (await readOrderBooksOf(order)).sign.paidAt
    const night = async () => {
      await passToNextBills()
      await checkMoneyNightly(await deps())
      return db
        .selectFrom('moneyDifference')
        .select(['id', 'state', 'detail'])
        .where('subject', '=', orderNo)
        .where('kind', '=', 'RULE')
        .execute()
    }
    const change = (sign: Date | null, status: 'PAID' | 'REFUNDING') =>
      runWithoutTriggers(['sign', 'payment'], async (tx) => {
        await tx.updateTable('sign').set({ paidAt: sign }).where('id', '=', signId).execute()
        await tx.updateTable('payment').set({ status }).where('outTradeNo', '=', outTradeNo).execute()
      })
    const end = async (id = '') => {
      const { token } = await makeStaff({ roles: ['FINANCE'] })
      expect(await resolveTestDifference(token, { id, reason: '已联系运维' })).toMatchObject({ code: 1 })
    }
    await change(null, 'PAID')
    const [first] = await night()
    expect(first).toMatchObject({ state: 'OPEN', detail: { rule: 'paid order without its sign' } })
    await end(first?.id)
    expect(await night()).toMatchObject([{ state: 'RESOLVED' }])
    await change(null, 'REFUNDING')
    expect(await night()).toMatchObject([{ state: 'OPEN', detail: { rule: 'paid order without its payment' } }])
    await end(first?.id)
    await change(paidAt, 'PAID')
  })
})
