import { outcomesGivingBack } from '@ce/contract/state-names'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makePaidAlipayOrder, tell } from '../../../test/factories/alipay.ts'
import { nextBills } from '../../../test/factories/bills.ts'
import { passExam } from '../../../test/factories/exam.ts'
import {
  caseOf,
  clerk,
  decideProposal,
  evidence,
  proposalOf,
  propose,
  settleCase,
} from '../../../test/factories/money-case.ts'
import { booksOf, expectMoneyToAddUp, type TestOrder } from '../../../test/factories/order.ts'
import { grantRefund, makeRefundRequest } from '../../../test/factories/refund.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import {
  calmChannel,
  channelBook,
  control,
  deliver,
  type Message,
  makePaidWechatOrder,
  makeWechatOrder,
} from '../../../test/factories/wechat.ts'
import { deps, must, mustStaff, staffCall } from '../../../test/world.ts'
import { reconcile } from './service/reconcile.ts'
import { retryRefunds } from './service/refund.ts'

afterEach(calmChannel)
afterAll(expectMoneyToAddUp)

/** A refund that somebody made in the merchant console, and that the channel has told of; its case. */
async function refundByHand(order: TestOrder, number: string, amount: number) {
  await control('refundByHand', { outTradeNo: order.outTradeNo, refundNo: number, amount })
  const message = await control<Message>('refundMessage', { refundNo: number, lie: {} })
  expect((await deliver(message)).status).toBe(200)
  return caseOf(`${order.outTradeNo} ${number}`)
}

/** What the student of an order was told last of its money. */
async function toldOf({ student }: TestOrder): Promise<string[]> {
  const { list } = await must('GET /message/v1/list', {}, student.token)
  return list.filter(({ kind }) => kind === 'PAYMENT').map(({ body }) => body)
}

/** A payment that our books have no word of, in a bill of today. */
async function strangersPayment(total: number) {
  const outTradeNo = `X${(await makeWechatOrder()).outTradeNo}`
  await control('stranger', { outTradeNo, total, channel: 'WECHAT' })
  return outTradeNo
}

