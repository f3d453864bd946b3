import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { examOf, rightAnswers, signOf, sit, submit } from '../../../test/factories/exam.ts'
import {
  backAgain,
  booksOf,
  expectMoneyToAddUp,
  statusOf,
  type TestOrder,
} from '../../../test/factories/order.ts'
import { decideRefund } from '../../../test/factories/refund.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import {
  channelBook,
  control,
  deliver,
  makePaidWechatOrder,
  makeWechatOrder,
  messageOf,
  passTimeEverywhere,
  pay,
} from '../../../test/factories/wechat.ts'
import { channelOrdersOf, isPayable } from '../../../test/money/channel-orders.ts'
import { requireOnePayable } from '../../../test/money/truth.ts'
import { call, deps, must } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { hoursTotals } from '../hours/service.ts'
import { expireDue } from './service/expire.ts'
import { openPayment } from './service/open-payment.ts'
import { recordPayment } from './service/record-payment.ts'
import { retryRefunds } from './service/refund.ts'
import { findPayment, setNextKind } from './store/payments.ts'
import { claimRefund, findRefund } from './store/refunds.ts'

afterAll(expectMoneyToAddUp)

async function ask(order: { orderNo: string; student: { token: string } }): Promise<string> {
  const id = randomUUID()
  const { orderNo, student } = order
  await must('POST /order/v1/request_refund', { id, orderNo, reason: '不学了' }, student.token)
  return id
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
      decideRefund(id),
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

describe('a poll racing a notification that is being booked', () => {
  /** somebody in this database waits for a lock, or the answer is there */
  async function blocked(answer: Promise<unknown>): Promise<void> {
    const { pool } = await deps()
    let answered = false
    void answer.finally(() => {
      answered = true
    })
    await expect
      .poll(async () => {
        const { rowCount } = await pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return answered || rowCount
      })
      .toBeTruthy()
  }

  it('waits for it and says paid', async () => {
    const order = await makeWechatOrder()
    await pay(order)
    const all = await deps()
    const payment = await findPayment(all.db, order.outTradeNo)
    const said = await all.gateways.get('WECHAT')?.query(order.outTradeNo)
    if (!payment || said?.state !== 'SUCCESS') throw new Error('it was not paid')
    const polls: Promise<string>[] = []
    await inTransaction(all.db, async (tx) => {
      expect(await recordPayment(tx, all, payment, said)).toMatchObject({ kind: 'PAID' })
      polls.push(statusOf(order))
      await blocked(Promise.all(polls))
    })
    expect(await Promise.all(polls)).toEqual(['PAID'])
  })
})

describe('two ways to pay, opened at once', () => {
  const path = 'POST /order/v1/open_payment'
  const open = ({ orderNo, student }: TestOrder, kind: 'H5' | 'NATIVE') =>
    call(path, { orderNo, kind }, student.token)
  /** an order whose address in a phone's browser is too old: neither way stands */
  async function makeStale(count: number): Promise<TestOrder[]> {
    const orders: TestOrder[] = []
    for (let made = 0; made < count; made += 1) orders.push(await makeWechatOrder())
    for (const order of orders) await open(order, 'H5')
    await passTimeEverywhere(241)
    return orders
  }
  async function paymentsOf({ orderNo }: TestOrder) {
    const { db } = await deps()
    const rows = db.selectFrom('payment').select(['kind', 'status', 'nextKind', 'codeUrl'])
    return rows.where('orderNo', '=', orderNo).execute()
  }

  it('leave nothing to pay that reached the channel after it was closed there', async () => {
    const order = await makeWechatOrder()
    const all = await deps()
    const wechat = all.gateways.get('WECHAT')
    if (!wechat?.createH5) throw new Error('no H5')
    const { createH5, close } = wechat
    const late: typeof createH5 = async (wish) => {
      // somebody else asks for the QR, and has this one closed before the channel has heard of it
      await inTransaction(all.db, (tx) => setNextKind(tx, wish.outTradeNo, 'NATIVE'))
      expect(await close(wish.outTradeNo)).toMatchObject({ state: 'CLOSED' })
      return createH5(wish)
    }
    const slow = { ...all, gateways: new Map([['WECHAT', { ...wechat, createH5: late }]]) }
    const actor = { studentId: order.student.id, tokenHash: '' }
    const wish = { orderNo: order.orderNo, kind: 'H5' as const }
    await expect(openPayment(slow, actor, wish, '198.51.100.7')).rejects.toThrow(
      'order.openedElsewhere',
    )
    const { data } = await open(order, 'NATIVE')
    const { trades } = await channelBook(...channelOrdersOf(order.orderNo))
    expect(trades.filter(isPayable)).toMatchObject([{ type: 'NATIVE', codeUrl: data.address }])
    expect((await paymentsOf(order)).map(({ status }) => status).sort()).toEqual([
      'CLOSED',
      'CLOSED',
      'CREATED',
    ])
  })

  it('end in one of them: each replaces once at most, and whoever asked before is told', async () => {
    const orders = await makeStale(6)
    const watched = { orders: orders.map(({ orderNo }) => orderNo) }
    let asking = true
    const watch = (async () => {
      while (asking) await requireOnePayable(watched)
    })()
    const answers = await Promise.all(
      orders.map((order, at) => {
        const [first, second] = at % 2 ? (['H5', 'NATIVE'] as const) : (['NATIVE', 'H5'] as const)
        return Promise.all([open(order, first), open(order, second)])
      }),
    ).finally(() => {
      asking = false
    })
    await watch
    for (const [at, order] of orders.entries()) {
      const payments = await paymentsOf(order)
      const standing = payments.filter(({ status }) => status === 'CREATED')
      expect(standing).toMatchObject([{ nextKind: null, codeUrl: expect.any(String) }])
      expect(payments.length).toBeLessThanOrEqual(4)
      const refused = answers[at]?.flatMap(({ code, key }) => (code === 1 ? [] : [key]))
      expect([[], ['order.openedElsewhere']]).toContainEqual(refused)
      const given = answers[at]?.flatMap(({ code, data }) => (code === 1 ? [data.address] : []))
      expect(given).toContain(standing[0]?.codeUrl)
      const { trades } = await channelBook(...channelOrdersOf(order.orderNo))
      expect(trades.filter(isPayable)).toHaveLength(1)
    }
  })
})

describe('a refund racing', () => {
  it('itself: of those who read it as it is, one asks the channel', async () => {
    const order = await makePaidWechatOrder()
    await control('refundOutcome', { outcome: 'PROCESSING' })
    expect(await decideRefund(await ask(order))).toMatchObject({ code: 1 })
    await control('refundOutcome', { outcome: 'SUCCESS' })
    const { db } = await deps()
    const refund = await findRefund(db, `R${order.outTradeNo}`)
    if (!refund) throw new Error('a refund was expected')
    const claims = await Promise.all([1, 2, 3].map(() => claimRefund(db, refund)))
    expect(claims.filter(Boolean)).toEqual([{ attempt: 1, unanswered: 1 }])
  })

  it('the exam that would give hours: money back or hours, never both', async () => {
    const order = await makePaidWechatOrder()
    const id = await ask(order)
    const sign = await signOf(order)
    await finishStudy(sign)
    const { token } = order.student
    const sitting = await sit({ sign, token, exam: examOf(sign) })
    expect(await decideRefund(id)).toMatchObject({ key: 'order.refundExamRunning' })
    const [decided] = await Promise.all([
      decideRefund(id),
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
