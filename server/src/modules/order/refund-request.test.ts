import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { passExam } from '../../../test/factories/exam.ts'
import {
  backAgain,
  booksOf,
  expectMoneyToAddUp,
  makeOrder,
  type TestOrder,
  tryOrder,
} from '../../../test/factories/order.ts'
import { decideRefund, makeRefundRequest, requestRefund } from '../../../test/factories/refund.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import {
  calmChannel,
  control,
  deliver,
  type Message,
  makePaidWechatOrder,
  passTimeEverywhere,
} from '../../../test/factories/wechat.ts'
import { call, must, mustStaff, staffCall } from '../../../test/world.ts'

afterEach(calmChannel)
afterAll(expectMoneyToAddUp)

const finance = () => makeStaff({ roles: ['FINANCE'] })

async function rowOf(order: TestOrder) {
  const { list } = await must('GET /order/v1/my_order', {}, order.student.token)
  return list.find((row) => row.orderNo === order.orderNo)
}

describe('a refund', () => {
  it('is asked for by the student, granted by staff, and closes the courses at once', async () => {
    await control('refundOutcome', { outcome: 'PROCESSING' })
    const order = await makeRefundRequest()
    expect(await rowOf(order)).toMatchObject({
      status: 'PAID',
      refundObstacle: null,
      refundRequest: { state: 'OPEN', reason: '报错了年度', decidedAt: null },
    })
    const { token } = await finance()
    const decision = { id: order.id, decision: 'APPROVED', reason: '符合规定' }
    await mustStaff('POST /finance/v1/decide_refund', decision, token)
    expect(await booksOf(order)).toMatchObject({
      order: { status: 'REFUNDING' },
      payment: { status: 'REFUNDING' },
      refunds: [{ status: 'PENDING', reason: 'REQUESTED', amountFen: 12_000 }],
      sign: { refundedAt: expect.any(Date) },
    })
    // a repeat of the decision tells nothing a second time
    await mustStaff('POST /finance/v1/decide_refund', decision, token)
    const messages = await must('GET /message/v1/list', {}, order.student.token)
    expect(messages.list.filter(({ title }) => title.includes('退费'))).toMatchObject([
      { kind: 'PAYMENT', body: expect.stringContaining(order.orderNo) },
    ])
    expect(await tryOrder(order.student, order.plan)).toMatchObject({ key: 'order.refunding' })
    const refundNo = `R${order.outTradeNo}`
    await control('endRefund', { refundNo, status: 'SUCCESS' })
    const told = await control<Message>('refundMessage', { refundNo })
    expect((await deliver(told)).status).toBe(200)
    expect((await deliver(told)).status).toBe(200)
    expect(await booksOf(order)).toMatchObject({
      order: { status: 'REFUNDED' },
      payment: { status: 'REFUNDED' },
      refunds: [{ status: 'DONE' }],
    })
    expect(await rowOf(order)).toMatchObject({
      refundRequest: { state: 'APPROVED', decideReason: '符合规定' },
    })
    // the sign is free for another try
    const again = await makePaidWechatOrder(order)
    expect(again.signId).toBe(order.signId)
    expect((await booksOf(again)).sign.refundedAt).toBeNull()
  })

  it('asked for again with the same id is the same request; with another, or other words, refused', async () => {
    const order = await makeRefundRequest()
    expect(await requestRefund(order, { id: order.id })).toMatchObject({ code: 1 })
    expect(await requestRefund(order, { id: order.id, reason: '别的' })).toMatchObject({
      key: 'order.keyUsed',
    })
    expect(await requestRefund(order)).toMatchObject({ key: 'order.refundAsked' })
  })

  it('can be taken back while nobody has decided, and asked for again', async () => {
    const order = await makeRefundRequest()
    const withdraw = (token = order.student.token) =>
      call('POST /order/v1/withdraw_refund', { id: order.id }, token)
    expect(await withdraw()).toMatchObject({ code: 1, data: null })
    expect(await withdraw()).toMatchObject({ code: 1, data: null })
    expect(await decideRefund(order.id)).toMatchObject({
      key: 'order.refundDecided',
    })
    await makeRefundRequest({ paid: order })
    expect((await booksOf(order)).order.status).toBe('PAID')
  })

  it('asked for and taken back all day is refused at last; what was taken back stays so', async () => {
    const order = await makeRefundRequest()
    const withdraw = (id: string) =>
      call('POST /order/v1/withdraw_refund', { id }, order.student.token)
    await withdraw(order.id)
    for (let asked = 1; asked < 5; asked += 1) {
      const id = randomUUID()
      expect(await requestRefund(order, { id })).toMatchObject({ code: 1 })
      expect(await withdraw(id)).toMatchObject({ code: 1 })
    }
    expect(await requestRefund(order)).toMatchObject({ key: 'order.refundsSpent' })
    expect((await booksOf(order)).order.status).toBe('PAID')
    // whom the student calls then is not held up, nor is the student by what was done at the desk
    const { token } = await finance()
    const wish = { orderNo: order.orderNo, signId: order.signId, reason: '学员来电' }
    const id = randomUUID()
    await mustStaff('POST /finance/v1/open_refund', { ...wish, id }, token)
    await mustStaff('POST /finance/v1/withdraw_refund', { id }, token)
    await passTimeEverywhere(86_400)
    await backAgain(order.student)
    expect(await requestRefund(order)).toMatchObject({ code: 1 })
  })

  it('refused by staff leaves everything as it was, with the reason to read', async () => {
    const order = await makeRefundRequest()
    const { token } = await finance()
    const decision = { id: order.id, decision: 'REFUSED', reason: '已开课，请联系客服' }
    await mustStaff('POST /finance/v1/decide_refund', decision, token)
    await mustStaff('POST /finance/v1/decide_refund', decision, token)
    expect(await rowOf(order)).toMatchObject({
      status: 'PAID',
      refundRequest: { state: 'REFUSED', decideReason: '已开课，请联系客服' },
    })
    expect(
      await call('POST /order/v1/withdraw_refund', { id: order.id }, order.student.token),
    ).toMatchObject({ key: 'order.refundDecided' })
  })

  it('decided by two at once is decided once', async () => {
    const order = await makeRefundRequest()
    const [one, two] = [await finance(), await finance()]
    const decide = (token: string, decision: string) =>
      staffCall(
        'POST /finance/v1/decide_refund',
        { id: order.id, decision, reason: '核对过' },
        token,
      )
    const answers = await Promise.all([decide(one.token, 'APPROVED'), decide(two.token, 'REFUSED')])
    expect(answers.map(({ key }) => key).sort()).toEqual(['order.refundDecided', undefined])
    const approved = answers[0]?.code === 1
    expect((await booksOf(order)).order.status).toBe(approved ? 'REFUNDED' : 'PAID')
  })

  it('is not for what was never paid, cost nothing, is too old, or has given hours', async () => {
    const unpaid = await makeOrder()
    expect(await requestRefund(unpaid)).toMatchObject({ key: 'order.refundNotPossible' })
    const plan = await makePlan({ priceFen: 0 })
    const student = await makeStudent()
    const { data } = await tryOrder(student, plan)
    const free = { ...unpaid, student, plan, orderNo: data.orderNo }
    expect(await requestRefund(free)).toMatchObject({ key: 'order.refundNotPossible' })
    expect(await rowOf(free)).toMatchObject({ refundObstacle: 'FREE' })

    const credited = await makePaidWechatOrder()
    const asked = await makeRefundRequest({ paid: credited })
    await passExam(credited)
    expect(await decideRefund(asked.id)).toMatchObject({
      key: 'order.refundHoursCredited',
    })
    expect(await rowOf(credited)).toMatchObject({ refundObstacle: 'HOURS_CREDITED' })
    expect((await booksOf(credited)).order.status).toBe('PAID')

    const old = await makePaidWechatOrder()
    await passTimeEverywhere(366 * 86_400)
    await backAgain(old.student)
    expect(await requestRefund(old)).toMatchObject({ key: 'order.refundTooLate' })
  })

  it('is nobody else’s: not to ask for, not to withdraw; bad input and no sign-in are refused', async () => {
    const order = await makeRefundRequest()
    const stranger = await makeStudent()
    const theirs = { ...order, student: stranger }
    expect(await requestRefund(theirs)).toMatchObject({ key: 'order.notFound' })
    const missing = await call(
      'POST /order/v1/withdraw_refund',
      { id: randomUUID() },
      stranger.token,
    )
    expect(missing).toMatchObject({ key: 'order.refundRequestNotFound' })
    expect(await call('POST /order/v1/withdraw_refund', { id: order.id }, stranger.token)).toEqual(
      missing,
    )
    expect(await requestRefund(order, { reason: '' })).toMatchObject({
      key: 'common.invalid',
      data: { fields: { reason: '请填写退款原因' } },
    })
    expect(await call('POST /order/v1/withdraw_refund', { id: 'x' }, stranger.token)).toMatchObject(
      {
        key: 'common.invalid',
      },
    )
    expect(await call('POST /order/v1/request_refund', {})).toMatchObject({ status: 401 })
    expect(await call('POST /order/v1/withdraw_refund', {})).toMatchObject({ status: 401 })
  })
})
