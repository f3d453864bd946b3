import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makePaidTeam, refundTeamMember } from '../../../../test/factories/employer.ts'
import { expectMoneyToAddUp, readOrderBooksOf, type TestOrder } from '../../../../test/factories/order.ts'
import { approveTestRefund, makeRefundRequest } from '../../../../test/factories/refund.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import * as wechat from '../../../../test/factories/wechat.ts'
import { deps } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { decideRefund } from './service/decide-refund.ts'
import { retryRefunds } from './service/refund.ts'
import { resolveDifference } from './store/differences.ts'
import { listDueRefunds } from './store/refunds.ts'

afterEach(wechat.resetChannel)
afterAll(expectMoneyToAddUp)

describe('refunds and the state of the channel', () => {
  const retry = async (seconds: number) => {
    await wechat.passTimeEverywhere(seconds)
    await retryRefunds(await deps())
  }
  const listed = async (order: TestOrder) => {
    const { db } = await deps()
    const row = await db
      .selectFrom('moneyDifference')
      .select('state')
      .where('kind', '=', 'REFUND_STUCK')
      .where('subject', '=', `R${order.outTradeNo}`)
      .executeTakeFirst()
    return row?.state
  }
  const stateOf = async (order: TestOrder) => {
    const { order: row, refunds } = await readOrderBooksOf(order)
    return [row.status, refunds[0]?.status]
  }

  it('a failing channel or a lost response leads to only one refund', async () => {
    // The response of the channel is lost and no notification arrives.
    await wechat.controlChannel('sending', { mode: 'NEVER', ms: 0 })
    for (const kind of ['ERROR', 'LOST', 'UNSIGNED']) {
      const order = await makeRefundRequest()
      await wechat.failNextCalls('refund', kind)
      await approveTestRefund(order.id)
      expect(await stateOf(order)).toEqual(['REFUNDING', 'PENDING'])
      await retry(31)
      expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
      expect((await wechat.readChannelBook(order)).refunds).toMatchObject([{ status: 'SUCCESS', amount: 12_000 }])
    }
  })

  it('a refund closed by the channel is requested under another number', async () => {
    const order = await makeRefundRequest()
    await wechat.controlChannel('refundOutcome', { outcome: 'CLOSED' })
    await approveTestRefund(order.id)
    expect(await stateOf(order)).toEqual(['REFUNDING', 'FAILED'])
    await wechat.controlChannel('refundOutcome', { outcome: 'SUCCESS' })
    await retry(31)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
    expect((await wechat.readChannelBook(order)).refunds.map(({ refundNo }) => refundNo)).toEqual([
      `R${order.outTradeNo}`,
      `R${order.outTradeNo}A2`,
    ])
  })

  it('a stuck refund is a difference for staff, which closes by itself when the channel pays later', async () => {
    const order = await makeRefundRequest()
    await wechat.controlChannel('refundOutcome', { outcome: 'ABNORMAL' })
    await approveTestRefund(order.id)
    expect(await stateOf(order)).toEqual(['REFUNDING', 'STUCK'])
    expect(await listed(order)).toBe('OPEN')
    await wechat.controlChannel('endRefund', { refundNo: `R${order.outTradeNo}`, status: 'SUCCESS' })
    await retry(31)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
    expect(await listed(order)).toBe('HEALED')
  })

  it('a stuck refund stays a case although its request is accepted again', async () => {
    const all = await deps()
    const real = all.gateways.get('WECHAT')
    if (!real) throw new Error('no gateway')
    const refund: typeof real.refund = async (wish) => {
      await real.refund(wish)
      return { state: 'PENDING', doneAt: null, amountFen: null }
    }
    const accepting = { ...all, gateways: new Map([['WECHAT', { ...real, refund }]]) }
    const order = await makeRefundRequest()
    await wechat.controlChannel('refundOutcome', { outcome: 'ABNORMAL' })
    await approveTestRefund(order.id)
    await wechat.passTimeEverywhere(31)
    await retryRefunds(accepting)
    expect(await stateOf(order)).toEqual(['REFUNDING', 'STUCK'])
    expect(await listed(order)).toBe('OPEN')
    await wechat.controlChannel('endRefund', { refundNo: `R${order.outTradeNo}`, status: 'PROCESSING' })
    await wechat.passTimeEverywhere(61)
    await retryRefunds(accepting)
    expect(await stateOf(order)).toEqual(['REFUNDING', 'PENDING'])
    expect(await listed(order)).toBe('HEALED')
  })

  it('a refund with only unknown responses becomes a case for staff', async () => {
    const order = await makeRefundRequest()
    await wechat.failNextCalls('refund', 'ERROR', 100)
    await approveTestRefund(order.id)
    for (const seconds of [31, 61, 121, 241]) await retry(seconds)
    expect(await listed(order)).toBeUndefined()
    await retry(481)
    expect(await listed(order)).toBe('OPEN')
    await wechat.controlChannel('faults', [])
    await retry(961)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
    expect(await listed(order)).toBe('HEALED')
  })

  it('a stuck refund is reported again although staff closed an earlier difference about the silent channel', async () => {
    const order = await makeRefundRequest()
    await wechat.failNextCalls('refund', 'ERROR', 100)
    await approveTestRefund(order.id)
    for (const seconds of [31, 61, 121, 241, 481]) await retry(seconds)
    await wechat.resetChannel()
    await wechat.controlChannel('refundOutcome', { outcome: 'ABNORMAL' })
    const { db } = await deps()
    const { id } = await db
      .selectFrom('moneyDifference')
      .select('id')
      .where('subject', '=', `R${order.outTradeNo}`)
      .executeTakeFirstOrThrow()
    await inTransaction(db, (tx) => resolveDifference(tx, id, 'zhang', '渠道故障'))
    await retry(961)
    expect(await stateOf(order)).toEqual(['REFUNDING', 'STUCK'])
    expect(await listed(order)).toBe('OPEN')
    await inTransaction(db, (tx) => resolveDifference(tx, id, 'zhang', '已联系学员换卡'))
    await retry(1921)
    expect(await listed(order)).toBe('RESOLVED')
  })

  it('one lost response does not make a case of a refund in progress for days', async () => {
    const order = await makeRefundRequest()
    await wechat.controlChannel('refundOutcome', { outcome: 'PROCESSING' })
    await approveTestRefund(order.id)
    for (const seconds of [31, 61, 121, 241, 481]) await retry(seconds)
    await wechat.failNextCalls('queryRefund', 'ERROR', 100)
    await retry(961)
    expect((await readOrderBooksOf(order)).refunds).toMatchObject([{ askCount: 7, unanswered: 1 }])
    expect(await listed(order)).toBeUndefined()
    await wechat.resetChannel()
    await retry(1921)
    expect((await readOrderBooksOf(order)).refunds).toMatchObject([{ askCount: 8, unanswered: 0 }])
  })

  it('a refund in progress longer than any bank needs becomes a case', async () => {
    const order = await makeRefundRequest()
    await wechat.controlChannel('refundOutcome', { outcome: 'PROCESSING' })
    await approveTestRefund(order.id)
    await retry(3 * 86_400 - 60)
    expect(await listed(order)).toBeUndefined()
    for (const _ of [1, 2]) {
      await retry(3601)
      expect(await listed(order)).toBe('OPEN')
    }
    await wechat.controlChannel('endRefund', { refundNo: `R${order.outTradeNo}`, status: 'SUCCESS' })
    await retry(3601)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
    expect(await listed(order)).toBe('HEALED')
  })

  it('a refund by a channel that is no longer configured is a difference, and no new refund is accepted', async () => {
    const order = await makeRefundRequest()
    await wechat.failNextCalls('refund', 'ERROR')
    await approveTestRefund(order.id)
    const all = await deps()
    const without = { ...all, gateways: new Map() }
    await wechat.passTimeEverywhere(31)
    await retryRefunds(without)
    expect(await listed(order)).toBe('OPEN')
    expect((await readOrderBooksOf(order)).refunds).toMatchObject([{ status: 'PENDING', askCount: 2 }])
    const { id } = await makeRefundRequest()
    const { id: staffId, username, name } = await makeStaff({ roles: ['FINANCE'] })
    const staff = { staffId, username, name, permissions: new Set<never>(), tokenHash: '', ip: '' }
    const decide = (decision: 'APPROVED' | 'REFUSED') =>
      decideRefund(without, staff, { id, decision, reason: '符合规定' })
    await expect(decide('APPROVED')).rejects.toMatchObject({ key: 'order.refundNoChannel' })
    await decide('REFUSED')
    await retry(61)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
  })

  it('refunds of many lines of one payment do not delay another payment', async () => {
    const { db } = await deps()
    const [team, other] = [await makePaidTeam(3), await makeRefundRequest()]
    await wechat.failNextCalls('refund', 'ERROR', 4)
    for (const place of [0, 1, 2]) await refundTeamMember(team, place)
    await approveTestRefund(other.id)
    await wechat.passTimeEverywhere(121)
    const due = (await listDueRefunds(db, { job: 'test', limit: 2 })).map(({ outTradeNo }) => outTradeNo)
    expect(due).toEqual([team.outTradeNo, other.outTradeNo])
    await retryRefunds(await deps())
    expect(await stateOf(other)).toEqual(['REFUNDED', 'DONE'])
    expect((await wechat.readChannelBook(team)).refunds).toHaveLength(1)
    for (const _ of [1, 2]) await retryRefunds(await deps())
    expect((await wechat.readChannelBook(team)).refunds).toHaveLength(3)
  })

  it('refuses a refund notification with a wrong number, amount or merchant', async () => {
    const order = await makeRefundRequest()
    await wechat.controlChannel('refundOutcome', { outcome: 'PROCESSING' })
    await approveTestRefund(order.id)
    const refundNo = `R${order.outTradeNo}`
    await wechat.controlChannel('endRefund', { refundNo, status: 'SUCCESS' })
    for (const lie of [{ amount: 11_999 }, { mchid: '1900000099' }, { forged: true }, { age: 310 }])
      expect(
        (
          await wechat.deliverNotification(
            await wechat.controlChannel<wechat.TestChannelNotification>('refundMessage', { refundNo, lie }),
          )
        ).status,
      ).toBe(400)
    expect(await stateOf(order)).toEqual(['REFUNDING', 'PENDING'])
    await retry(31)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
  })

  it('the database refuses refunds above the amount, twice or without an order', async () => {
    const order = await wechat.makePaidWechatOrder()
    const { db } = await deps()
    const { outTradeNo, orderNo, signId } = order
    const refund = { refundNo: 'R1', outTradeNo, status: 'PENDING' } as const
    const insert = (amountFen: number, why: 'REQUESTED' | 'LATE_PAYMENT', line: object = {}) =>
      db
        .insertInto('refund')
        .values({ ...refund, amountFen, reason: why, ...line })
        .execute()
    await expect(insert(12_001, 'LATE_PAYMENT')).rejects.toThrow('refund_whole')
    await expect(insert(12_000, 'REQUESTED')).rejects.toThrow('refund_asked_for')
    const line = { orderNo, signId }
    await expect(insert(12_001, 'REQUESTED', line)).rejects.toThrow('refund_line_amount')
    const another = await wechat.makePaidWechatOrder()
    const elsewhere = { orderNo: another.orderNo, signId: another.signId }
    await expect(insert(12_000, 'REQUESTED', elsewhere)).rejects.toThrow('refund_of_payment')
    await expect(insert(12_000, 'REQUESTED', line)).rejects.toThrow('sign of money that goes back')
    await expect(insert(12_000, 'LATE_PAYMENT')).rejects.toThrow('payment and refund disagree')
    const unpay = db.updateTable('sign').set({ paidAt: null }).where('id', '=', order.signId)
    await expect(unpay.execute()).rejects.toThrow('paid order without its sign')
    const close = db.updateTable('payment').set({ status: 'REFUNDING' }).where('orderNo', '=', orderNo)
    await expect(close.execute()).rejects.toThrow('paid order without its payment')
  })
})
