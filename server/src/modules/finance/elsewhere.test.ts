import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { makePaidAlipayOrder, payTwice } from '../../../test/factories/alipay.ts'
import { differences, endDifference, nextBills } from '../../../test/factories/bills.ts'
import { askBack, giveBack, makePaidTeam } from '../../../test/factories/employer.ts'
import { booksOf, expectMoneyToAddUp, tryOrder } from '../../../test/factories/order.ts'
import { grantRefund, makeRefundRequest } from '../../../test/factories/refund.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
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

const finance = () =>
  makeStaff({ permissions: ['finance.read', 'finance.refund', 'finance.resolve'] })
const makePaid = {
  ALIPAY: () => makePaidAlipayOrder(),
  WECHAT: () => makePaidWechatOrder(),
}
const enter = 'POST /finance/v1/enter_elsewhere'
const decide = 'POST /finance/v1/decide_elsewhere'
const withdraw = 'POST /finance/v1/withdraw_elsewhere'

/** A refund that Alipay answers with TRADE_HAS_FINISHED, WeChat with ABNORMAL, and what the first person enters. */
async function makeStuck(payType: keyof typeof makePaid = 'ALIPAY') {
  const order = await makeRefundRequest({ paid: await makePaid[payType]() })
  await control('refundOutcome', { outcome: 'ABNORMAL' })
  await grantRefund(order.id)
  expect((await booksOf(order)).refunds).toMatchObject([{ status: 'STUCK' }])
  const refundNo = `R${order.outTradeNo}`
  const entry = { id: randomUUID(), refundNo, reference: '2026112300123', reason: '交易已完结' }
  return { order, refundNo, entry }
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

/** Somebody says that a stuck refund is dealt with. */
async function endStuck({ orderNo }: { orderNo: string }, token: string): Promise<void> {
  const { differences } = await deskOrder(await deps(), orderNo)
  const { id } = differences[0] ?? { id: '' }
  expect(await endDifference(token, { id, reason: '已充值' })).toMatchObject({ code: 1 })
}

/** Entered by one, agreed to by another. */
async function giveElsewhere(entry: Awaited<ReturnType<typeof makeStuck>>['entry']) {
  const [first, second] = [await finance(), await finance()]
  await mustStaff(enter, entry, first.token)
  const yes = { id: entry.id, decision: 'APPROVED', reason: '已核对银行回单' }
  return { first, second, yes, shown: await mustStaff(decide, yes, second.token) }
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
      const [first, second] = [await finance(), await finance()]
      expect(await mustStaff(enter, entry, first.token)).toMatchObject({
        status: 'REFUNDING',
        payments: [{ refunds: [{ stuck: true, elsewhere: { state: 'OPEN', id: entry.id } }] }],
      })
      await mustStaff(enter, entry, first.token)
      const waiting = await mustStaff(
        'GET /finance/v1/refund_requests',
        { state: 'OPEN' },
        second.token,
      )
      expect(waiting.elsewhere).toContainEqual(
        expect.objectContaining({ id: entry.id, orderNo, amount: 12_000, askedBy: first.username }),
      )
      const yes = { id: entry.id, decision: 'APPROVED', reason: '已核对银行回单' }
      expect(await staffCall(decide, yes, first.token)).toMatchObject({ key: 'order.secondPerson' })
      for (const _ of [1, 2])
        expect(await mustStaff(decide, yes, second.token)).toMatchObject({
          status: 'REFUNDED',
          differences: [{ kind: 'REFUND_STUCK', state: 'RESOLVED', resolvedBy: second.username }],
          payments: [
            {
              status: 'REFUNDED',
              refunds: [
                {
                  status: 'DONE',
                  stuck: false,
                  elsewhere: { state: 'APPROVED', reference: entry.reference },
                },
              ],
            },
          ],
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
        'finance.elsewhereEntered',
        'finance.elsewhereApproved',
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
    await giveElsewhere({ id: randomUUID(), refundNo, reference: '2026112300124', reason: '转账' })
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
    expect(await real?.refund(wish)).toBe('DONE')
    await nextBills()
    await reconcile(await deps())
    expect(await differences(late.refundNo)).toContainEqual(
      expect.objectContaining({ kind: 'REFUND_TWICE', state: 'OPEN' }),
    )

    const paid = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'ABNORMAL' })
    await grantRefund(paid.id)
    const refundNo = `R${paid.outTradeNo}`
    await giveElsewhere({ ...late.entry, id: randomUUID(), refundNo })
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
    const { id: staffId, username, name } = await finance()
    const staff = { staffId, username, name, permissions: new Set<never>(), tokenHash: '', ip: '' }
    await decideRefund(one, staff, { id, decision: 'APPROVED', reason: '符合规定' })
    const { payments } = await deskOrder(one, orderNo)
    const refundNo = payments[0]?.refunds.find(({ status }) => status !== 'DONE')?.refundNo ?? ''
    expect(await differences(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK', state: 'OPEN' }])
    expect((await channelBook(team)).refunds).toHaveLength(1)
    const entry = { id: randomUUID(), refundNo, reference: '2026112300123', reason: '次数已用完' }
    expect((await giveElsewhere(entry)).shown).toMatchObject({ status: 'REFUNDED' })
  })

  it.each(['OPEN', 'RESOLVED'])(
    'and takes up after all, once money was paid in, is given back otherwise no more (difference %s)',
    async (state) => {
      await control('refundOutcome', { outcome: 'NOT_ENOUGH' })
      const order = await makeRefundRequest()
      await grantRefund(order.id)
      const refundNo = `R${order.outTradeNo}`
      const first = await finance()
      const retry = async (days: number) => {
        await passTimeEverywhere(days * 86_400)
        await retryRefunds(await deps())
      }
      const entry = { id: randomUUID(), refundNo, reference: '2026112300123', reason: '余额不足' }
      await mustStaff(enter, entry, first.token)
      if (state === 'RESOLVED') await endStuck(order, first.token)
      // finance pay in, days later
      await control('refundOutcome', { outcome: 'PROCESSING' })
      await retry(4)
      expect(await differences(refundNo)).toMatchObject([{ state: 'HEALED' }])
      expect(await deskOrder(await deps(), order.orderNo)).toMatchObject({
        payments: [{ refunds: [{ status: 'PENDING', stuck: false }] }],
      })
      const [second, third] = [await finance(), await finance()]
      const notStuck = { key: 'order.refundNotStuck' }
      const yes = { id: entry.id, decision: 'APPROVED', reason: '已核对' }
      expect(await staffCall(decide, yes, second.token)).toMatchObject(notStuck)
      await mustStaff(decide, { ...yes, decision: 'REFUSED' }, second.token)
      const again = { ...entry, id: randomUUID() }
      expect(await staffCall(enter, again, third.token)).toMatchObject(notStuck)
      // and if the bank does not take it, it is told anew
      await control('endRefund', { refundNo, status: 'ABNORMAL' })
      await retry(1)
      expect(await differences(refundNo)).toMatchObject([{ kind: 'REFUND_STUCK', state: 'OPEN' }])
    },
  )

  it('is entered once, for what is stuck, and taken back by who entered it', async () => {
    const { refundNo, entry, order } = await makeStuck()
    const [first, second] = [await finance(), await finance()]
    const back = (token?: string, id = entry.id) => staffCall(withdraw, { id }, token)
    const no = { id: entry.id, decision: 'REFUSED', reason: '凭证不符' }
    for (const [key, input] of [
      [enter, entry],
      [decide, no],
      [withdraw, { id: entry.id }],
    ] as const) {
      const reader = await makeStaff({ permissions: ['finance.read'] })
      expect(await staffCall(key, input)).toMatchObject({ status: 401 })
      expect(await staffCall(key, input, reader.token)).toMatchObject({ key: 'staff.forbidden' })
      expect(await staffCall(key, { ...input, id: 'x' }, first.token)).toMatchObject({
        key: 'common.invalid',
      })
    }
    const missing = { ...no, id: randomUUID() }
    expect(await staffCall(decide, missing, first.token)).toMatchObject({
      key: 'order.elsewhereNotFound',
    })
    expect(await staffCall(enter, { ...entry, reference: '' }, first.token)).toMatchObject({
      data: { fields: { reference: '凭证号至少 4 个字' } },
    })
    await mustStaff(enter, entry, first.token)
    const again = { ...entry, id: randomUUID() }
    expect(await staffCall(enter, again, second.token)).toMatchObject({
      key: 'order.elsewhereAsked',
    })
    const other = { ...entry, reference: '2026112399999' }
    expect(await staffCall(enter, other, first.token)).toMatchObject({ key: 'order.keyUsed' })
    expect(await back(second.token)).toMatchObject({ key: 'order.notAsker' })
    for (const _ of [1, 2])
      expect(await back(first.token)).toMatchObject({ data: { status: 'REFUNDING' } })
    expect(await staffCall(decide, no, second.token)).toMatchObject({
      key: 'order.elsewhereDecided',
    })
    // refused, it can be entered again; given by the channel meanwhile, somebody is told that it went back twice, and the entry is ended
    await mustStaff(enter, again, second.token)
    await mustStaff(decide, { ...no, id: again.id }, first.token)
    const third = { ...entry, id: randomUUID() }
    await mustStaff(enter, third, second.token)
    await control('refundOutcome', { outcome: 'SUCCESS' })
    await mustStaff('POST /finance/v1/retry_refund', { refundNo }, first.token)
    const twice = { kind: 'REFUND_TWICE', state: 'OPEN' }
    expect(await differences(refundNo)).toContainEqual(expect.objectContaining(twice))
    const yes = { id: third.id, decision: 'APPROVED', reason: '已核对' }
    expect(await staffCall(decide, yes, first.token)).toMatchObject({ key: 'order.refundDone' })
    await mustStaff(decide, { ...no, id: third.id }, first.token)
    expect((await booksOf(order)).order.status).toBe('REFUNDED')
    const under = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'PROCESSING' })
    await grantRefund(under.id)
    const early = { ...entry, id: randomUUID(), refundNo: `R${under.outTradeNo}` }
    expect(await staffCall(enter, early, first.token)).toMatchObject({
      key: 'order.refundNotStuck',
    })
    await control('endRefund', { refundNo: early.refundNo, status: 'SUCCESS' })
    await mustStaff('POST /finance/v1/retry_refund', { refundNo: early.refundNo }, first.token)
  })
})
