import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { passToNextBills } from '../../../../test/factories/bills.ts'
import { expectMoneyToAddUp, readOrderBooksOf } from '../../../../test/factories/order.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import * as wechat from '../../../../test/factories/wechat.ts'
import { deps, mustStaff } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { reconcileBills } from '../order/service/reconcile.ts'

afterAll(async () => {
  await wechat.resetChannel()
  await expectMoneyToAddUp()
})

const finance = () => makeStaff({ permissions: ['finance.read', 'finance.export'] })

async function lastSecondsOfYear(): Promise<number> {
  const { db } = await deps()
  const { rows } = await sql<{ year: number; seconds: number }>`
    select extract(year from day)::int as year,
      extract(epoch from ((date_trunc('year', day) + interval '1 year') at time zone 'Asia/Shanghai') - app_now())::float8 - 2 as seconds
    from (select shanghai_date(app_now())::timestamp as day) today`.execute(db)
  const [found] = rows
  if (!found) throw new Error('no now')
  await wechat.passTimeEverywhere(found.seconds)
  return found.year
}

it('a payment of 31 December notified in January counts for the old year and matches the bill', async () => {
  await wechat.resetChannel()
  // An order lives two hours, so create it late on the evening before.
  const year = await lastSecondsOfYear()
  const report = async (of: number) => {
    // The session would expire before the next day.
    const { token } = await finance()
    const {
      year: whole,
      months,
      ...rest
    } = await mustStaff('GET /finance/v1/year_report', { year: String(of) } as never, token)
    const ofWechat = <Row extends { channel: string }>(rows: Row[]) =>
      rows.filter(({ channel }) => channel === 'WECHAT')
    return { ...rest, whole: ofWechat(whole), months: ofWechat(months) }
  }
  const december = ({ months }: Awaited<ReturnType<typeof report>>) =>
    months.find(({ period }) => period === `${year}-12`)
  const before = await report(year)
  const [order, other] = [await wechat.makeWechatOrder(), await wechat.makeWechatOrder()]
  expect(await wechat.payAtWechat(order)).toBe(true)
  const late = await wechat.createChannelNotificationOf(order)
  await wechat.passTimeEverywhere(60)
  expect(await wechat.payAtWechat(other)).toBe(true)
  await wechat.deliverNotification(late)
  await wechat.deliverNotification(await wechat.createChannelNotificationOf(other))
  const dayOf = async (which: typeof order) => {
    const { order: row, payment } = await readOrderBooksOf(which)
    expect(row.paidAt).toEqual(payment?.paidAt)
    return shanghaiDay(row.paidAt ?? new Date(0))
  }
  expect(await dayOf(order)).toBe(`${year}-12-31`)
  expect(await dayOf(other)).toBe(`${year + 1}-01-01`)
  // A refund of the merchant console is not in the books.
  const refundNo = `${order.orderNo}H1`
  await wechat.controlChannel('refundByHand', { outTradeNo: other.outTradeNo, refundNo, amount: 5000 })
  await passToNextBills()
  await reconcileBills(await deps())
  const old = await report(year)
  expect(december(old)?.paid).toBeGreaterThanOrEqual((december(before)?.paid ?? 0) + 12_000)
  expect(december(old)?.billPaid).toBeGreaterThanOrEqual(12_000)
  expect(old.differing).not.toContainEqual(expect.objectContaining({ channel: 'WECHAT', period: `${year}-12-31` }))
  expect(old.years).toContain(year)
  const fresh = await report(year + 1)
  expect(fresh.whole[0]).toMatchObject({ paid: 12_000, billRefunded: 5000, difference: -5000 })
  expect(fresh.differing).toContainEqual(
    expect.objectContaining({
      period: `${year + 1}-01-01`,
      difference: -5000,
      openCases: 1,
      cases: [expect.objectContaining({ kind: 'REFUND_UNKNOWN', open: true })],
    }),
  )
  const { token } = await finance()
  const wish = { what: 'YEAR', year: String(year + 1) } as never
  const { name, exported } = await mustStaff('POST /finance/v1/export', wish, token)
  expect(name).toContain(`${year + 1} 年收支`)
  expect(exported).toBeGreaterThan(2)
})

it('a payment recorded on another day than in its bill moves to the day of the bill', async () => {
  const order = await wechat.makeWechatOrder()
  await wechat.payAtWechat(order)
  await wechat.deliverNotification(await wechat.createChannelNotificationOf(order))
  const { db } = await deps()
  const today = shanghaiDay(await appNow(db))
  // Old payments were recorded without the time of the channel.
  for (const table of ['orders', 'payment'] as const)
    await db
      .updateTable(table)
      .set({ paidAt: sql`paid_at - interval '3 days'` })
      .where('orderNo', '=', order.orderNo)
      .execute()
  await passToNextBills()
  await reconcileBills(await deps())
  const { order: row, payment } = await readOrderBooksOf(order)
  expect(shanghaiDay(row.paidAt ?? new Date(0))).toBe(today)
  expect(payment?.paidAt).toEqual(row.paidAt)
})
