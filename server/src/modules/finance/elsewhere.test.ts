import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { makePaidAlipayOrder, payTwice } from '../../../test/factories/alipay.ts'
import { differences, nextBills } from '../../../test/factories/bills.ts'
import { askBack, giveBack, makePaidTeam } from '../../../test/factories/employer.ts'
import {
  caseOf,
  clerk,
  decideProposal,
  evidence,
  propose,
  settleCase,
} from '../../../test/factories/money-case.ts'
import { booksOf, expectMoneyToAddUp, tryOrder } from '../../../test/factories/order.ts'
import { grantRefund, makeRefundRequest } from '../../../test/factories/refund.ts'
import {
  calmChannel,
  channelBook,
  control,
  deliver,
  type Message,
  makePaidWechatOrder,
  passTimeEverywhere,
} from '../../../test/factories/wechat.ts'
import { deps, must, mustStaff, staffCall } from '../../../test/world.ts'
import { reconcile } from '../order/service/reconcile.ts'
import { retryRefunds } from '../order/service/refund.ts'
import { decideRefund } from '../order/service.ts'
import { deskOrder, deskRequests } from './service/read.ts'

afterEach(calmChannel)
afterAll(expectMoneyToAddUp)

const makePaid = {
  ALIPAY: () => makePaidAlipayOrder(),
  WECHAT: () => makePaidWechatOrder(),
}
const transfer = () => `20261123${randomInt(1_000_000)}`.padEnd(15, '7')

/** A refund that Alipay answers with TRADE_HAS_FINISHED, WeChat with ABNORMAL, and what the first person enters. */
async function makeStuck(payType: keyof typeof makePaid = 'ALIPAY') {
  const order = await makeRefundRequest({ paid: await makePaid[payType]() })
  await control('refundOutcome', { outcome: 'ABNORMAL' })
  await grantRefund(order.id)
  expect((await booksOf(order)).refunds).toMatchObject([{ status: 'STUCK' }])
  const refundNo = `R${order.outTradeNo}`
  return { order, refundNo, entry: { refundNo, reference: transfer() } }
}

async function faultOf(orderNo: string) {
  const { rows } = await sql<{
    fault: string | null
  }>`select money_fault(${orderNo}) as fault`.execute((await deps()).db)
  return rows[0]?.fault
}

/** What a student was told of money that came back otherwise. */
async function toldOf(studentId: string) {
  const rows = (await deps()).db.selectFrom('message').select('body')
  return rows
    .where('studentId', '=', studentId)
    .where('event', 'like', 'refund.elsewhere:%')
    .execute()
}

type Entry = Awaited<ReturnType<typeof makeStuck>>['entry']

/** What the first person proposes; all of the refund unless told otherwise. */
async function enter(token: string, { refundNo, reference }: Entry, given: object = {}) {
  const { id: caseId } = await caseOf(refundNo, 'REFUND_STUCK')
  const fileId = await evidence(token)
  const all = { caseId, outcome: 'RETURNED' as const, amount: 12_000, reference, fileId }
  return propose(token, { ...all, ...given })
}

/** Entered by one, agreed to by another. */
async function giveElsewhere({ refundNo, reference }: Entry, amount = 12_000) {
  const { id: caseId } = await caseOf(refundNo, 'REFUND_STUCK')
  return settleCase({ caseId, outcome: 'RETURNED', amount, reference })
}

