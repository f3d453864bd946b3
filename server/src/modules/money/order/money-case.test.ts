import { refundingCaseOutcomes } from '@ce/contract/state-names'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { deliverAlipayNotification, makePaidAlipayOrder } from '../../../../test/factories/alipay.ts'
import { passToNextBills } from '../../../../test/factories/bills.ts'
import { passFirstExam } from '../../../../test/factories/exam.ts'
import {
  callDecideMoneyProposal,
  callProposeMoneyDecision,
  findNewestCase,
  makeMoneyClerk,
  moneyProposalInput,
  resolveMoneyCase,
  uploadReceipt,
} from '../../../../test/factories/money-case.ts'
import { expectMoneyToAddUp, readOrderBooksOf, type TestOrder } from '../../../../test/factories/order.ts'
import { approveTestRefund, makeRefundRequest } from '../../../../test/factories/refund.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import * as wechat from '../../../../test/factories/wechat.ts'
import { deps, must, mustStaff, staffCall } from '../../../../test/world.ts'
import { reconcileBills } from './service/reconcile.ts'
import { retryRefunds } from './service/refund.ts'

afterEach(wechat.resetChannel)
afterAll(expectMoneyToAddUp)

async function refundByHand(order: TestOrder, number: string, amount: number) {
  await wechat.controlChannel('refundByHand', { outTradeNo: order.outTradeNo, refundNo: number, amount })
  const message = await wechat.controlChannel<wechat.TestChannelNotification>('refundMessage', {
    refundNo: number,
    lie: {},
  })
  expect((await wechat.deliverNotification(message)).status).toBe(200)
  return findNewestCase(`${order.outTradeNo} ${number}`)
}

async function toldOf({ student }: TestOrder): Promise<string[]> {
  const { list } = await must('GET /message/v1/list', {}, student.token)
  return list.filter(({ kind }) => kind === 'PAYMENT').map(({ body }) => body)
}

/** Creates a payment in the bill of today that the books lack. */
async function strangersPayment(total: number) {
  const outTradeNo = `X${(await wechat.makeWechatOrder()).outTradeNo}`
  await wechat.controlChannel('stranger', { outTradeNo, total, channel: 'WECHAT' })
  return outTradeNo
}

