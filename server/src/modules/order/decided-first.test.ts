import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { differences, nextBills } from '../../../test/factories/bills.ts'
import {
  caseOf,
  clerk,
  decideProposal,
  evidence,
  proposalOf,
  propose,
  settleCase,
} from '../../../test/factories/money-case.ts'
import {
  backAgain,
  booksOf,
  expectMoneyToAddUp,
  type TestOrder,
  tryOrder,
} from '../../../test/factories/order.ts'
import { grantRefund, makeRefundRequest } from '../../../test/factories/refund.ts'
import {
  calmChannel,
  control,
  deliver,
  fail,
  type Message,
  makePaidWechatOrder,
  makeWechatOrder,
  messageOf,
  pay,
} from '../../../test/factories/wechat.ts'
import { deps, must, mustStaff, staffCall } from '../../../test/world.ts'
import { reconcile } from './service/reconcile.ts'

afterEach(calmChannel)
afterAll(expectMoneyToAddUp)

/** Paid after it was closed, and told of by the bill alone: the channel answers no question then. */
async function onlyInBill(): Promise<{ order: TestOrder; caseId: string }> {
  const order = await makeWechatOrder()
  await must('POST /order/v1/cancel_order', { orderNo: order.orderNo }, order.student.token)
  expect(await pay(order, true)).toBe(true)
  await nextBills()
  await fail('query', 'ERROR', 20)
  await reconcile(await deps())
  await control('faults', [])
  return { order, caseId: (await caseOf(order.outTradeNo, 'NOT_BOOKED')).id }
}

const heard = async (order: TestOrder) => (await deliver(await messageOf(order))).status
const statusOf = async (order: TestOrder) => (await booksOf(order)).order.status
const number = (order: TestOrder) => `T${order.orderNo}`

describe('money that a bill told of, decided before its notice comes', () => {
  it('given back or kept, it pays no order besides; opened again, the next notice pays it', async () => {
    const { order, caseId } = await onlyInBill()
    const back = { caseId, outcome: 'RETURNED' as const, amount: 12_000 }
    await settleCase({ ...back, reference: number(order) })
    for (const _ of [1, 2]) expect(await heard(order)).toBe(200)
    await must('GET /order/v1/query_status', { orderNo: order.orderNo }, order.student.token)
    expect(await statusOf(order)).toBe('CLOSED')
    expect((await booksOf(order)).payment?.status).toBe('CLOSED')
    const { token } = await clerk()
    await mustStaff('POST /finance/v1/reopen_case', { id: caseId, reason: '转账被退回' }, token)
    await settleCase({ caseId, outcome: 'KEPT', amount: 12_000 })
    expect(await heard(order)).toBe(200)
    expect(await statusOf(order)).toBe('CLOSED')
    await mustStaff('POST /finance/v1/reopen_case', { id: caseId, reason: '应当入账' }, token)
    expect(await heard(order)).toBe(200)
    expect(await statusOf(order)).toBe('PAID')
    expect((await caseOf(order.outTradeNo, 'NOT_BOOKED')).state).toBe('HEALED')
  })

  it('only confirmed, it is booked all the same, and the case is settled by that', async () => {
    const { order, caseId } = await onlyInBill()
    await settleCase({ caseId, outcome: 'CONFIRMED', amount: 12_000 })
    expect(await heard(order)).toBe(200)
    expect(await statusOf(order)).toBe('PAID')
    const { token } = await clerk()
    expect(await mustStaff('GET /finance/v1/case', { id: caseId }, token)).toMatchObject({
      ...{ state: 'HEALED', rest: 0 },
      decisions: [{ state: 'UNDONE', undoneBy: 'system' }],
    })
  })

  it('counts once, whoever is first: the second person, another second person, or the notice', async () => {
    const { order, caseId } = await onlyInBill()
    const [first, second, third] = [await clerk(), await clerk(), await clerk()]
    const fileId = await evidence(first.token)
    const back = { caseId, outcome: 'RETURNED' as const, amount: 12_000, fileId }
    const given = await proposalOf({ ...back, reference: number(order) })
    expect((await propose(first.token, given)).code).toBe(1)
    const message = await messageOf(order)
    const [one, other] = await Promise.all([
      decideProposal(second.token, given.id),
      decideProposal(third.token, given.id),
      deliver(message),
    ])
    await deliver(message)
    const settled = [one, other].filter(({ code }) => code === 1).length
    expect({ settled, status: await statusOf(order) }).toEqual(
      settled ? { settled: 1, status: 'CLOSED' } : { settled: 0, status: 'PAID' },
    )
  })
})