describe('a refund that its channel will never give', () => {
  it.each(['ALIPAY', 'WECHAT'] as const)(
    'of %s ends once two persons say that it is back, and the year can be ordered anew',
    async (payType) => {
      const { order, refundNo, entry } = await makeStuck(payType)
      const { student, plan, orderNo } = order
      expect(await tryOrder(student, plan, { payType })).toMatchObject({
        key: 'order.refunding',
      })
      const [first, second] = [await clerk(), await clerk()]
      const id = randomUUID()
      const fileId = await evidence(first.token)
      for (const _ of [1, 2])
        expect(await enter(first.token, entry, { id, fileId })).toMatchObject({
          data: { state: 'OPEN', rest: 12_000, decisions: [{ id, state: 'OPEN', second: true }] },
        })
      const waiting = { state: 'OPEN', waits: 'true', number: refundNo } as const
      const { list } = await mustStaff('GET /finance/v1/differences', waiting, second.token)
      expect(list).toMatchObject([{ subject: refundNo, waits: true }])
      expect(await decideProposal(first.token, id)).toMatchObject({ key: 'order.caseSecondPerson' })
      for (const _ of [1, 2])
        expect((await decideProposal(second.token, id)).data).toMatchObject({
          ...{ state: 'RESOLVED', resolvedBy: second.username, rest: 0 },
          decisions: [
            { state: 'APPROVED', reference: entry.reference, file: { name: '银行回单.png' } },
          ],
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
          body: expect.stringContaining(
            `¥120.00 未能原路退回，已由工作人员以其他方式退回，凭证号 ${entry.reference}`,
          ),
        },
      ])
      expect((await auditOf(orderNo)).map(({ action }) => action).slice(-2)).toEqual([
        'finance.caseProposed',
        'finance.caseDecided',
      ])
      expect((await tryOrder(student, plan, { payType })).data.status).toBe('PENDING')
      // it is no difference that the channel's bill has no such refund
      await nextBills()
      await reconcile(await deps())
      expect(await differences(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK' }])
    },
  )

  it('is no difference besides for a bill that has it as asked for, and not as given', async () => {
    const { refundNo, entry } = await makeStuck('WECHAT')
    await nextBills()
    await reconcile(await deps())
    expect(await differences(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK', state: 'OPEN' }])
    await giveElsewhere(entry)
    await nextBills()
    await reconcile(await deps())
    expect(await differences(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK', state: 'RESOLVED' }])
  })

  it.each(['before', 'after'])(
    'is known in a bill that comes %s the second word, when it was made in the merchant console',
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
        await nextBills()
        await reconcile({ ...all, gateways: new Map([['ALIPAY', told]]) })
      }
      if (when === 'before') await takeBill()
      await giveElsewhere(entry)
      if (when === 'after') await takeBill()
      const known = await differences(`${outTradeNo} ${entry.reference}`)
      expect(known.map(({ state }) => state)).toEqual(when === 'before' ? ['RESOLVED'] : [])
      expect(await differences(`${outTradeNo} ANOTHER`)).toMatchObject([{ state: 'OPEN' }])
    },
  )

  it('of what came twice: its payer reads that it is back, and not by the channel', async () => {
    await control('refundOutcome', { outcome: 'ABNORMAL' })
    const order = await payTwice()
    const { refundNo = '' } = (await booksOf(order)).refunds[0] ?? {}
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

  it('and gives it all the same: by its bill, or by its word, that is told', async () => {
    const late = await makeStuck()
    await giveElsewhere(late.entry)
    await control('refundOutcome', { outcome: 'SUCCESS' })
    const { outTradeNo } = late.order
    const real = (await deps()).gateways.get('ALIPAY')
    const wish = { refundNo: late.refundNo, outTradeNo, amountFen: 12_000, totalFen: 12_000 }
    expect(await real?.refund(wish)).toMatchObject({ state: 'DONE' })
    await nextBills()
    await reconcile(await deps())
    expect(await differences(late.refundNo)).toContainEqual(
      expect.objectContaining({ kind: 'REFUND_TWICE', state: 'OPEN' }),
    )

    const paid = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'ABNORMAL' })
    await grantRefund(paid.id)
    const refundNo = `R${paid.outTradeNo}`
    await giveElsewhere({ refundNo, reference: transfer() })
    await control('endRefund', { refundNo, status: 'SUCCESS' })
    await deliver(await control<Message>('refundMessage', { refundNo }))
    expect(await differences(refundNo)).toContainEqual(
      expect.objectContaining({ kind: 'REFUND_TWICE', state: 'OPEN' }),
    )
  })

  it('because of one payment it takes no more, is stuck unasked, and who decides is warned', async () => {
    const team = await makePaidTeam()
    const all = await deps()
    const real = all.gateways.get('WECHAT')
    if (!real) throw new Error('no gateway')
    expect(real.mostRefunds).toBe(50)
    const one = { ...all, gateways: new Map([['WECHAT', { ...real, mostRefunds: 1 }]]) }
    await giveBack(team, 0)
    const { id, orderNo } = await askBack(team, 1)
    expect(await deskOrder(one, orderNo)).toMatchObject({ refundsSpent: true })
    expect(await deskOrder(all, orderNo)).toMatchObject({ refundsSpent: false })
    const desk = await deskRequests(one, { state: 'OPEN', page: 1, pageSize: 100 })
    expect(desk.list.find((row) => row.id === id)).toMatchObject({ refundsSpent: true })
    const { id: staffId, username, name } = await clerk()
    const staff = { staffId, username, name, permissions: new Set<never>(), tokenHash: '', ip: '' }
    await decideRefund(one, staff, { id, decision: 'APPROVED', reason: '符合规定' })
    const { payments } = await deskOrder(one, orderNo)
    const refundNo = payments[0]?.refunds.find(({ status }) => status !== 'DONE')?.refundNo ?? ''
    expect(await differences(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK', state: 'OPEN' }])
    expect((await channelBook(team)).refunds).toHaveLength(1)
    const { amount = 0 } = payments[0]?.refunds.find((one) => one.refundNo === refundNo) ?? {}
    expect(await giveElsewhere({ refundNo, reference: transfer() }, amount)).toMatchObject({
      order: { status: 'REFUNDED' },
    })
  })

  it('and takes up after all, once money was paid in, is given back otherwise no more', async () => {
    await control('refundOutcome', { outcome: 'NOT_ENOUGH' })
    const order = await makeRefundRequest()
    await grantRefund(order.id)
    const entry = { refundNo: `R${order.outTradeNo}`, reference: transfer() }
    const { refundNo } = entry
    const retry = async (days: number) => {
      await passTimeEverywhere(days * 86_400)
      await retryRefunds(await deps())
    }
    const first = await clerk()
    const id = randomUUID()
    expect((await enter(first.token, entry, { id })).code).toBe(1)
    // finance pay in, days later
    await control('refundOutcome', { outcome: 'PROCESSING' })
    await retry(4)
    expect(await differences(refundNo)).toMatchObject([{ state: 'HEALED' }])
    expect(await deskOrder(await deps(), order.orderNo)).toMatchObject({
      payments: [{ refunds: [{ status: 'PENDING', lastAnswer: 'PENDING', caseId: null }] }],
    })
    const notStuck = { key: 'order.refundNotStuck' }
    const [second, third] = [await clerk(), await clerk()]
    expect(await decideProposal(second.token, id)).toMatchObject(notStuck)
    expect((await decideProposal(second.token, id, 'REFUSED')).code).toBe(1)
    expect(await enter(third.token, entry)).toMatchObject(notStuck)
    // and if the bank does not take it, it is told anew
    await control('endRefund', { refundNo, status: 'ABNORMAL' })
    await retry(1)
    expect(await differences(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK', state: 'OPEN' }])
  })

  it('is entered once, with sum, number and file, and taken back by who entered it', async () => {
    const { refundNo, entry, order } = await makeStuck()
    const [first, second] = [await clerk(), await clerk()]
    const back = (token: string, id: string) =>
      staffCall('POST /finance/v1/withdraw_case', { id }, token)
    const fields = (given: object) => enter(first.token, entry, given)
    expect(await fields({ reference: '' })).toMatchObject({
      data: { fields: { reference: '凭证号至少 4 个字' } },
    })
    expect(await fields({ reference: undefined })).toMatchObject({ key: 'order.caseNoReference' })
    expect(await fields({ fileId: undefined })).toMatchObject({ key: 'order.caseNoEvidence' })
    expect(await fields({ fileId: await evidence(second.token) })).toMatchObject({
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
    expect(await decideProposal(second.token, id)).toMatchObject({ key: 'order.decisionDecided' })
    // given by the channel meanwhile, somebody is told that it went back twice, and the entry can only be refused
    const third = randomUUID()
    expect((await enter(second.token, entry, { id: third })).code).toBe(1)
    await control('refundOutcome', { outcome: 'SUCCESS' })
    await mustStaff('POST /finance/v1/retry_refund', { refundNo }, first.token)
    const twice = { kind: 'REFUND_TWICE', state: 'OPEN' }
    expect(await differences(refundNo)).toContainEqual(expect.objectContaining(twice))
    expect(await decideProposal(first.token, third)).toMatchObject({ key: 'order.refundDone' })
    expect((await decideProposal(first.token, third, 'REFUSED')).code).toBe(1)
    expect((await booksOf(order)).order.status).toBe('REFUNDED')
  })
})
