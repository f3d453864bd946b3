import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type FetchBill,
  listMoneyDifferencesOf,
  passToNextBills,
  resolveTestDifference,
  reconcileWithBill as run,
} from '../../../../test/factories/bills.ts'
import { expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import { readSheetTexts } from '../../../../test/factories/sheet.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makePaidWechatOrder, passTimeEverywhere } from '../../../../test/factories/wechat.ts'
import { deps, mustStaff } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'
import { emptyBill } from '../../../platform/payments/gateway.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { listMissingBills, reconcileBills } from './service/reconcile.ts'

/** All earlier days are reconciled first. */
beforeAll(async () => {
  await passToNextBills()
  await reconcileBills(await deps())
})
afterAll(async () => {
  await passToNextBills()
  await reconcileBills(await deps())
  await expectMoneyToAddUp()
})

const empty: FetchBill = async () => emptyBill
const late: FetchBill = async () => null
const down: FetchBill = () => Promise.reject(new Error('no answer'))
const today = async () => shanghaiDay(await appNow((await deps()).db))

/** Ends at half past ten of the next day. */
async function makePaidDay() {
  const order = await makePaidWechatOrder()
  const day = await today()
  await passToNextBills()
  return { order, day, subject: `WECHAT ${day}` }
}

async function findEmptyDay(subject: string) {
  const { db } = await deps()
  const rows = db.selectFrom('moneyDifference').selectAll().where('subject', '=', subject)
  return rows.executeTakeFirstOrThrow()
}

async function deskSays(day: string) {
  const { token } = await makeStaff({ roles: ['FINANCE'] })
  const { list, missing } = await mustStaff('GET /finance/v1/bills', { pageSize: 100 }, token)
  const isIt = (row: { channel: string; day: string }) => row.channel === 'WECHAT' && row.day === day
  return { compared: list.find(isIt), missing: missing.find(isIt) }
}

/** Returns the differences of the day in the exported file. */
async function fileSays(day: string) {
  const { token } = await makeStaff({ roles: ['FINANCE'] })
  const file = await mustStaff('POST /finance/v1/export', { what: 'DIFFERENCES' }, token)
  const rows = await readSheetTexts(Buffer.from(file.content, 'base64'))
  const ofDay = rows.filter((row) => row[3] === 'WECHAT' && row[4] === day)
  return ofDay.map(([kind, about]) => [kind, about])
}

it('the desk lists unreconciled days of a channel that is no longer configured', async () => {
  const { day } = await makePaidDay()
  await passToNextBills()
  const without = { ...(await deps()), gateways: new Map() }
  const days = (await listMissingBills(without)).filter(({ channel }) => channel === 'WECHAT')
  expect(days).toEqual([{ channel: 'WECHAT', day, nextAt: null, why: 'NO_CHANNEL' }])
  await reconcileBills(await deps())
})

describe('an empty bill for a day with payments', () => {
  it('an empty bill is one difference, and the day is retried each hour', async () => {
    const { order, day, subject } = await makePaidDay()
    expect(await run(empty)).toContain(day)
    const told = [{ kind: 'NOT_AT_CHANNEL', state: 'OPEN', orderNo: null }]
    expect(await listMoneyDifferencesOf(subject)).toEqual(told)
    expect(await listMoneyDifferencesOf(order.outTradeNo)).toEqual([])
    const { detail, foundAt } = await findEmptyDay(subject)
    expect(detail).toEqual({ payments: 1, ours: 12_000, refunds: 0 })
    expect(await fileSays(day)).toEqual([['渠道账单为空，平台有入账', `${day} 的账单`]])
    expect(await run(empty)).not.toContain(day)
    const { compared, missing } = await deskSays(day)
    expect(compared).toBeUndefined()
    expect(missing).toMatchObject({ why: 'EMPTY', nextAt: expect.any(String) })
    await passTimeEverywhere(3601)
    expect(await run(empty)).toContain(day)
    expect(await listMoneyDifferencesOf(subject)).toEqual(told)
    expect((await findEmptyDay(subject)).foundAt).toEqual(foundAt)
  })

  it('a late bill is reconciled, also by hand, and removes the difference', async () => {
    const { order, day, subject } = await makePaidDay()
    await run(empty)
    const { token } = await makeStaff({ roles: ['FINANCE'] })
    const { id } = await findEmptyDay(subject)
    expect(await mustStaff('POST /finance/v1/retry_difference', { id }, token)).toMatchObject({
      state: 'HEALED',
      wholeDay: true,
    })
    expect(await deskSays(day)).toMatchObject({ compared: { payments: 1, open: 0 } })
    expect(await listMoneyDifferencesOf(order.outTradeNo)).toEqual([])
  })

  it('an empty bill is accepted once staff close its difference with a reason', async () => {
    const { order, day, subject } = await makePaidDay()
    await run(empty)
    const { token } = await makeStaff({ roles: ['FINANCE'] })
    const { id } = await findEmptyDay(subject)
    const reason = '商户平台确认当日无账单'
    await resolveTestDifference(token, { id, reason })
    expect(await run(empty)).toContain(day)
    const { compared, missing } = await deskSays(day)
    expect(compared).toMatchObject({ payments: 0, paid: 0, open: 0 })
    expect(missing).toBeUndefined()
    expect(await listMoneyDifferencesOf(order.outTradeNo)).toEqual([])
    expect(await findEmptyDay(subject)).toMatchObject({
      state: 'RESOLVED',
      resolution: expect.stringContaining(reason),
    })
    expect(await run(empty)).not.toContain(day)
  })

  it('a bill that arrives during the decision is still compared line by line', async () => {
    const { order, day, subject } = await makePaidDay()
    await run(empty)
    const { token } = await makeStaff({ roles: ['FINANCE'] })
    const { id } = await findEmptyDay(subject)
    await resolveTestDifference(token, { id, reason: '无账单' })
    const [outTradeNo, transactionId] = [`X${order.outTradeNo}`, '']
    const stranger = { kind: 'PAYMENT' as const, number: outTradeNo, outTradeNo, transactionId }
    await run(async () => ({ lines: [{ ...stranger, amountFen: 500, at: null }], others: 3 }))
    expect(await deskSays(day)).toMatchObject({ compared: { payments: 1, open: 2, others: 3 } })
    expect(await listMoneyDifferencesOf(outTradeNo)).toMatchObject([{ kind: 'UNKNOWN_PAYMENT' }])
    expect(await listMoneyDifferencesOf(order.outTradeNo)).toMatchObject([{ kind: 'NOT_AT_CHANNEL' }])
  })
})

describe('days without a bill at the desk', () => {
  async function notesOf(subject: string) {
    const { db } = await deps()
    const notes = db.selectFrom('auditLog').select('detail').where('subject', '=', subject)
    return (await notes.where('action', '=', 'finance.billMissing').orderBy('id').execute()).map(({ detail }) => detail)
  }

  const failed = { why: 'FAILED', nextAt: expect.any(String) }

  it('a missing bill shows when it is due and then why it failed, recorded once', async () => {
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
    // The desk shows each change of the reason, but the log does not.
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

  it('a missing bill shows the result of the last try even between two empty bills', async () => {
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

  it('a day without payments and with an empty bill shows nothing', async () => {
    // Skips days of the test before and one without payments.
    await passToNextBills()
    const day = await today()
    await passToNextBills()
    expect(await run(empty)).toContain(day)
    expect(await listMoneyDifferencesOf(`WECHAT ${day}`)).toEqual([])
    const { compared, missing } = await deskSays(day)
    expect([compared?.payments, missing]).toEqual([0, undefined])
  })
})
