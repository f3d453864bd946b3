import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Bill,
  differences,
  endDifference,
  nextBills,
  reconcileWith as run,
} from '../../../test/factories/bills.ts'
import { expectMoneyToAddUp } from '../../../test/factories/order.ts'
import { sheetRows } from '../../../test/factories/sheet.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makePaidWechatOrder, passTimeEverywhere } from '../../../test/factories/wechat.ts'
import { deps, mustStaff } from '../../../test/world.ts'
import { appNow } from '../../platform/db/database.ts'
import { noBillLines } from '../../platform/payments/gateway.ts'
import { shanghaiDay } from '../../platform/shanghai-day.ts'
import { missingBills, reconcile } from './service/reconcile.ts'

/** The days before these stories are compared. */
beforeAll(async () => {
  await nextBills()
  await reconcile(await deps())
})
afterAll(async () => {
  await nextBills()
  await reconcile(await deps())
  await expectMoneyToAddUp()
})

const empty: Bill = async () => noBillLines
const late: Bill = async () => null
const down: Bill = () => Promise.reject(new Error('no answer'))
const today = async () => shanghaiDay(await appNow((await deps()).db))

/** A day on which somebody has paid, at half past ten of the next one. */
async function makePaidDay() {
  const order = await makePaidWechatOrder()
  const day = await today()
  await nextBills()
  return { order, day, subject: `WECHAT ${day}` }
}

async function findEmptyDay(subject: string) {
  const { db } = await deps()
  const rows = db.selectFrom('moneyDifference').selectAll().where('subject', '=', subject)
  return rows.executeTakeFirstOrThrow()
}

/** What the desk says of a day of WeChat's. */
async function deskSays(day: string) {
  const { token } = await makeStaff({ roles: ['FINANCE'] })
  const { list, missing } = await mustStaff('GET /finance/v1/bills', { pageSize: 100 }, token)
  const isIt = (row: { channel: string; day: string }) =>
    row.channel === 'WECHAT' && row.day === day
  return { compared: list.find(isIt), missing: missing.find(isIt) }
}

/** What the desk's file calls the differences of a day of WeChat's, and what they are about. */
async function fileSays(day: string) {
  const { token } = await makeStaff({ roles: ['FINANCE'] })
  const file = await mustStaff('POST /finance/v1/export', { what: 'DIFFERENCES' }, token)
  const rows = await sheetRows(Buffer.from(file.content, 'base64'))
  const ofDay = rows.filter((row) => row[3] === 'WECHAT' && row[4] === day)
  return ofDay.map(([kind, about]) => [kind, about])
}

it('of a channel that is not configured any more the desk names the days with money that nobody compares', async () => {
  const { day } = await makePaidDay()
  await nextBills()
  const without = { ...(await deps()), gateways: new Map() }
  const days = (await missingBills(without)).filter(({ channel }) => channel === 'WECHAT')
  expect(days).toEqual([{ channel: 'WECHAT', day, nextAt: null, why: 'NO_CHANNEL' }])
  await reconcile(await deps())
})

describe('an empty bill of a day on which we took money', () => {
  it('is one difference, not hundreds; the day stays due and is asked for again each hour', async () => {
    const { order, day, subject } = await makePaidDay()
    expect(await run(empty)).toContain(day)
    const told = [{ kind: 'NOT_AT_CHANNEL', state: 'OPEN', orderNo: null }]
    expect(await differences(subject)).toEqual(told)
    expect(await differences(order.outTradeNo)).toEqual([])
    const { detail, foundAt } = await findEmptyDay(subject)
    expect(detail).toEqual({ payments: 1, ours: 12_000, refunds: 0 })
    expect(await fileSays(day)).toEqual([['渠道账单为空，平台有入账', `${day} 的账单`]])
    expect(await run(empty)).not.toContain(day)
    const { compared, missing } = await deskSays(day)
    expect(compared).toBeUndefined()
    expect(missing).toMatchObject({ why: 'EMPTY', nextAt: expect.any(String) })
    await passTimeEverywhere(3601)
    expect(await run(empty)).toContain(day)
    expect(await differences(subject)).toEqual(told)
    expect((await findEmptyDay(subject)).foundAt).toEqual(foundAt)
  })

  it('is compared when it comes after all, also at once by hand; then the difference is gone', async () => {
    const { order, day, subject } = await makePaidDay()
    await run(empty)
    const { token } = await makeStaff({ roles: ['FINANCE'] })
    const { id } = await findEmptyDay(subject)
    // the servers ask the simulated channel, which has it
    expect(await mustStaff('POST /finance/v1/retry_difference', { id }, token)).toMatchObject({
      state: 'HEALED',
      wholeDay: true,
    })
    expect(await deskSays(day)).toMatchObject({ compared: { payments: 1, open: 0 } })
    expect(await differences(order.outTradeNo)).toEqual([])
  })

  it('is taken for what it is once somebody has ended the difference with a reason', async () => {
    const { order, day, subject } = await makePaidDay()
    await run(empty)
    const { token } = await makeStaff({ roles: ['FINANCE'] })
    const { id } = await findEmptyDay(subject)
    const reason = '商户平台确认当日无账单'
    await endDifference(token, { id, reason })
    expect(await run(empty)).toContain(day)
    const { compared, missing } = await deskSays(day)
    expect(compared).toMatchObject({ payments: 0, paid: 0, open: 0 })
    expect(missing).toBeUndefined()
    expect(await differences(order.outTradeNo)).toEqual([])
    expect(await findEmptyDay(subject)).toMatchObject({
      state: 'RESOLVED',
      resolution: expect.stringContaining(reason),
    })
    expect(await run(empty)).not.toContain(day)
  })

  it('is compared line by line, though ended by hand, when it came in between', async () => {
    const { order, day, subject } = await makePaidDay()
    await run(empty)
    const { token } = await makeStaff({ roles: ['FINANCE'] })
    const { id } = await findEmptyDay(subject)
    await endDifference(token, { id, reason: '无账单' })
    const [outTradeNo, transactionId] = [`X${order.outTradeNo}`, '']
    const stranger = { kind: 'PAYMENT' as const, number: outTradeNo, outTradeNo, transactionId }
    await run(async () => ({ lines: [{ ...stranger, amountFen: 500, at: null }], others: 3 }))
    expect(await deskSays(day)).toMatchObject({ compared: { payments: 1, open: 2, others: 3 } })
    expect(await differences(outTradeNo)).toMatchObject([{ kind: 'UNKNOWN_PAYMENT' }])
    expect(await differences(order.outTradeNo)).toMatchObject([{ kind: 'NOT_AT_CHANNEL' }])
  })
})

