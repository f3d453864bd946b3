import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { listMoneyDifferencesOf, passToNextBills } from '../../../../test/factories/bills.ts'
import {
  callDecideMoneyProposal,
  callProposeMoneyDecision,
  findNewestCase,
  makeMoneyClerk,
  moneyProposalInput,
  resolveMoneyCase,
  uploadReceipt,
} from '../../../../test/factories/money-case.ts'
import {
  callCreateOrder,
  expectMoneyToAddUp,
  readOrderBooksOf,
  signInAgain,
  type TestOrder,
} from '../../../../test/factories/order.ts'
import { approveTestRefund, makeRefundRequest } from '../../../../test/factories/refund.ts'
import * as wechat from '../../../../test/factories/wechat.ts'
import { deps, must, mustStaff, staffCall } from '../../../../test/world.ts'
import { reconcileBills } from './service/reconcile.ts'

afterEach(wechat.resetChannel)
afterAll(expectMoneyToAddUp)

/** The order was paid after closing, and only the bill shows it, because queries fail. */
async function onlyInBill(): Promise<{ order: TestOrder; caseId: string }> {
  const order = await wechat.makeWechatOrder()
  await must('POST /order/v1/cancel_order', { orderNo: order.orderNo }, order.student.token)
  expect(await wechat.payAtWechat(order, true)).toBe(true)
  await passToNextBills()
  await wechat.failNextCalls('query', 'ERROR', 20)
  await reconcileBills(await deps())
  await wechat.controlChannel('faults', [])
  return { order, caseId: (await findNewestCase(order.outTradeNo, 'NOT_BOOKED')).id }
}

const heard = async (order: TestOrder) =>
  (await wechat.deliverNotification(await wechat.createChannelNotificationOf(order))).status
const statusOf = async (order: TestOrder) => (await readOrderBooksOf(order)).order.status
const number = (order: TestOrder) => `T${order.orderNo}`

describe('money found in a bill and decided before its notification', () => {
  it('money that staff decided as returned or kept pays no order unless the case is reopened', async () => {
    const { order, caseId } = await onlyInBill()
    const back = { caseId, outcome: 'RETURNED' as const, amount: 12_000 }
    await resolveMoneyCase({ ...back, reference: number(order) })
    for (const _ of [1, 2]) expect(await heard(order)).toBe(200)
    await must('GET /order/v1/query_status', { orderNo: order.orderNo }, order.student.token)
    expect(await statusOf(order)).toBe('CLOSED')
    expect((await readOrderBooksOf(order)).payment?.status).toBe('CLOSED')
    const { token } = await makeMoneyClerk()
    await mustStaff('POST /finance/v1/reopen_case', { id: caseId, reason: '转账被退回' }, token)
    await resolveMoneyCase({ caseId, outcome: 'KEPT', amount: 12_000 })
    expect(await heard(order)).toBe(200)
    expect(await statusOf(order)).toBe('CLOSED')
    await mustStaff('POST /finance/v1/reopen_case', { id: caseId, reason: '应当入账' }, token)
    expect(await heard(order)).toBe(200)
    expect(await statusOf(order)).toBe('PAID')
    expect((await findNewestCase(order.outTradeNo, 'NOT_BOOKED')).state).toBe('HEALED')
  })

  it('confirmed money is recorded by a later notification, which closes the case', async () => {
    const { order, caseId } = await onlyInBill()
    await resolveMoneyCase({ caseId, outcome: 'CONFIRMED', amount: 12_000 })
    expect(await heard(order)).toBe(200)
    expect(await statusOf(order)).toBe('PAID')
    const { token } = await makeMoneyClerk()
    expect(await mustStaff('GET /finance/v1/case', { id: caseId }, token)).toMatchObject({
      ...{ state: 'HEALED', rest: 0 },
      decisions: [{ state: 'UNDONE', undoneBy: 'system' }],
    })
  })

  it('money is counted once, whether staff decide or the notification arrives first', async () => {
    const { order, caseId } = await onlyInBill()
    const [first, second, third] = [await makeMoneyClerk(), await makeMoneyClerk(), await makeMoneyClerk()]
    const fileId = await uploadReceipt(first.token)
    const back = { caseId, outcome: 'RETURNED' as const, amount: 12_000, fileId }
    const given = await moneyProposalInput({ ...back, reference: number(order) })
    expect((await callProposeMoneyDecision(first.token, given)).code).toBe(1)
    const message = await wechat.createChannelNotificationOf(order)
    const [one, other] = await Promise.all([
      callDecideMoneyProposal(second.token, given.id),
      callDecideMoneyProposal(third.token, given.id),
      wechat.deliverNotification(message),
    ])
    await wechat.deliverNotification(message)
    const settled = [one, other].filter(({ code }) => code === 1).length
    expect({ settled, status: await statusOf(order) }).toEqual(
      settled ? { settled: 1, status: 'CLOSED' } : { settled: 0, status: 'PAID' },
    )
  })
})