describe('a refund made in the merchant console', () => {
  it('of a whole order refunds it in the portal, asks the channel for nothing, and says so before', async () => {
    const order = await makePaidWechatOrder()
    const row = await refundByHand(order, `${order.orderNo}H1`, 12_000)
    const [first, second] = [await clerk(), await clerk()]
    const given = await proposalOf({ caseId: row.id, outcome: 'REFUNDS_LINE', amount: 12_000 })
    const seen = await mustStaff('POST /finance/v1/preview_case', given, first.token)
    expect(seen).toMatchObject({
      before: { status: 'PAID', kept: 12_000, lines: [{ open: true, hoursCredited: false }] },
      after: { status: 'REFUNDED', kept: 0, lines: [{ open: false, refund: 'DONE' }] },
      messages: [{ title: '报名已退费，课程已关闭', body: expect.stringContaining('¥120.00') }],
      ...{ rest: 0, second: true, asksChannel: false },
    })
    // nothing of it has happened
    expect(await booksOf(order)).toMatchObject({ order: { status: 'PAID' }, refunds: [] })
    expect((await propose(first.token, given)).data).toMatchObject({ state: 'OPEN' })
    expect(await decideProposal(first.token, given.id)).toMatchObject({
      key: 'order.caseSecondPerson',
    })
    expect((await decideProposal(second.token, given.id)).data).toMatchObject({
      ...{ state: 'RESOLVED', rest: 0 },
      order: { status: 'REFUNDED', payments: [{ refunds: [{ status: 'DONE', askCount: 0 }] }] },
    })
    expect(await toldOf(order)).toContainEqual(seen.messages[0]?.body)
    await nextBills()
    await reconcile(await deps())
    expect((await channelBook(order)).refunds).toHaveLength(1)
  })

  it('of a part is a part: the course goes on, less is kept, and what is returned twice is refused', async () => {
    const order = await makePaidWechatOrder()
    const row = await refundByHand(order, `${order.orderNo}H1`, 5000)
    const part = { caseId: row.id, outcome: 'PARTIAL' as const }
    const { token } = await clerk()
    expect(await propose(token, { ...part, amount: 5001 })).toMatchObject({ key: 'order.caseSum' })
    const settled = await settleCase({ ...part, amount: 5000 })
    expect(settled).toMatchObject({ state: 'RESOLVED', order: { status: 'PAID' } })
    expect((await toldOf(order))[0]).toContain('¥50.00')
    const { paidTotal } = await mustStaff(
      'POST /finance/v1/orders',
      { number: order.orderNo },
      token,
    )
    expect(paidTotal).toBe(7000)
    // what is left goes back by its channel, and not a fen more
    const asked = await makeRefundRequest({ paid: order })
    await grantRefund(asked.id)
    const { refunds } = await channelBook(order)
    expect(refunds.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(
      12_000,
    )
    expect((await booksOf(order)).order.status).toBe('REFUNDED')
  })

  it('of a course that has given hours is no refund of it: staff take it as a part, a repayment or a loss', async () => {
    const order = await makePaidWechatOrder()
    await passExam(order)
    const row = await refundByHand(order, `${order.orderNo}H1`, 12_000)
    const { token } = await clerk()
    expect(await mustStaff('GET /finance/v1/case', { id: row.id }, token)).toMatchObject({
      outcomes: ['PARTIAL', 'BILL_ROW', 'RECOVERED', 'WRITTEN_OFF', 'CONFIRMED'],
      ...{ suggested: null, order: { lines: [{ obstacle: 'HOURS_CREDITED' }] } },
    })
    const whole = { caseId: row.id, outcome: 'REFUNDS_LINE' as const, amount: 12_000 }
    expect(await propose(token, whole)).toMatchObject({ key: 'order.caseHoursCredited' })
    await settleCase({ ...whole, outcome: 'PARTIAL' })
    expect((await booksOf(order)).order.status).toBe('PAID')
  })

  it('is decided by nobody who proposed it: the database refuses the same person', async () => {
    const row = await refundByHand(await makePaidWechatOrder(), `H${Date.now()}`, 5000)
    const { token, username } = await clerk()
    const given = await proposalOf({ caseId: row.id, outcome: 'PARTIAL', amount: 5000 })
    expect((await propose(token, given)).code).toBe(1)
    const { db } = await deps()
    const same = { state: 'APPROVED', decidedBy: username, decideReason: '同意' } as const
    await expect(
      db
        .updateTable('moneyDecision')
        .set({ ...same, decidedAt: new Date() })
        .where('id', '=', given.id)
        .execute(),
    ).rejects.toThrow('money_decision_second_person')
  })

  it('is given back by nobody who may not refund, neither proposed, seen before, decided nor opened again', async () => {
    const row = await refundByHand(await makePaidWechatOrder(), `N${Date.now()}`, 5000)
    const { token } = await makeStaff({ permissions: ['finance.read', 'finance.resolve'] })
    const noRight = { key: 'order.caseNeedsRefund' }
    const { outcomes, suggested } = await mustStaff('GET /finance/v1/case', { id: row.id }, token)
    expect({ outcomes, suggested }).toEqual({
      outcomes: ['BILL_ROW', 'RECOVERED', 'WRITTEN_OFF', 'CONFIRMED'],
      suggested: null,
    })
    for (const outcome of outcomesGivingBack) {
      const given = await proposalOf({ caseId: row.id, outcome, amount: 5000 })
      expect(await propose(token, given)).toMatchObject(noRight)
      expect(await staffCall('POST /finance/v1/preview_case', given, token)).toMatchObject(noRight)
    }
    const part = await proposalOf({ caseId: row.id, outcome: 'PARTIAL', amount: 5000 })
    expect((await propose((await clerk()).token, part)).code).toBe(1)
    expect(await decideProposal(token, part.id)).toMatchObject(noRight)
    expect((await decideProposal((await clerk()).token, part.id)).code).toBe(1)
    const again = { id: row.id, reason: '不是这笔' }
    expect(await staffCall('POST /finance/v1/reopen_case', again, token)).toMatchObject(noRight)
  })

  it('of ¥50 does not close an order of ¥120: the rest stays, and its student is told the true sum', async () => {
    const order = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'NOT_ENOUGH' })
    await grantRefund(order.id)
    await control('refundOutcome', { outcome: 'SUCCESS' })
    const number = `${order.orderNo}H1`
    const back = await refundByHand(order, number, 5000)
    const stuck = await caseOf(`R${order.outTradeNo}`, 'REFUND_STUCK')
    const { token } = await clerk()
    const all = { caseId: stuck.id, outcome: 'RETURNED' as const, reference: number }
    const fileId = await evidence(token)
    expect(await propose(token, { ...all, amount: 12_000, fileId })).toMatchObject({
      key: 'order.referenceSum',
      msg: expect.stringContaining('¥50.00'),
    })
    await control('refundOutcome', { outcome: 'NOT_ENOUGH' })
    const settled = await settleCase({ ...all, amount: 5000 })
    expect(settled).toMatchObject({ state: 'OPEN', rest: 7000, order: { status: 'REFUNDING' } })
    expect((await toldOf(order))[0]).toMatch(/¥50\.00 未能原路退回.*其余 ¥70\.00/)
    // the refund of the bill is settled by the same act
    expect((await caseOf(back.subject)).state).toBe('RESOLVED')
    const other = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'NOT_ENOUGH' })
    await grantRefund(other.id)
    const theirs = await caseOf(`R${other.outTradeNo}`, 'REFUND_STUCK')
    expect(await propose(token, { ...all, caseId: theirs.id, amount: 5000, fileId })).toMatchObject(
      { key: 'order.referenceOfOther' },
    )
    const rest = await settleCase({ ...all, amount: 7000, reference: `T${order.orderNo}` })
    expect(rest).toMatchObject({ state: 'RESOLVED', order: { status: 'REFUNDED' } })
  })

  it('of a part, the rest of which the channel gave, is opened again for that part alone', async () => {
    const order = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'NOT_ENOUGH' })
    await grantRefund(order.id)
    await control('refundOutcome', { outcome: 'SUCCESS' })
    const { id } = await caseOf(`R${order.outTradeNo}`, 'REFUND_STUCK')
    const part = { caseId: id, outcome: 'RETURNED' as const, amount: 5000 }
    const given = await settleCase({ ...part, reference: `T${order.orderNo}` })
    // the channel is asked for the rest alone
    expect(given).toMatchObject({ state: 'HEALED', order: { status: 'REFUNDED' } })
    expect((await channelBook(order)).refunds).toMatchObject([{ amount: 7000 }])
    // nothing of it was given twice
    await expect(caseOf(`R${order.outTradeNo}`, 'REFUND_TWICE')).rejects.toThrow('no case')
    const { token } = await clerk()
    const again = { id, reason: '转账被退回' }
    expect(await mustStaff('POST /finance/v1/reopen_case', again, token)).toMatchObject({
      ...{ state: 'OPEN', rest: 5000 },
      order: { status: 'REFUNDED' },
    })
    const last = await settleCase({ ...part, reference: `U${order.orderNo}` })
    expect(last).toMatchObject({ state: 'RESOLVED', rest: 0 })
    expect((await channelBook(order)).refunds).toHaveLength(1)
  })

  it('told by Alipay in place of a stuck one ends that, and is undone when the case is opened again', async () => {
    const order = await makeRefundRequest({ paid: await makePaidAlipayOrder() })
    await control('refundOutcome', { outcome: 'NOT_ENOUGH' })
    await grantRefund(order.id)
    await control('refundOutcome', { outcome: 'SUCCESS' })
    const number = `${order.orderNo}H1`
    await control('refundByHand', {
      outTradeNo: order.outTradeNo,
      refundNo: number,
      amount: 12_000,
    })
    await tell(await control<Message>('refundMessage', { refundNo: number, lie: {} }))
    const { id: caseId, subject } = await caseOf(`${order.outTradeNo} ${number}`)
    const refundNo = `R${order.outTradeNo}`
    const given = { caseId, outcome: 'IN_PLACE_OF' as const, amount: 12_000, refundNo }
    expect(await settleCase(given)).toMatchObject({
      state: 'RESOLVED',
      order: { status: 'REFUNDED' },
    })
    expect((await caseOf(refundNo, 'REFUND_STUCK')).state).toBe('RESOLVED')
    const { token, username } = await clerk()
    const again = { id: caseId, reason: '这笔是另一名学员的' }
    for (const _ of [1, 2])
      expect(await mustStaff('POST /finance/v1/reopen_case', again, token)).toMatchObject({
        ...{ state: 'OPEN', rest: 12_000, reopenedBy: username, reopenReason: again.reason },
        order: { status: 'REFUNDING' },
        decisions: [{ state: 'UNDONE', undoneBy: username }],
      })
    expect((await caseOf(refundNo, 'REFUND_STUCK')).state).toBe('OPEN')
    expect((await toldOf(order))[0]).toContain('此前通知您的')
    expect((await caseOf(subject)).state).toBe('OPEN')
    await settleCase(given)
    expect((await booksOf(order)).order.status).toBe('REFUNDED')
  })
})