describe('a refund that a bill told of', () => {
  it('is taken whole in place of ours, and its late notice is no second one', async () => {
    const order = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'PROCESSING' })
    await grantRefund(order.id)
    const refundNo = `R${order.outTradeNo}`
    await control('endRefund', { refundNo, status: 'SUCCESS' })
    await nextBills()
    await fail('queryRefund', 'ERROR', 20)
    await reconcile(await deps())
    await control('faults', [])
    const { id: caseId } = await caseOf(refundNo, 'REFUND_NOT_BOOKED')
    const given = { caseId, outcome: 'IN_PLACE_OF' as const, amount: 12_000 }
    expect(await propose((await clerk()).token, { ...given, amount: 6000 })).toMatchObject({
      key: 'order.caseSum',
    })
    await settleCase(given)
    await deliver(await control<Message>('refundMessage', { refundNo }))
    expect(await differences(refundNo)).toMatchObject([
      { kind: 'REFUND_NOT_BOOKED', state: 'RESOLVED' },
    ])
    expect(await statusOf(order)).toBe('REFUNDED')
    await backAgain(order.student)
    // the year is ordered anew: the refund cannot wait again, and its case has nothing to be about
    expect((await tryOrder(order.student, order.plan, { payType: 'WECHAT' })).code).toBe(1)
    const again = { id: caseId, reason: '应由渠道退回' }
    const { token } = await clerk()
    expect(await staffCall('POST /finance/v1/reopen_case', again, token)).toMatchObject({
      key: 'order.caseNewOrder',
    })
    expect((await caseOf(refundNo, 'REFUND_NOT_BOOKED')).state).toBe('RESOLVED')
  })

  it('beside a transfer that is undone was given once: nothing is too much, and nothing missing', async () => {
    const order = await makeRefundRequest()
    await control('refundOutcome', { outcome: 'ABNORMAL' })
    await grantRefund(order.id)
    await control('refundOutcome', { outcome: 'SUCCESS' })
    const refundNo = `R${order.outTradeNo}`
    const { id: caseId } = await caseOf(refundNo, 'REFUND_STUCK')
    const back = { caseId, outcome: 'RETURNED' as const, amount: 12_000 }
    await settleCase({ ...back, reference: number(order) })
    await control('endRefund', { refundNo, status: 'SUCCESS' })
    await deliver(await control<Message>('refundMessage', { refundNo }))
    expect((await caseOf(refundNo, 'REFUND_TWICE')).state).toBe('OPEN')
    const { token } = await clerk()
    const again = { id: caseId, reason: '转账没有发生' }
    await mustStaff('POST /finance/v1/reopen_case', again, token)
    expect((await caseOf(refundNo, 'REFUND_TWICE')).state).toBe('HEALED')
    expect(await statusOf(order)).toBe('REFUNDED')
  })
})

describe('a number of the merchant console', () => {
  it('is known in whatever writing it is typed, and used for its own sum', async () => {
    const order = await makePaidWechatOrder()
    const { outTradeNo } = order
    const refundNo = `${order.orderNo.toLowerCase()}-h_1`
    await control('refundByHand', { outTradeNo, refundNo, amount: 5000 })
    await deliver(await control<Message>('refundMessage', { refundNo }))
    const other = await onlyInBill()
    const typed = [
      refundNo,
      ` ${refundNo.toUpperCase()} `,
      refundNo.replace('-', '－').replace('1', '１'),
    ]
    const { token } = await clerk()
    const fileId = await evidence(token)
    for (const reference of typed)
      expect(
        await propose(token, {
          ...{ caseId: other.caseId, outcome: 'RETURNED', amount: 5000, fileId, reference },
        }),
      ).toMatchObject({ key: 'order.referenceOfOther' })
  })

  it('is settled in pieces by one person up to the sum that needs a second one', async () => {
    const order = await makePaidWechatOrder()
    const { outTradeNo } = order
    const { token } = await clerk()
    const fileId = await evidence(token)
    const seconds: (boolean | undefined)[] = []
    for (const place of [1, 2, 3]) {
      const refundNo = `${order.orderNo}H${place}`
      await control('refundByHand', { outTradeNo, refundNo, amount: 4000 })
      await deliver(await control<Message>('refundMessage', { refundNo }))
      const { id: caseId } = await caseOf(`${outTradeNo} ${refundNo}`)
      const lost = { caseId, outcome: 'WRITTEN_OFF' as const, amount: 4000, fileId }
      seconds.push((await propose(token, lost)).data?.decisions[0]?.second)
    }
    // ¥100 is the sum
    expect(seconds).toEqual([false, false, true])
  })
})