describe('a refund found in a bill', () => {
  it('a full refund in the merchant console replaces our own refund, and its late notification adds no second refund', async () => {
    const order = await makeRefundRequest()
    await wechat.controlChannel('refundOutcome', { outcome: 'PROCESSING' })
    await approveTestRefund(order.id)
    const refundNo = `R${order.outTradeNo}`
    await wechat.controlChannel('endRefund', { refundNo, status: 'SUCCESS' })
    await passToNextBills()
    await wechat.failNextCalls('queryRefund', 'ERROR', 20)
    await reconcileBills(await deps())
    await wechat.controlChannel('faults', [])
    const { id: caseId } = await findNewestCase(refundNo, 'REFUND_NOT_BOOKED')
    const given = { caseId, outcome: 'IN_PLACE_OF' as const, amount: 12_000 }
    expect(await callProposeMoneyDecision((await makeMoneyClerk()).token, { ...given, amount: 6000 })).toMatchObject({
      key: 'order.caseSum',
    })
    await resolveMoneyCase(given)
    await wechat.deliverNotification(
      await wechat.controlChannel<wechat.TestChannelNotification>('refundMessage', { refundNo }),
    )
    expect(await listMoneyDifferencesOf(refundNo)).toMatchObject([{ kind: 'REFUND_NOT_BOOKED', state: 'RESOLVED' }])
    expect(await statusOf(order)).toBe('REFUNDED')
    await signInAgain(order.student)
    // The year is ordered again, so the old refund cannot wait and its case is empty.
    expect((await callCreateOrder(order.student, order.plan, { payType: 'WECHAT' })).code).toBe(1)
    const again = { id: caseId, reason: '应由渠道退回' }
    const { token } = await makeMoneyClerk()
    expect(await staffCall('POST /finance/v1/reopen_case', again, token)).toMatchObject({
      key: 'order.caseNewOrder',
    })
    expect((await findNewestCase(refundNo, 'REFUND_NOT_BOOKED')).state).toBe('RESOLVED')
  })

  it('a refund counts once after the outside transfer entered for it was undone', async () => {
    const order = await makeRefundRequest()
    await wechat.controlChannel('refundOutcome', { outcome: 'ABNORMAL' })
    await approveTestRefund(order.id)
    await wechat.controlChannel('refundOutcome', { outcome: 'SUCCESS' })
    const refundNo = `R${order.outTradeNo}`
    const { id: caseId } = await findNewestCase(refundNo, 'REFUND_STUCK')
    const back = { caseId, outcome: 'RETURNED' as const, amount: 12_000 }
    await resolveMoneyCase({ ...back, reference: number(order) })
    await wechat.controlChannel('endRefund', { refundNo, status: 'SUCCESS' })
    await wechat.deliverNotification(
      await wechat.controlChannel<wechat.TestChannelNotification>('refundMessage', { refundNo }),
    )
    expect((await findNewestCase(refundNo, 'REFUND_TWICE')).state).toBe('OPEN')
    const { token } = await makeMoneyClerk()
    const again = { id: caseId, reason: '转账没有发生' }
    await mustStaff('POST /finance/v1/reopen_case', again, token)
    expect((await findNewestCase(refundNo, 'REFUND_TWICE')).state).toBe('HEALED')
    expect(await statusOf(order)).toBe('REFUNDED')
  })
})

describe('refund numbers of the merchant console', () => {
  it('a refund number is recognised in any spelling and used for its own amount', async () => {
    const order = await wechat.makePaidWechatOrder()
    const { outTradeNo } = order
    const refundNo = `${order.orderNo.toLowerCase()}-h_1`
    await wechat.controlChannel('refundByHand', { outTradeNo, refundNo, amount: 5000 })
    await wechat.deliverNotification(
      await wechat.controlChannel<wechat.TestChannelNotification>('refundMessage', { refundNo }),
    )
    const other = await onlyInBill()
    const typed = [refundNo, ` ${refundNo.toUpperCase()} `, refundNo.replace('-', '－').replace('1', '１')]
    const { token } = await makeMoneyClerk()
    const fileId = await uploadReceipt(token)
    for (const reference of typed)
      expect(
        await callProposeMoneyDecision(token, {
          ...{ caseId: other.caseId, outcome: 'RETURNED', amount: 5000, fileId, reference },
        }),
      ).toMatchObject({ key: 'order.referenceOfOther' })
  })

  it('one person may decide several parts of a refund until their sum needs two people', async () => {
    const order = await wechat.makePaidWechatOrder()
    const { outTradeNo } = order
    const { token } = await makeMoneyClerk()
    const fileId = await uploadReceipt(token)
    const seconds: (boolean | undefined)[] = []
    for (const place of [1, 2, 3]) {
      const refundNo = `${order.orderNo}H${place}`
      await wechat.controlChannel('refundByHand', { outTradeNo, refundNo, amount: 4000 })
      await wechat.deliverNotification(
        await wechat.controlChannel<wechat.TestChannelNotification>('refundMessage', { refundNo }),
      )
      const { id: caseId } = await findNewestCase(`${outTradeNo} ${refundNo}`)
      const lost = { caseId, outcome: 'WRITTEN_OFF' as const, amount: 4000, fileId }
      seconds.push((await callProposeMoneyDecision(token, lost)).data?.decisions[0]?.second)
    }
    // A second person is needed above 100 yuan.
    expect(seconds).toEqual([false, false, true])
  })
})
