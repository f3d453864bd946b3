import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { giveBack, makePaidTeam } from '../../../test/factories/employer.ts'
import { booksOf, expectMoneyToAddUp, type TestOrder } from '../../../test/factories/order.ts'
import { grantRefund, makeRefundRequest } from '../../../test/factories/refund.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import {
  calmChannel,
  channelBook,
  control,
  deliver,
  fail,
  type Message,
  makePaidWechatOrder,
  passTimeEverywhere,
} from '../../../test/factories/wechat.ts'
import { deps } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { decideRefund } from './service/decide-refund.ts'
import { retryRefunds } from './service/refund.ts'
import { resolveDifference } from './store/differences.ts'
import { listDueRefunds } from './store/refunds.ts'

afterEach(calmChannel)
afterAll(expectMoneyToAddUp)

describe('the channel and a refund', () => {
  const retry = async (seconds: number) => {
    await passTimeEverywhere(seconds)
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
    const { order: row, refunds } = await booksOf(order)
    return [row.status, refunds[0]?.status]
  }

  it('that is down, or whose answer is lost, gives the money back once', async () => {
    // the answer is lost, and no notice comes instead
    await control('sending', { mode: 'NEVER', ms: 0 })
    for (const kind of ['ERROR', 'LOST', 'UNSIGNED']) {
      const order = await makeRefundRequest()
      await fail('refund', kind)
      await grantRefund(order.id)
      expect(await stateOf(order)).toEqual(['REFUNDING', 'PENDING'])
      await retry(31)
      expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
      expect((await channelBook(order)).refunds).toMatchObject([
        { status: 'SUCCESS', amount: 12_000 },
      ])
    }
  })

  it('that closes a refund is asked under another number', async () => {
    const order = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'CLOSED' })
    await grantRefund(order.id)
    expect(await stateOf(order)).toEqual(['REFUNDING', 'FAILED'])
    await control('refundOutcome', { outcome: 'SUCCESS' })
    await retry(31)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
    expect((await channelBook(order)).refunds.map(({ refundNo }) => refundNo)).toEqual([
      `R${order.outTradeNo}`,
      `R${order.outTradeNo}A2`,
    ])
  })

  it('where it is stuck is a case for staff, and goes on by itself', async () => {
    const order = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'ABNORMAL' })
    await grantRefund(order.id)
    expect(await stateOf(order)).toEqual(['REFUNDING', 'STUCK'])
    expect(await listed(order)).toBe('OPEN')
    await control('endRefund', { refundNo: `R${order.outTradeNo}`, status: 'SUCCESS' })
    await retry(31)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
    expect(await listed(order)).toBe('HEALED')
  })

  it('where it is stuck stays one, though the same request is accepted once more', async () => {
    const all = await deps()
    const real = all.gateways.get('WECHAT')
    if (!real) throw new Error('no gateway')
    const refund: typeof real.refund = async (wish) => {
      await real.refund(wish)
      return { state: 'PENDING', doneAt: null, amountFen: null }
    }
    const accepting = { ...all, gateways: new Map([['WECHAT', { ...real, refund }]]) }
    const order = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'ABNORMAL' })
    await grantRefund(order.id)
    await passTimeEverywhere(31)
    await retryRefunds(accepting)
    expect(await stateOf(order)).toEqual(['REFUNDING', 'STUCK'])
    expect(await listed(order)).toBe('OPEN')
    // another card: now a question, too, hears that it is on its way
    await control('endRefund', { refundNo: `R${order.outTradeNo}`, status: 'PROCESSING' })
    await passTimeEverywhere(61)
    await retryRefunds(accepting)
    expect(await stateOf(order)).toEqual(['REFUNDING', 'PENDING'])
    expect(await listed(order)).toBe('HEALED')
  })

  it('that only ever hears what we do not understand is a case for staff, too', async () => {
    const order = await makeRefundRequest()
    await fail('refund', 'ERROR', 100)
    await grantRefund(order.id)
    for (const seconds of [31, 61, 121, 241]) await retry(seconds)
    expect(await listed(order)).toBeUndefined()
    await retry(481)
    expect(await listed(order)).toBe('OPEN')
    await control('faults', [])
    await retry(961)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
    expect(await listed(order)).toBe('HEALED')
  })

  it('that is stuck there after all is told anew, though somebody had ended by hand that it did not answer', async () => {
    const order = await makeRefundRequest()
    await fail('refund', 'ERROR', 100)
    await grantRefund(order.id)
    for (const seconds of [31, 61, 121, 241, 481]) await retry(seconds)
    await calmChannel()
    await control('refundOutcome', { outcome: 'ABNORMAL' })
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
    // and once: what is ended of it stays ended
    await inTransaction(db, (tx) => resolveDifference(tx, id, 'zhang', '已联系学员换卡'))
    await retry(1921)
    expect(await listed(order)).toBe('RESOLVED')
  })

  it('that it calls on its way for days is no case for staff because of one question without an answer', async () => {
    const order = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'PROCESSING' })
    await grantRefund(order.id)
    for (const seconds of [31, 61, 121, 241, 481]) await retry(seconds)
    // refunds of other tests may be due as well, and asked first
    await fail('queryRefund', 'ERROR', 100)
    await retry(961)
    expect((await booksOf(order)).refunds).toMatchObject([{ askCount: 7, unanswered: 1 }])
    expect(await listed(order)).toBeUndefined()
    await calmChannel()
    await retry(1921)
    expect((await booksOf(order)).refunds).toMatchObject([{ askCount: 8, unanswered: 0 }])
  })

  it('that it only ever calls on its way is a case for staff once no bank takes so long', async () => {
    const order = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'PROCESSING' })
    await grantRefund(order.id)
    await retry(3 * 86_400 - 60)
    expect(await listed(order)).toBeUndefined()
    for (const _ of [1, 2]) {
      await retry(3601)
      expect(await listed(order)).toBe('OPEN')
    }
    await control('endRefund', { refundNo: `R${order.outTradeNo}`, status: 'SUCCESS' })
    await retry(3601)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
    expect(await listed(order)).toBe('HEALED')
  })

  it('that is not configured any more is a case for staff at once, and no refund by it is agreed to', async () => {
    const order = await makeRefundRequest()
    await fail('refund', 'ERROR')
    await grantRefund(order.id)
    const all = await deps()
    const without = { ...all, gateways: new Map() }
    await passTimeEverywhere(31)
    await retryRefunds(without)
    expect(await listed(order)).toBe('OPEN')
    // counted as asked: it is not due a minute later, nor told again
    expect((await booksOf(order)).refunds).toMatchObject([{ status: 'PENDING', askCount: 2 }])
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

  it('of many lines of one payment holds up no other', async () => {
    const { db } = await deps()
    const [team, other] = [await makePaidTeam(3), await makeRefundRequest()]
    await fail('refund', 'ERROR', 4)
    for (const place of [0, 1, 2]) await giveBack(team, place)
    await grantRefund(other.id)
    await passTimeEverywhere(121)
    const due = (await listDueRefunds(db, { job: 'test', limit: 2 })).map(
      ({ outTradeNo }) => outTradeNo,
    )
    expect(due).toEqual([team.outTradeNo, other.outTradeNo])
    await retryRefunds(await deps())
    expect(await stateOf(other)).toEqual(['REFUNDED', 'DONE'])
    expect((await channelBook(team)).refunds).toHaveLength(1)
    for (const _ of [1, 2]) await retryRefunds(await deps())
    expect((await channelBook(team)).refunds).toHaveLength(3)
  })

  it('a notification of it that lies about number, sum or merchant is refused', async () => {
    const order = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'PROCESSING' })
    await grantRefund(order.id)
    const refundNo = `R${order.outTradeNo}`
    await control('endRefund', { refundNo, status: 'SUCCESS' })
    for (const lie of [{ amount: 11_999 }, { mchid: '1900000099' }, { forged: true }, { age: 310 }])
      expect(
        (await deliver(await control<Message>('refundMessage', { refundNo, lie }))).status,
      ).toBe(400)
    expect(await stateOf(order)).toEqual(['REFUNDING', 'PENDING'])
    await retry(31)
    expect(await stateOf(order)).toEqual(['REFUNDED', 'DONE'])
  })

  it('the books refuse a refund over the amount, a second one, and money without its order', async () => {
    const order = await makePaidWechatOrder()
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
    const another = await makePaidWechatOrder()
    const elsewhere = { orderNo: another.orderNo, signId: another.signId }
    await expect(insert(12_000, 'REQUESTED', elsewhere)).rejects.toThrow('refund_of_payment')
    // right, but order and sign are still paid
    await expect(insert(12_000, 'REQUESTED', line)).rejects.toThrow('sign of money that goes back')
    await expect(insert(12_000, 'LATE_PAYMENT')).rejects.toThrow('payment and refund disagree')
    const unpay = db.updateTable('sign').set({ paidAt: null }).where('id', '=', order.signId)
    await expect(unpay.execute()).rejects.toThrow('paid order without its sign')
    const close = db
      .updateTable('payment')
      .set({ status: 'REFUNDING' })
      .where('orderNo', '=', orderNo)
    await expect(close.execute()).rejects.toThrow('paid order without its payment')
  })
})