describe('cases of refunds made in the merchant console', () => {
  it('a console refund of a whole order refunds it as previewed, without calling the channel', async () => {
    const order = await wechat.makePaidWechatOrder()
    const row = await refundByHand(order, `${order.orderNo}H1`, 12_000)
    const [first, second] = [await makeMoneyClerk(), await makeMoneyClerk()]
    const given = await moneyProposalInput({ caseId: row.id, outcome: 'REFUNDS_LINE', amount: 12_000 })
    const seen = await mustStaff('POST /finance/v1/preview_case', given, first.token)
    expect(seen).toMatchObject({
      before: { status: 'PAID', kept: 12_000, lines: [{ open: true, hoursCredited: false }] },
      after: { status: 'REFUNDED', kept: 0, lines: [{ open: false, refund: 'DONE' }] },
      messages: [{ title: '报名已退费，课程已关闭', body: expect.stringContaining('¥120.00') }],
      ...{ rest: 0, second: true, asksChannel: false },
    })
    expect(await readOrderBooksOf(order)).toMatchObject({ order: { status: 'PAID' }, refunds: [] })
    expect((await callProposeMoneyDecision(first.token, given)).data).toMatchObject({ state: 'OPEN' })
    expect(await callDecideMoneyProposal(first.token, given.id)).toMatchObject({
      key: 'order.caseSecondPerson',
    })
    expect((await callDecideMoneyProposal(second.token, given.id)).data).toMatchObject({
      ...{ state: 'RESOLVED', rest: 0 },
      order: { status: 'REFUNDED', payments: [{ refunds: [{ status: 'DONE', askCount: 0 }] }] },
    })
    expect(await toldOf(order)).toContainEqual(seen.messages[0]?.body)
    await passToNextBills()
    await reconcileBills(await deps())
    expect((await wechat.readChannelBook(order)).refunds).toHaveLength(1)
  })

  it('a partial console refund keeps the course, and paying it back twice is refused', async () => {
    const order = await wechat.makePaidWechatOrder()
    const row = await refundByHand(order, `${order.orderNo}H1`, 5000)
    const part = { caseId: row.id, outcome: 'PARTIAL' as const }
    const { token } = await makeMoneyClerk()
    expect(await callProposeMoneyDecision(token, { ...part, amount: 5001 })).toMatchObject({ key: 'order.caseSum' })
    const settled = await resolveMoneyCase({ ...part, amount: 5000 })
    expect(settled).toMatchObject({ state: 'RESOLVED', order: { status: 'PAID' } })
    expect((await toldOf(order))[0]).toContain('¥50.00')
    const { paidTotal } = await mustStaff('POST /finance/v1/orders', { number: order.orderNo }, token)
    expect(paidTotal).toBe(7000)
    const asked = await makeRefundRequest({ paid: order })
    await approveTestRefund(asked.id)
    const { refunds } = await wechat.readChannelBook(order)
    expect(refunds.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(12_000)
    expect((await readOrderBooksOf(order)).order.status).toBe('REFUNDED')
  })

  it('a console refund of a course with hours can only be a partial amount, a repayment or a loss', async () => {
    const order = await wechat.makePaidWechatOrder()
    await passFirstExam(order)
    const row = await refundByHand(order, `${order.orderNo}H1`, 12_000)
    const { token } = await makeMoneyClerk()
    expect(await mustStaff('GET /finance/v1/case', { id: row.id }, token)).toMatchObject({
      outcomes: ['PARTIAL', 'BILL_ROW', 'RECOVERED', 'WRITTEN_OFF', 'CONFIRMED'],
      ...{ suggested: null, order: { lines: [{ obstacle: 'HOURS_CREDITED' }] } },
    })
    const whole = { caseId: row.id, outcome: 'REFUNDS_LINE' as const, amount: 12_000 }
    expect(await callProposeMoneyDecision(token, whole)).toMatchObject({ key: 'order.caseHoursCredited' })
    await resolveMoneyCase({ ...whole, outcome: 'PARTIAL' })
    expect((await readOrderBooksOf(order)).order.status).toBe('PAID')
  })

  it('the database refuses a decision by the person who proposed it', async () => {
    const row = await refundByHand(await wechat.makePaidWechatOrder(), `H${Date.now()}`, 5000)
    const { token, username } = await makeMoneyClerk()
    const given = await moneyProposalInput({ caseId: row.id, outcome: 'PARTIAL', amount: 5000 })
    expect((await callProposeMoneyDecision(token, given)).code).toBe(1)
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

  it('staff without refund permission cannot propose, preview, decide or reopen a case', async () => {
    const row = await refundByHand(await wechat.makePaidWechatOrder(), `N${Date.now()}`, 5000)
    const { token } = await makeStaff({ permissions: ['finance.read', 'finance.resolve'] })
    const noRight = { key: 'order.caseNeedsRefund' }
    const { outcomes, suggested } = await mustStaff('GET /finance/v1/case', { id: row.id }, token)
    expect({ outcomes, suggested }).toEqual({
      outcomes: ['BILL_ROW', 'RECOVERED', 'WRITTEN_OFF', 'CONFIRMED'],
      suggested: null,
    })
    for (const outcome of refundingCaseOutcomes) {
      const given = await moneyProposalInput({ caseId: row.id, outcome, amount: 5000 })
      expect(await callProposeMoneyDecision(token, given)).toMatchObject(noRight)
      expect(await staffCall('POST /finance/v1/preview_case', given, token)).toMatchObject(noRight)
    }
    const part = await moneyProposalInput({ caseId: row.id, outcome: 'PARTIAL', amount: 5000 })
    expect((await callProposeMoneyDecision((await makeMoneyClerk()).token, part)).code).toBe(1)
    expect(await callDecideMoneyProposal(token, part.id)).toMatchObject(noRight)
    expect((await callDecideMoneyProposal((await makeMoneyClerk()).token, part.id)).code).toBe(1)
    const again = { id: row.id, reason: '不是这笔' }
    expect(await staffCall('POST /finance/v1/reopen_case', again, token)).toMatchObject(noRight)
  })

  it('a console refund of 50 yuan keeps an order of 120 yuan open and notifies the true amount', async () => {
    const order = await makeRefundRequest()
    await wechat.controlChannel('refundOutcome', { outcome: 'NOT_ENOUGH' })
    await approveTestRefund(order.id)
    await wechat.controlChannel('refundOutcome', { outcome: 'SUCCESS' })
    const number = `${order.orderNo}H1`
    const back = await refundByHand(order, number, 5000)
    const stuck = await findNewestCase(`R${order.outTradeNo}`, 'REFUND_STUCK')
    const { token } = await makeMoneyClerk()
    const all = { caseId: stuck.id, outcome: 'RETURNED' as const, reference: number }
    const fileId = await uploadReceipt(token)
    expect(await callProposeMoneyDecision(token, { ...all, amount: 12_000, fileId })).toMatchObject({
      key: 'order.referenceSum',
      msg: expect.stringContaining('¥50.00'),
    })
    await wechat.controlChannel('refundOutcome', { outcome: 'NOT_ENOUGH' })
    const settled = await resolveMoneyCase({ ...all, amount: 5000 })
    expect(settled).toMatchObject({ state: 'OPEN', rest: 7000, order: { status: 'REFUNDING' } })
    expect((await toldOf(order))[0]).toMatch(/¥50\.00 未能原路退回.*其余 ¥70\.00/)
    expect((await findNewestCase(back.subject)).state).toBe('RESOLVED')
    const other = await makeRefundRequest()
    await wechat.controlChannel('refundOutcome', { outcome: 'NOT_ENOUGH' })
    await approveTestRefund(other.id)
    const theirs = await findNewestCase(`R${other.outTradeNo}`, 'REFUND_STUCK')
    expect(await callProposeMoneyDecision(token, { ...all, caseId: theirs.id, amount: 5000, fileId })).toMatchObject({
      key: 'order.referenceOfOther',
    })
    const rest = await resolveMoneyCase({ ...all, amount: 7000, reference: `T${order.orderNo}` })
    expect(rest).toMatchObject({ state: 'RESOLVED', order: { status: 'REFUNDED' } })
  })

  it('a partial refund can be reopened for its part after the channel paid the rest', async () => {
    const order = await makeRefundRequest()
    await wechat.controlChannel('refundOutcome', { outcome: 'NOT_ENOUGH' })
    await approveTestRefund(order.id)
    await wechat.controlChannel('refundOutcome', { outcome: 'SUCCESS' })
    const { id } = await findNewestCase(`R${order.outTradeNo}`, 'REFUND_STUCK')
    const part = { caseId: id, outcome: 'RETURNED' as const, amount: 5000 }
    const given = await resolveMoneyCase({ ...part, reference: `T${order.orderNo}` })
    expect(given).toMatchObject({ state: 'HEALED', order: { status: 'REFUNDED' } })
    expect((await wechat.readChannelBook(order)).refunds).toMatchObject([{ amount: 7000 }])
    await expect(findNewestCase(`R${order.outTradeNo}`, 'REFUND_TWICE')).rejects.toThrow('no case')
    const { token } = await makeMoneyClerk()
    const again = { id, reason: '转账被退回' }
    expect(await mustStaff('POST /finance/v1/reopen_case', again, token)).toMatchObject({
      ...{ state: 'OPEN', rest: 5000 },
      order: { status: 'REFUNDED' },
    })
    const last = await resolveMoneyCase({ ...part, reference: `U${order.orderNo}` })
    expect(last).toMatchObject({ state: 'RESOLVED', rest: 0 })
    expect((await wechat.readChannelBook(order)).refunds).toHaveLength(1)
  })

  it('a console refund that replaces a stuck one is undone when the case reopens', async () => {
    const order = await makeRefundRequest({ paid: await makePaidAlipayOrder() })
    await wechat.controlChannel('refundOutcome', { outcome: 'NOT_ENOUGH' })
    await approveTestRefund(order.id)
    await wechat.controlChannel('refundOutcome', { outcome: 'SUCCESS' })
    const number = `${order.orderNo}H1`
    await wechat.controlChannel('refundByHand', {
      outTradeNo: order.outTradeNo,
      refundNo: number,
      amount: 12_000,
    })
    await deliverAlipayNotification(
      await wechat.controlChannel<wechat.TestChannelNotification>('refundMessage', { refundNo: number, lie: {} }),
    )
    const { id: caseId, subject } = await findNewestCase(`${order.outTradeNo} ${number}`)
    const refundNo = `R${order.outTradeNo}`
    const given = { caseId, outcome: 'IN_PLACE_OF' as const, amount: 12_000, refundNo }
    expect(await resolveMoneyCase(given)).toMatchObject({
      state: 'RESOLVED',
      order: { status: 'REFUNDED' },
    })
    expect((await findNewestCase(refundNo, 'REFUND_STUCK')).state).toBe('RESOLVED')
    const { token, username } = await makeMoneyClerk()
    const again = { id: caseId, reason: '这笔是另一名学员的' }
    for (const _ of [1, 2])
      expect(await mustStaff('POST /finance/v1/reopen_case', again, token)).toMatchObject({
        ...{ state: 'OPEN', rest: 12_000, reopenedBy: username, reopenReason: again.reason },
        order: { status: 'REFUNDING' },
        decisions: [{ state: 'UNDONE', undoneBy: username }],
      })
    expect((await findNewestCase(refundNo, 'REFUND_STUCK')).state).toBe('OPEN')
    expect((await toldOf(order))[0]).toContain('此前通知您的')
    expect((await findNewestCase(subject)).state).toBe('OPEN')
    await resolveMoneyCase(given)
    expect((await readOrderBooksOf(order)).order.status).toBe('REFUNDED')
  })
})

describe('cases of unassigned money', () => {
  it('unassigned money pays the intended order, and the surplus stays in the case', async () => {
    const number = await strangersPayment(15_000)
    await passToNextBills()
    await reconcileBills(await deps())
    const order = await wechat.makeWechatOrder()
    const row = await findNewestCase(number, 'UNKNOWN_PAYMENT')
    const pays = { caseId: row.id, outcome: 'PAYS_ORDER' as const, orderNo: order.orderNo }
    const { token } = await makeMoneyClerk()
    expect(await callProposeMoneyDecision(token, { ...pays, amount: 15_000 })).toMatchObject({
      key: 'order.caseNotThePrice',
    })
    expect(await resolveMoneyCase({ ...pays, amount: 12_000 })).toMatchObject({
      state: 'OPEN',
      rest: 3000,
    })
    expect(await readOrderBooksOf(order)).toMatchObject({ order: { status: 'PAID' } })
    expect((await toldOf(order))[0]).toContain('已收到')
    const kept = await resolveMoneyCase({ caseId: row.id, outcome: 'KEPT', amount: 3000 })
    expect(kept).toMatchObject({ state: 'RESOLVED', rest: 0, decisions: [{}, { outcome: 'KEPT' }] })
  })

  it('the cases of a payment and of its console refund close each other once', async () => {
    const number = await strangersPayment(800)
    await wechat.controlChannel('refundByHand', {
      outTradeNo: number,
      refundNo: `${number}H`,
      amount: 800,
    })
    await passToNextBills()
    await reconcileBills(await deps())
    const { id: caseId } = await findNewestCase(number, 'UNKNOWN_PAYMENT')
    const { token } = await makeMoneyClerk()
    const row = { caseId, outcome: 'BILL_ROW' as const, amount: 800 }
    expect(await callProposeMoneyDecision(token, { ...row, reference: 'NOTHERE1' })).toMatchObject({
      key: 'order.noBillRow',
    })
    // One person is enough for a small matching amount.
    const settled = await callProposeMoneyDecision(token, { ...row, reference: `${number}H` })
    expect(settled.data).toMatchObject({ state: 'RESOLVED', decisions: [{ second: false }] })
    expect((await findNewestCase(`${number} ${number}H`)).state).toBe('RESOLVED')
  })
})

describe('cases of stuck refunds', () => {
  it('a stuck refund shows the channel response and next try, and each manual retry calls the channel', async () => {
    await wechat.controlChannel('refundOutcome', { outcome: 'NOT_ENOUGH' })
    const order = await makeRefundRequest()
    await approveTestRefund(order.id)
    const { token } = await makeMoneyClerk()
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
    await wechat.controlChannel('refundOutcome', { outcome: 'SUCCESS' })
    await retry()
    await retryRefunds(await deps())
    expect((await readOrderBooksOf(order)).order.status).toBe('REFUNDED')
    expect(await staffCall('POST /finance/v1/retry_refund', { refundNo: 'R0000000000' }, token)).toMatchObject({
      key: 'order.notFound',
    })
  })
})
