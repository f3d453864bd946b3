import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makePaidAlipayOrder, makeTwicePaidOrder } from '../../../../test/factories/alipay.ts'
import { listMoneyDifferencesOf, passToNextBills } from '../../../../test/factories/bills.ts'
import { makePaidTeam, refundTeamMember, requestTeamRefund } from '../../../../test/factories/employer.ts'
import {
  callDecideMoneyProposal,
  callProposeMoneyDecision,
  findNewestCase,
  makeMoneyClerk,
  resolveMoneyCase,
  uploadReceipt,
} from '../../../../test/factories/money-case.ts'
import { callCreateOrder, expectMoneyToAddUp, readOrderBooksOf } from '../../../../test/factories/order.ts'
import { approveTestRefund, makeRefundRequest } from '../../../../test/factories/refund.ts'
import * as wechat from '../../../../test/factories/wechat.ts'
import { deps, must, mustStaff, staffCall } from '../../../../test/world.ts'
import { decideRefund } from '../order/service/decide-refund.ts'
import { reconcileBills } from '../order/service/reconcile.ts'
import { retryRefunds } from '../order/service/refund.ts'
import { deskOrder, deskRefundRequests } from './service/read.ts'

afterEach(wechat.resetChannel)
afterAll(expectMoneyToAddUp)

const makePaid = {
  ALIPAY: () => makePaidAlipayOrder(),
  WECHAT: () => wechat.makePaidWechatOrder(),
}
const transfer = () => `20261123${randomInt(1_000_000)}`.padEnd(15, '7')

/** The channel can never pay this refund: TRADE_HAS_FINISHED at Alipay, ABNORMAL at WeChat. */
async function makeStuck(payType: keyof typeof makePaid = 'ALIPAY') {
  const order = await makeRefundRequest({ paid: await makePaid[payType]() })
  await wechat.controlChannel('refundOutcome', { outcome: 'ABNORMAL' })
  await approveTestRefund(order.id)
  expect((await readOrderBooksOf(order)).refunds).toMatchObject([{ status: 'STUCK' }])
  const refundNo = `R${order.outTradeNo}`
  return { order, refundNo, entry: { refundNo, reference: transfer() } }
}

async function faultOf(orderNo: string) {
  const { rows } = await sql<{
    fault: string | null
  }>`select money_fault(${orderNo}) as fault`.execute((await deps()).db)
  return rows[0]?.fault
}

async function toldOf(studentId: string) {
  const rows = (await deps()).db.selectFrom('message').select('body')
  return rows.where('studentId', '=', studentId).where('event', 'like', 'refund.elsewhere:%').execute()
}

type Entry = Awaited<ReturnType<typeof makeStuck>>['entry']

/** Proposes an outside refund of the full amount by default. */
async function enter(token: string, { refundNo, reference }: Entry, given: object = {}) {
  const { id: caseId } = await findNewestCase(refundNo, 'REFUND_STUCK')
  const fileId = await uploadReceipt(token)
  const all = { caseId, outcome: 'RETURNED' as const, amount: 12_000, reference, fileId }
  return callProposeMoneyDecision(token, { ...all, ...given })
}

async function giveElsewhere({ refundNo, reference }: Entry, amount = 12_000) {
  const { id: caseId } = await findNewestCase(refundNo, 'REFUND_STUCK')
  return resolveMoneyCase({ caseId, outcome: 'RETURNED', amount, reference })
}