describe('the desk says of a day without its bill', () => {
  async function notesOf(subject: string) {
    const { db } = await deps()
    const notes = db.selectFrom('auditLog').select('detail').where('subject', '=', subject)
    return (await notes.where('action', '=', 'finance.billMissing').orderBy('id').execute()).map(
      ({ detail }) => detail,
    )
  }

  const failed = { why: 'FAILED', nextAt: expect.any(String) }

  it('that its hour is still to come, and then why it is not there; each reason is noted once', async () => {
    const day = await today()
    const now = await appNow((await deps()).db)
    const midnight = new Date(`${day}T24:00:00+08:00`)
    await passTimeEverywhere((midnight.getTime() - now.getTime()) / 1000 + 60)
    expect(await run(empty)).not.toContain(day)
    const atTen = new Date(midnight.getTime() + 10 * 3_600_000).toISOString()
    const { missing } = await deskSays(day)
    expect(missing?.why).toBe('NOT_DUE')
    expect(new Date(missing?.nextAt ?? 0).toISOString()).toBe(atTen)
    await passTimeEverywhere(10 * 3600)
    expect((await deskSays(day)).missing).toMatchObject({ why: 'NOT_TRIED', nextAt: null })
    for (const _ of [1, 2]) expect(await run(late)).toContain(day)
    expect((await deskSays(day)).missing).toMatchObject({ why: 'NOT_MADE', nextAt: null })
    // to and fro: the desk knows, the log need not
    await run(down)
    expect((await deskSays(day)).missing).toMatchObject(failed)
    expect(await run(late)).not.toContain(day)
    await passTimeEverywhere(3601)
    await run(late)
    expect((await deskSays(day)).missing).toMatchObject({ why: 'NOT_MADE', nextAt: null })
    expect(await notesOf(`WECHAT ${day}`)).toEqual([{ why: 'NOT_MADE' }])
    await passTimeEverywhere(601)
    await Promise.all([run(down), run(down)])
    expect((await deskSays(day)).missing).toMatchObject(failed)
    expect(await notesOf(`WECHAT ${day}`)).toEqual([{ why: 'NOT_MADE' }, { why: 'FAILED' }])
  })

  it('what the last try brought, though an empty bill came between two that failed', async () => {
    const { day, subject } = await makePaidDay()
    await run(down)
    expect((await deskSays(day)).missing).toMatchObject(failed)
    await passTimeEverywhere(3601)
    await run(empty)
    expect((await deskSays(day)).missing).toMatchObject({ why: 'EMPTY' })
    await passTimeEverywhere(3601)
    await run(down)
    expect((await deskSays(day)).missing).toMatchObject(failed)
    await passTimeEverywhere(3601)
    await run(down)
    expect(await notesOf(subject)).toEqual([{ why: 'FAILED' }, { why: 'FAILED' }])
  })

  it('nothing once it is compared: empty, as our books are', async () => {
    // what the story before has left, and a day on which nobody paid
    await nextBills()
    const day = await today()
    await nextBills()
    expect(await run(empty)).toContain(day)
    expect(await differences(`WECHAT ${day}`)).toEqual([])
    const { compared, missing } = await deskSays(day)
    expect([compared?.payments, missing]).toEqual([0, undefined])
  })
})
