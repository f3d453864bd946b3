import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { passFirstExam } from '../../../../test/factories/exam.ts'
import {
  callCreateOrder,
  expectMoneyToAddUp,
  makeOrder,
  readOrderBooksOf,
  signInAgain,
  type TestOrder,
} from '../../../../test/factories/order.ts'
import { callDecideRefund, callRequestRefund, makeRefundRequest } from '../../../../test/factories/refund.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import * as wechat from '../../../../test/factories/wechat.ts'
import { call, must, mustStaff, staffCall } from '../../../../test/world.ts'

afterEach(wechat.resetChannel)
afterAll(expectMoneyToAddUp)

const finance = () => makeStaff({ roles: ['FINANCE'] })

async function rowOf(order: TestOrder) {
  const { list } = await must('GET /order/v1/my_order', {}, order.student.token)
  return list.find((row) => row.orderNo === order.orderNo)
}

describe('refund requests', () => {
  it('a granted refund request closes the courses at once', async () => {
    await wechat.controlChannel('refundOutcome', { outcome: 'PROCESSING' })
    const order = await makeRefundRequest()
    expect(await rowOf(order)).toMatchObject({
      status: 'PAID',
      refundObstacle: null,
      refundRequest: { state: 'OPEN', reason: '报错了年度', decidedAt: null },
    })
    const { token } = await finance()
    const decision = { id: order.id, decision: 'APPROVED', reason: '符合规定' }
    await mustStaff('POST /finance/v1/decide_refund', decision, token)
    expect(await readOrderBooksOf(order)).toMatchObject({
      order: { status: 'REFUNDING' },
      payment: { status: 'REFUNDING' },
      refunds: [{ status: 'PENDING', reason: 'REQUESTED', amountFen: 12_000 }],
      sign: { refundedAt: expect.any(Date) },
    })
    await mustStaff('POST /finance/v1/decide_refund', decision, token)
    const messages = await must('GET /message/v1/list', {}, order.student.token)
    expect(messages.list.filter(({ title }) => title.includes('退费'))).toMatchObject([
      { kind: 'PAYMENT', body: expect.stringContaining(order.orderNo) },
    ])
    expect(await callCreateOrder(order.student, order.plan)).toMatchObject({ key: 'order.refunding' })
    const refundNo = `R${order.outTradeNo}`
    await wechat.controlChannel('endRefund', { refundNo, status: 'SUCCESS' })
    const told = await wechat.controlChannel<wechat.TestChannelNotification>('refundMessage', { refundNo })
    expect((await wechat.deliverNotification(told)).status).toBe(200)
    expect((await wechat.deliverNotification(told)).status).toBe(200)
    expect(await readOrderBooksOf(order)).toMatchObject({
      order: { status: 'REFUNDED' },
      payment: { status: 'REFUNDED' },
      refunds: [{ status: 'DONE' }],
    })
    expect(await rowOf(order)).toMatchObject({
      refundRequest: { state: 'APPROVED', decideReason: '符合规定' },
    })
    const again = await wechat.makePaidWechatOrder(order)
    expect(again.signId).toBe(order.signId)
    expect((await readOrderBooksOf(again)).sign.refundedAt).toBeNull()
  })

  it('a refund request repeated with the same id is accepted, but not with other content', async () => {
    const order = await makeRefundRequest()
    expect(await callRequestRefund(order, { id: order.id })).toMatchObject({ code: 1 })
    expect(await callRequestRefund(order, { id: order.id, reason: '别的' })).toMatchObject({
      key: 'order.keyUsed',
    })
    expect(await callRequestRefund(order)).toMatchObject({ key: 'order.refundAsked' })
  })

  it('an undecided request can be withdrawn and made again', async () => {
    const order = await makeRefundRequest()
    const withdraw = (token = order.student.token) => call('POST /order/v1/withdraw_refund', { id: order.id }, token)
    expect(await withdraw()).toMatchObject({ code: 1, data: null })
    expect(await withdraw()).toMatchObject({ code: 1, data: null })
    expect(await callDecideRefund(order.id)).toMatchObject({
      key: 'order.refundDecided',
    })
    await makeRefundRequest({ paid: order })
    expect((await readOrderBooksOf(order)).order.status).toBe('PAID')
  })

  it('refuses too many requests per day and keeps withdrawn ones', async () => {
    const order = await makeRefundRequest()
    const withdraw = (id: string) => call('POST /order/v1/withdraw_refund', { id }, order.student.token)
    await withdraw(order.id)
    for (let asked = 1; asked < 5; asked += 1) {
      const id = randomUUID()
      expect(await callRequestRefund(order, { id })).toMatchObject({ code: 1 })
      expect(await withdraw(id)).toMatchObject({ code: 1 })
    }
    expect(await callRequestRefund(order)).toMatchObject({ key: 'order.refundsSpent' })
    expect((await readOrderBooksOf(order)).order.status).toBe('PAID')
    // Requests made by staff are neither limited nor counted.
    const { token } = await finance()
    const wish = { orderNo: order.orderNo, signId: order.signId, reason: '学员来电' }
    const id = randomUUID()
    await mustStaff('POST /finance/v1/open_refund', { ...wish, id }, token)
    await mustStaff('POST /finance/v1/withdraw_refund', { id }, token)
    await wechat.passTimeEverywhere(86_400)
    await signInAgain(order.student)
    expect(await callRequestRefund(order)).toMatchObject({ code: 1 })
  })

  it('a rejected request changes nothing and shows its reason', async () => {
    const order = await makeRefundRequest()
    const { token } = await finance()
    const decision = { id: order.id, decision: 'REFUSED', reason: '已开课，请联系客服' }
    await mustStaff('POST /finance/v1/decide_refund', decision, token)
    await mustStaff('POST /finance/v1/decide_refund', decision, token)
    expect(await rowOf(order)).toMatchObject({
      status: 'PAID',
      refundRequest: { state: 'REFUSED', decideReason: '已开课，请联系客服' },
    })
    expect(await call('POST /order/v1/withdraw_refund', { id: order.id }, order.student.token)).toMatchObject({
      key: 'order.refundDecided',
    })
  })

  it('two simultaneous decisions on a refund request count once', async () => {
    const order = await makeRefundRequest()
    const [one, two] = [await finance(), await finance()]
    const decide = (token: string, decision: string) =>
      staffCall('POST /finance/v1/decide_refund', { id: order.id, decision, reason: '核对过' }, token)
    const answers = await Promise.all([decide(one.token, 'APPROVED'), decide(two.token, 'REFUSED')])
    expect(answers.map(({ key }) => key).sort()).toEqual(['order.refundDecided', undefined])
    const approved = answers[0]?.code === 1
    expect((await readOrderBooksOf(order)).order.status).toBe(approved ? 'REFUNDED' : 'PAID')
  })

  it('refuses a refund request for unpaid, free or old lines and for lines with hours', async () => {
    const unpaid = await makeOrder()
    expect(await callRequestRefund(unpaid)).toMatchObject({ key: 'order.refundNotPossible' })
    const plan = await makePlan({ priceFen: 0 })
    const student = await makeStudent()
    const { data } = await callCreateOrder(student, plan)
    const free = { ...unpaid, student, plan, orderNo: data.orderNo }
    expect(await callRequestRefund(free)).toMatchObject({ key: 'order.refundNotPossible' })
    expect(await rowOf(free)).toMatchObject({ refundObstacle: 'FREE' })

    const credited = await wechat.makePaidWechatOrder()
    const asked = await makeRefundRequest({ paid: credited })
    await passFirstExam(credited)
    expect(await callDecideRefund(asked.id)).toMatchObject({
      key: 'order.refundHoursCredited',
    })
    expect(await rowOf(credited)).toMatchObject({ refundObstacle: 'HOURS_CREDITED' })
    expect((await readOrderBooksOf(credited)).order.status).toBe('PAID')

    const old = await wechat.makePaidWechatOrder()
    await wechat.passTimeEverywhere(366 * 86_400)
    await signInAgain(old.student)
    expect(await callRequestRefund(old)).toMatchObject({ key: 'order.refundTooLate' })
  })

  it('refuses refund requests of other students, bad input and missing sign-in', async () => {
    const order = await makeRefundRequest()
    const stranger = await makeStudent()
    const theirs = { ...order, student: stranger }
    expect(await callRequestRefund(theirs)).toMatchObject({ key: 'order.notFound' })
    const missing = await call('POST /order/v1/withdraw_refund', { id: randomUUID() }, stranger.token)
    expect(missing).toMatchObject({ key: 'order.refundRequestNotFound' })
    expect(await call('POST /order/v1/withdraw_refund', { id: order.id }, stranger.token)).toEqual(missing)
    expect(await callRequestRefund(order, { reason: '' })).toMatchObject({
      key: 'common.invalid',
      data: { fields: { reason: '请填写退款原因' } },
    })
    expect(await call('POST /order/v1/withdraw_refund', { id: 'x' }, stranger.token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await call('POST /order/v1/request_refund', {})).toMatchObject({ status: 401 })
    expect(await call('POST /order/v1/withdraw_refund', {})).toMatchObject({ status: 401 })
  })
})