describe('a refund that the channel cannot pay', () => {
  it.each(['ALIPAY', 'WECHAT'] as const)(
    'a stuck refund of %s ends after two people confirm it, and the year can be ordered again',
    async (payType) => {
      const { order, refundNo, entry } = await makeStuck(payType)
      const { student, plan, orderNo } = order
      expect(await callCreateOrder(student, plan, { payType })).toMatchObject({
        key: 'order.refunding',
      })
      const [first, second] = [await makeMoneyClerk(), await makeMoneyClerk()]
      const id = randomUUID()
      const fileId = await uploadReceipt(first.token)
      for (const _ of [1, 2])
        expect(await enter(first.token, entry, { id, fileId })).toMatchObject({
          data: { state: 'OPEN', rest: 12_000, decisions: [{ id, state: 'OPEN', second: true }] },
        })
      const waiting = { state: 'OPEN', waits: 'true', number: refundNo } as const
      const { list } = await mustStaff('GET /finance/v1/differences', waiting, second.token)
      expect(list).toMatchObject([{ subject: refundNo, waits: true }])
      expect(await callDecideMoneyProposal(first.token, id)).toMatchObject({ key: 'order.caseSecondPerson' })
      for (const _ of [1, 2])
        expect((await callDecideMoneyProposal(second.token, id)).data).toMatchObject({
          ...{ state: 'RESOLVED', resolvedBy: second.username, rest: 0 },
          decisions: [{ state: 'APPROVED', reference: entry.reference, file: { name: '银行回单.png' } }],
          order: {
            status: 'REFUNDED',
            payments: [
              {
                status: 'REFUNDED',
                refunds: [{ status: 'DONE', elsewhere: 12_000, caseId: expect.any(String) }],
              },
            ],
          },
        })
      expect(await faultOf(orderNo)).toBeNull()
      expect(await toldOf(student.id)).toMatchObject([
        {
          body: expect.stringContaining(`¥120.00 未能原路退回，已由工作人员以其他方式退回，凭证号 ${entry.reference}`),
        },
      ])
      expect((await listAuditRowsOf(orderNo)).map(({ action }) => action).slice(-2)).toEqual([
        'finance.caseProposed',
        'finance.caseDecided',
      ])
      expect((await callCreateOrder(student, plan, { payType })).data.status).toBe('PENDING')
      // A channel bill without this refund is not a difference.
      await passToNextBills()
      await reconcileBills(await deps())
      expect(await listMoneyDifferencesOf(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK' }])
    },
  )

  it('a stuck refund that the bill also lists is one difference, not two', async () => {
    const { refundNo, entry } = await makeStuck('WECHAT')
    await passToNextBills()
    await reconcileBills(await deps())
    expect(await listMoneyDifferencesOf(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK', state: 'OPEN' }])
    await giveElsewhere(entry)
    await passToNextBills()
    await reconcileBills(await deps())
    expect(await listMoneyDifferencesOf(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK', state: 'RESOLVED' }])
  })

  it.each(['before', 'after'])(
    'matches a refund made in the merchant console and listed in a bill %s the decision',
    async (when) => {
      const { order, entry } = await makeStuck()
      const { outTradeNo } = order
      const all = await deps()
      const alipay = all.gateways.get('ALIPAY')
      if (!alipay) throw new Error('no gateway')
      const line = { kind: 'REFUND', outTradeNo, transactionId: '2026', at: null } as const
      const lines = [
        { ...line, number: entry.reference, amountFen: 12_000 },
        { ...line, number: 'ANOTHER', amountFen: 12_000 },
      ]
      const told = { ...alipay, bill: async () => ({ lines, others: 0 }) }
      const takeBill = async () => {
        await passToNextBills()
        await reconcileBills({ ...all, gateways: new Map([['ALIPAY', told]]) })
      }
      if (when === 'before') await takeBill()
      await giveElsewhere(entry)
      if (when === 'after') await takeBill()
      const known = await listMoneyDifferencesOf(`${outTradeNo} ${entry.reference}`)
      expect(known.map(({ state }) => state)).toEqual(when === 'before' ? ['RESOLVED'] : [])
      expect(await listMoneyDifferencesOf(`${outTradeNo} ANOTHER`)).toMatchObject([{ state: 'OPEN' }])
    },
  )

  it('an outside refund of a double payment notifies its payer', async () => {
    await wechat.controlChannel('refundOutcome', { outcome: 'ABNORMAL' })
    const order = await makeTwicePaidOrder()
    const { refundNo = '' } = (await readOrderBooksOf(order)).refunds[0] ?? {}
    const { id } = order.student
    await giveElsewhere({ refundNo, reference: transfer() })
    const { list } = await must('GET /order/v1/my_order', {}, order.student.token)
    expect(list.find(({ orderNo }) => orderNo === order.orderNo)?.givenBack).toEqual({
      amount: 12_000,
      done: true,
      elsewhere: true,
    })
    expect(await toldOf(id)).toHaveLength(1)
  })

  it('reports a refund twice if the channel pays it after it was paid outside', async () => {
    const late = await makeStuck()
    await giveElsewhere(late.entry)
    await wechat.controlChannel('refundOutcome', { outcome: 'SUCCESS' })
    const { outTradeNo } = late.order
    const real = (await deps()).gateways.get('ALIPAY')
    const wish = { refundNo: late.refundNo, outTradeNo, amountFen: 12_000, totalFen: 12_000 }
    expect(await real?.refund(wish)).toMatchObject({ state: 'DONE' })
    await passToNextBills()
    await reconcileBills(await deps())
    expect(await listMoneyDifferencesOf(late.refundNo)).toContainEqual(
      expect.objectContaining({ kind: 'REFUND_TWICE', state: 'OPEN' }),
    )

    const paid = await makeRefundRequest()
    await wechat.controlChannel('refundOutcome', { outcome: 'ABNORMAL' })
    await approveTestRefund(paid.id)
    const refundNo = `R${paid.outTradeNo}`
    await giveElsewhere({ refundNo, reference: transfer() })
    await wechat.controlChannel('endRefund', { refundNo, status: 'SUCCESS' })
    await wechat.deliverNotification(
      await wechat.controlChannel<wechat.TestChannelNotification>('refundMessage', { refundNo }),
    )
    expect(await listMoneyDifferencesOf(refundNo)).toContainEqual(
      expect.objectContaining({ kind: 'REFUND_TWICE', state: 'OPEN' }),
    )
  })

  it('a refund above the channel limit per payment is marked stuck, with a warning for the decision', async () => {
    const team = await makePaidTeam()
    const all = await deps()
    const real = all.gateways.get('WECHAT')
    if (!real) throw new Error('no gateway')
    expect(real.mostRefunds).toBe(50)
    const one = { ...all, gateways: new Map([['WECHAT', { ...real, mostRefunds: 1 }]]) }
    await refundTeamMember(team, 0)
    const { id, orderNo } = await requestTeamRefund(team, 1)
    expect(await deskOrder(one, orderNo)).toMatchObject({ refundsSpent: true })
    expect(await deskOrder(all, orderNo)).toMatchObject({ refundsSpent: false })
    const desk = await deskRefundRequests(one, { state: 'OPEN', page: 1, pageSize: 100 })
    expect(desk.list.find((row) => row.id === id)).toMatchObject({ refundsSpent: true })
    const { id: staffId, username, name } = await makeMoneyClerk()
    const staff = { staffId, username, name, permissions: new Set<never>(), tokenHash: '', ip: '' }
    await decideRefund(one, staff, { id, decision: 'APPROVED', reason: '符合规定' })
    const { payments } = await deskOrder(one, orderNo)
    const refundNo = payments[0]?.refunds.find(({ status }) => status !== 'DONE')?.refundNo ?? ''
    expect(await listMoneyDifferencesOf(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK', state: 'OPEN' }])
    expect((await wechat.readChannelBook(team)).refunds).toHaveLength(1)
    const { amount = 0 } = payments[0]?.refunds.find((one) => one.refundNo === refundNo) ?? {}
    expect(await giveElsewhere({ refundNo, reference: transfer() }, amount)).toMatchObject({
      order: { status: 'REFUNDED' },
    })
  })

  it('a stuck refund that the channel accepts again cannot be paid outside', async () => {
    await wechat.controlChannel('refundOutcome', { outcome: 'NOT_ENOUGH' })
    const order = await makeRefundRequest()
    await approveTestRefund(order.id)
    const entry = { refundNo: `R${order.outTradeNo}`, reference: transfer() }
    const { refundNo } = entry
    const retry = async (days: number) => {
      await wechat.passTimeEverywhere(days * 86_400)
      await retryRefunds(await deps())
    }
    const first = await makeMoneyClerk()
    const id = randomUUID()
    expect((await enter(first.token, entry, { id })).code).toBe(1)
    // Finance pays money into the channel account days later.
    await wechat.controlChannel('refundOutcome', { outcome: 'PROCESSING' })
    await retry(4)
    expect(await listMoneyDifferencesOf(refundNo)).toMatchObject([{ state: 'HEALED' }])
    expect(await deskOrder(await deps(), order.orderNo)).toMatchObject({
      payments: [{ refunds: [{ status: 'PENDING', lastAnswer: 'PENDING', caseId: null }] }],
    })
    const notStuck = { key: 'order.refundNotStuck' }
    const [second, third] = [await makeMoneyClerk(), await makeMoneyClerk()]
    expect(await callDecideMoneyProposal(second.token, id)).toMatchObject(notStuck)
    expect((await callDecideMoneyProposal(second.token, id, 'REFUSED')).code).toBe(1)
    expect(await enter(third.token, entry)).toMatchObject(notStuck)
    await wechat.controlChannel('endRefund', { refundNo, status: 'ABNORMAL' })
    await retry(1)
    expect(await listMoneyDifferencesOf(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK', state: 'OPEN' }])
  })

  it('an outside refund is entered once with evidence and can be withdrawn by its author', async () => {
    const { refundNo, entry, order } = await makeStuck()
    const [first, second] = [await makeMoneyClerk(), await makeMoneyClerk()]
    const back = (token: string, id: string) => staffCall('POST /finance/v1/withdraw_case', { id }, token)
    const fields = (given: object) => enter(first.token, entry, given)
    expect(await fields({ reference: '' })).toMatchObject({
      data: { fields: { reference: '凭证号至少 4 个字' } },
    })
    expect(await fields({ reference: undefined })).toMatchObject({ key: 'order.caseNoReference' })
    expect(await fields({ fileId: undefined })).toMatchObject({ key: 'order.caseNoEvidence' })
    expect(await fields({ fileId: await uploadReceipt(second.token) })).toMatchObject({
      key: 'order.caseNoEvidence',
    })
    expect(await fields({ amount: 12_001 })).toMatchObject({ key: 'order.caseSum' })
    expect(await fields({ amount: 0 })).toMatchObject({ key: 'order.caseSum' })
    expect(await fields({ outcome: 'CONFIRMED' })).toMatchObject({ key: 'order.caseOutcome' })
    expect(await fields({ reference: order.outTradeNo })).toMatchObject({
      key: 'order.referenceOwn',
    })
    const id = randomUUID()
    expect((await enter(first.token, entry, { id })).code).toBe(1)
    expect(await enter(second.token, { ...entry, reference: transfer() })).toMatchObject({
      key: 'order.caseWaits',
    })
    expect(await fields({ id, amount: 1 })).toMatchObject({ key: 'order.keyUsed' })
    expect(await back(second.token, id)).toMatchObject({ key: 'order.notAsker' })
    for (const _ of [1, 2])
      expect(await back(first.token, id)).toMatchObject({
        data: { order: { status: 'REFUNDING' } },
      })
    expect(await callDecideMoneyProposal(second.token, id)).toMatchObject({ key: 'order.decisionDecided' })
    // The channel has paid meanwhile, so the double refund is reported and the entry can only be rejected.
    const third = randomUUID()
    expect((await enter(second.token, entry, { id: third })).code).toBe(1)
    await wechat.controlChannel('refundOutcome', { outcome: 'SUCCESS' })
    await mustStaff('POST /finance/v1/retry_refund', { refundNo }, first.token)
    const twice = { kind: 'REFUND_TWICE', state: 'OPEN' }
    expect(await listMoneyDifferencesOf(refundNo)).toContainEqual(expect.objectContaining(twice))
    expect(await callDecideMoneyProposal(first.token, third)).toMatchObject({ key: 'order.refundDone' })
    expect((await callDecideMoneyProposal(first.token, third, 'REFUSED')).code).toBe(1)
    expect((await readOrderBooksOf(order)).order.status).toBe('REFUNDED')
  })
})