describe('money of nobody', () => {
  it('pays the order it was meant for, and what is too much stays in the case', async () => {
    const number = await strangersPayment(15_000)
    await nextBills()
    await reconcile(await deps())
    const order = await makeWechatOrder()
    const row = await caseOf(number, 'UNKNOWN_PAYMENT')
    const pays = { caseId: row.id, outcome: 'PAYS_ORDER' as const, orderNo: order.orderNo }
    const { token } = await clerk()
    expect(await propose(token, { ...pays, amount: 15_000 })).toMatchObject({
      key: 'order.caseNotThePrice',
    })
    expect(await settleCase({ ...pays, amount: 12_000 })).toMatchObject({
      state: 'OPEN',
      rest: 3000,
    })
    expect(await booksOf(order)).toMatchObject({ order: { status: 'PAID' } })
    expect((await toldOf(order))[0]).toContain('已收到')
    const kept = await settleCase({ caseId: row.id, outcome: 'KEPT', amount: 3000 })
    expect(kept).toMatchObject({ state: 'RESOLVED', rest: 0, decisions: [{}, { outcome: 'KEPT' }] })
  })

  it('goes back in the merchant console: both rows of the bill settle each other, once', async () => {
    const number = await strangersPayment(800)
    await control('refundByHand', { outTradeNo: number, refundNo: `${number}H`, amount: 800 })
    await nextBills()
    await reconcile(await deps())
    const { id: caseId } = await caseOf(number, 'UNKNOWN_PAYMENT')
    const { token } = await clerk()
    const row = { caseId, outcome: 'BILL_ROW' as const, amount: 800 }
    expect(await propose(token, { ...row, reference: 'NOTHERE1' })).toMatchObject({
      key: 'order.noBillRow',
    })
    // one person is enough for a small sum that agrees
    const settled = await propose(token, { ...row, reference: `${number}H` })
    expect(settled.data).toMatchObject({ state: 'RESOLVED', decisions: [{ second: false }] })
    expect((await caseOf(`${number} ${number}H`)).state).toBe('RESOLVED')
  })
})

describe('a stuck refund', () => {
  it('says what its channel said and when it is asked next; asking by hand asks each time', async () => {
    await control('refundOutcome', { outcome: 'NOT_ENOUGH' })
    const order = await makeRefundRequest()
    await grantRefund(order.id)
    const { token } = await clerk()
    const refundNo = `R${order.outTradeNo}`
    const retry = () => mustStaff('POST /finance/v1/retry_refund', { refundNo }, token)
    const asks: number[] = []
    for (let times = 0; times < 4; times += 1) {
      const [refund] = (await retry()).payments[0]?.refunds ?? []
      expect(refund).toMatchObject({
        lastAnswer: 'STUCK',
        nextAt: expect.any(String),
      })
      asks.push(refund?.askCount ?? 0)
    }
    expect(asks).toEqual([2, 3, 4, 5])
    await control('refundOutcome', { outcome: 'SUCCESS' })
    await retry()
    await retryRefunds(await deps())
    expect((await booksOf(order)).order.status).toBe('REFUNDED')
    expect(
      await staffCall('POST /finance/v1/retry_refund', { refundNo: 'R0000000000' }, token),
    ).toMatchObject({ key: 'order.notFound' })
  })
})
