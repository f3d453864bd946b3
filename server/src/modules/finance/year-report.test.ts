import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { nextBills } from '../../../test/factories/bills.ts'
import { booksOf, expectMoneyToAddUp } from '../../../test/factories/order.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import {
  calmChannel,
  control,
  deliver,
  makeWechatOrder,
  messageOf,
  passTimeEverywhere,
  pay,
} from '../../../test/factories/wechat.ts'
import { deps, mustStaff } from '../../../test/world.ts'
import { appNow } from '../../platform/db/database.ts'
import { shanghaiDay } from '../../platform/shanghai-day.ts'
import { reconcile } from '../order/service/reconcile.ts'

afterAll(async () => {
  await calmChannel()
  await expectMoneyToAddUp()
})

const finance = () => makeStaff({ permissions: ['finance.read', 'finance.export'] })

/** Two seconds before the next 1 January in Shanghai. */
async function lastSecondsOfYear(): Promise<number> {
  const { db } = await deps()
  const { rows } = await sql<{ year: number; seconds: number }>`
    select extract(year from day)::int as year,
      extract(epoch from ((date_trunc('year', day) + interval '1 year') at time zone 'Asia/Shanghai') - app_now())::float8 - 2 as seconds
    from (select shanghai_date(app_now())::timestamp as day) today`.execute(db)
  const [found] = rows
  if (!found) throw new Error('no now')
  await passTimeEverywhere(found.seconds)
  return found.year
}

it('money paid on 31 December and heard of in January is income of the old year, and bills and books tie', async () => {
  await calmChannel()
  // an order lives two hours: it is placed on the evening before
  const year = await lastSecondsOfYear()
  const report = async (of: number) => {
    // a session does not last over the night
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
  const [order, other] = [await makeWechatOrder(), await makeWechatOrder()]
  expect(await pay(order)).toBe(true)
  const late = await messageOf(order)
  await passTimeEverywhere(60)
  expect(await pay(other)).toBe(true)
  await deliver(late)
  await deliver(await messageOf(other))
  const dayOf = async (which: typeof order) => {
    const { order: row, payment } = await booksOf(which)
    expect(row.paidAt).toEqual(payment?.paidAt)
    return shanghaiDay(row.paidAt ?? new Date(0))
  }
  expect(await dayOf(order)).toBe(`${year}-12-31`)
  expect(await dayOf(other)).toBe(`${year + 1}-01-01`)
  // given back in the merchant console: the books have no word of it
  const refundNo = `${order.orderNo}H1`
  await control('refundByHand', { outTradeNo: other.outTradeNo, refundNo, amount: 5000 })
  await nextBills()
  await reconcile(await deps())
  const old = await report(year)
  // other tests of this database have money in December, too, and the bills tell of some of it only now
  expect(december(old)?.paid).toBeGreaterThanOrEqual((december(before)?.paid ?? 0) + 12_000)
  expect(december(old)?.billPaid).toBeGreaterThanOrEqual(12_000)
  expect(old.differing).not.toContainEqual(
    expect.objectContaining({ channel: 'WECHAT', period: `${year}-12-31` }),
  )
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

it('a payment booked on another day than its bill has it moves to the bill’s day', async () => {
  const order = await makeWechatOrder()
  await pay(order)
  await deliver(await messageOf(order))
  const { db } = await deps()
  const today = shanghaiDay(await appNow(db))
  // as it was booked before channels' times counted
  for (const table of ['orders', 'payment'] as const)
    await db
      .updateTable(table)
      .set({ paidAt: sql`paid_at - interval '3 days'` })
      .where('orderNo', '=', order.orderNo)
      .execute()
  await nextBills()
  await reconcile(await deps())
  const { order: row, payment } = await booksOf(order)
  expect(shanghaiDay(row.paidAt ?? new Date(0))).toBe(today)
  expect(payment?.paidAt).toEqual(row.paidAt)
})
