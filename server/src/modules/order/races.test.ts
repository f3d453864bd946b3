import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { examOf, rightAnswers, signOf, sit, submit } from '../../../test/factories/exam.ts'
import { backAgain, booksOf, expectMoneyToAddUp, statusOf } from '../../../test/factories/order.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import {
  channelBook,
  deliver,
  makePaidWechatOrder,
  makeWechatOrder,
  messageOf,
  passTimeEverywhere,
  pay,
} from '../../../test/factories/wechat.ts'
import { deps, must, staffCall } from '../../../test/world.ts'
import { hoursTotals } from '../hours/service.ts'
import { expireDue } from './service/expire.ts'
import { retryRefunds } from './service/refund.ts'

afterAll(expectMoneyToAddUp)

async function ask(order: { orderNo: string; student: { token: string } }): Promise<string> {
  const id = randomUUID()
  const { orderNo, student } = order
  await must('POST /order/v1/request_refund', { id, orderNo, reason: '不学了' }, student.token)
  return id
}

async function approve(id: string) {
  const { token } = await makeStaff({ roles: ['FINANCE'] })
  const decision = { id, decision: 'APPROVED', reason: '符合规定' }
  return staffCall('POST /finance/v1/decide_refund', decision, token)
}

describe('a payment racing', () => {
  it('the end of its order’s life, its notification, a poll and two sweeps: it is paid', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await makeWechatOrder()
      await passTimeEverywhere(7190)
      await pay(order)
      await passTimeEverywhere(20)
      await backAgain(order.student)
      const [message, all] = [await messageOf(order), await deps()]
      await Promise.all([deliver(message), expireDue(all), statusOf(order), expireDue(all)])
      expect(await booksOf(order)).toMatchObject({ order: { status: 'PAID' }, refunds: [] })
    }
  })

  it('a cancel at the same moment: paid, or closed at the channel and never paid', async () => {
    for (let round = 0; round < 6; round += 1) {
      const order = await makeWechatOrder()
      const { orderNo, student } = order
      const [paid] = await Promise.all([
        pay(order),
        must('POST /order/v1/cancel_order', { orderNo }, student.token).catch(() => null),
      ])
      if (paid) await deliver(await messageOf(order))
      const { order: row, sign } = await booksOf(order)
      expect(row.status).toBe(paid ? 'PAID' : 'CLOSED')
      expect(sign.paidAt !== null).toBe(paid)
    }
  })

  it('its refund, told of again and again: the money goes back once, and the order stays refunded', async () => {
    const order = await makePaidWechatOrder()
    const [id, paid] = [await ask(order), await messageOf(order)]
    const all = await deps()
    const [answer] = await Promise.all([
      approve(id),
      deliver(paid),
      retryRefunds(all),
      deliver(paid),
      retryRefunds(all),
    ])
    expect(answer.code).toBe(1)
    await passTimeEverywhere(31)
    await Promise.all([retryRefunds(all), retryRefunds(all)])
    expect((await deliver(await messageOf(order))).status).toBe(200)
    expect(await booksOf(order)).toMatchObject({
      order: { status: 'REFUNDED' },
      refunds: [{ status: 'DONE' }],
      sign: { refundedAt: expect.any(Date) },
    })
    expect((await channelBook(order)).refunds).toHaveLength(1)
  })
})

describe('a refund racing', () => {
  it('the exam that would give hours: money back or hours, never both', async () => {
    const order = await makePaidWechatOrder()
    const id = await ask(order)
    const sign = await signOf(order)
    await finishStudy(sign)
    const { token } = order.student
    const sitting = await sit({ sign, token, exam: examOf(sign) })
    expect(await approve(id)).toMatchObject({ key: 'order.refundExamRunning' })
    const [decided] = await Promise.all([
      approve(id),
      submit(token, sitting.attemptId, 1, rightAnswers(sitting)),
    ])
    const { db } = await deps()
    const hours = (await hoursTotals(db, order.student.id)).reduce(
      (sum, { earned }) => sum + earned.professional,
      0,
    )
    const { status } = (await booksOf(order)).order
    expect(decided.key).toMatch(/^order\.refund(ExamRunning|HoursCredited)$/)
    expect([status, hours > 0]).toEqual(['PAID', true])
  })
})
