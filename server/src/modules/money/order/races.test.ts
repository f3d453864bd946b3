import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import {
  callSubmitExam,
  examInputOf,
  rightAnswersOf,
  signOfPaidOrder,
  startTestAttempt,
} from '../../../../test/factories/exam.ts'
import {
  expectMoneyToAddUp,
  queryOrderStatus,
  readOrderBooksOf,
  signInAgain,
  type TestOrder,
} from '../../../../test/factories/order.ts'
import { callDecideRefund } from '../../../../test/factories/refund.ts'
import { finishStudy } from '../../../../test/factories/study.ts'
import {
  controlChannel,
  createChannelNotificationOf,
  deliverNotification,
  makePaidWechatOrder,
  makeWechatOrder,
  passTimeEverywhere,
  payAtWechat,
  readChannelBook,
} from '../../../../test/factories/wechat.ts'
import { isPayableAtChannel, listPossibleChannelOrders } from '../../../../test/money/channel-orders.ts'
import { requireOnePayableOrder } from '../../../../test/money/check-books.ts'
import { call, deps, must } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { loadHoursTotals } from '../../credits/hours/service.ts'
import { openPayment } from './service/open-payment.ts'
import { expireDueOrders } from './service/query.ts'
import { recordPayment } from './service/record-payment.ts'
import { retryRefunds } from './service/refund.ts'
import { findPayment, setNextPaymentKind } from './store/payments.ts'
import { claimRefund, findRefund } from './store/refunds.ts'

afterAll(expectMoneyToAddUp)

async function ask(order: { orderNo: string; student: { token: string } }): Promise<string> {
  const id = randomUUID()
  const { orderNo, student } = order
  await must('POST /order/v1/request_refund', { id, orderNo, reason: '不学了' }, student.token)
  return id
}

describe('races of one payment', () => {
  it('a payment racing expiry, notification, poll and two jobs is recorded as paid', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await makeWechatOrder()
      await passTimeEverywhere(7190)
      await payAtWechat(order)
      await passTimeEverywhere(20)
      await signInAgain(order.student)
      const [message, all] = [await createChannelNotificationOf(order), await deps()]
      await Promise.all([
        deliverNotification(message),
        expireDueOrders(all),
        queryOrderStatus(order),
        expireDueOrders(all),
      ])
      expect(await readOrderBooksOf(order)).toMatchObject({ order: { status: 'PAID' }, refunds: [] })
    }
  })

  it('a payment racing a cancel is either paid or closed at the channel', async () => {
    for (let round = 0; round < 6; round += 1) {
      const order = await makeWechatOrder()
      const { orderNo, student } = order
      const [paid] = await Promise.all([
        payAtWechat(order),
        must('POST /order/v1/cancel_order', { orderNo }, student.token).catch(() => null),
      ])
      if (paid) await deliverNotification(await createChannelNotificationOf(order))
      const { order: row, sign } = await readOrderBooksOf(order)
      expect(row.status).toBe(paid ? 'PAID' : 'CLOSED')
      expect(sign.paidAt !== null).toBe(paid)
    }
  })

  it('repeated refund notifications refund once, and the order stays refunded', async () => {
    const order = await makePaidWechatOrder()
    const [id, paid] = [await ask(order), await createChannelNotificationOf(order)]
    const all = await deps()
    const [answer] = await Promise.all([
      callDecideRefund(id),
      deliverNotification(paid),
      retryRefunds(all),
      deliverNotification(paid),
      retryRefunds(all),
    ])
    expect(answer.code).toBe(1)
    await passTimeEverywhere(31)
    await Promise.all([retryRefunds(all), retryRefunds(all)])
    expect((await deliverNotification(await createChannelNotificationOf(order))).status).toBe(200)
    expect(await readOrderBooksOf(order)).toMatchObject({
      order: { status: 'REFUNDED' },
      refunds: [{ status: 'DONE' }],
      sign: { refundedAt: expect.any(Date) },
    })
    expect((await readChannelBook(order)).refunds).toHaveLength(1)
  })
})

describe('a payment query while a notification is being recorded', () => {
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

  it('the payment query waits for the transaction and reports the order as paid', async () => {
    const order = await makeWechatOrder()
    await payAtWechat(order)
    const all = await deps()
    const payment = await findPayment(all.db, order.outTradeNo)
    const said = await all.gateways.get('WECHAT')?.query(order.outTradeNo)
    if (!payment || said?.state !== 'SUCCESS') throw new Error('it was not paid')
    const polls: Promise<string>[] = []
    await inTransaction(all.db, async (tx) => {
      expect(await recordPayment(tx, all, payment, said)).toMatchObject({ kind: 'PAID' })
      polls.push(queryOrderStatus(order))
      await blocked(Promise.all(polls))
    })
    expect(await Promise.all(polls)).toEqual(['PAID'])
  })
})

describe('two payment methods opened at once', () => {
  const path = 'POST /order/v1/open_payment'
  const open = ({ orderNo, student }: TestOrder, kind: 'H5' | 'NATIVE') => call(path, { orderNo, kind }, student.token)
  /** The browser address has expired, so neither payment method is open. */
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

  it('closes a payment again that reached the channel after its closing', async () => {
    const order = await makeWechatOrder()
    const all = await deps()
    const wechat = all.gateways.get('WECHAT')
    if (!wechat?.createH5) throw new Error('no H5')
    const { createH5, close } = wechat
    const late: typeof createH5 = async (wish) => {
      // A request for the QR code closes this payment before the channel knows it.
      await inTransaction(all.db, (tx) => setNextPaymentKind(tx, wish.outTradeNo, 'NATIVE'))
      expect(await close(wish.outTradeNo)).toMatchObject({ state: 'CLOSED' })
      return createH5(wish)
    }
    const slow = { ...all, gateways: new Map([['WECHAT', { ...wechat, createH5: late }]]) }
    const actor = { studentId: order.student.id, tokenHash: '' }
    const wish = { orderNo: order.orderNo, kind: 'H5' as const }
    await expect(openPayment(slow, actor, wish, '198.51.100.7')).rejects.toThrow('order.openedElsewhere')
    const { data } = await open(order, 'NATIVE')
    const { trades } = await readChannelBook(...listPossibleChannelOrders(order.orderNo))
    expect(trades.filter(isPayableAtChannel)).toMatchObject([{ type: 'NATIVE', codeUrl: data.address }])
    expect((await paymentsOf(order)).map(({ status }) => status).sort()).toEqual(['CLOSED', 'CLOSED', 'CREATED'])
  })

  it('simultaneous requests leave one payment method open, and earlier callers learn of it', async () => {
    const orders = await makeStale(6)
    const watched = { orders: orders.map(({ orderNo }) => orderNo) }
    let asking = true
    const watch = (async () => {
      while (asking) await requireOnePayableOrder(watched)
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
      const { trades } = await readChannelBook(...listPossibleChannelOrders(order.orderNo))
      expect(trades.filter(isPayableAtChannel)).toHaveLength(1)
    }
  })
})

describe('races of refunds', () => {
  it('of concurrent refund jobs only one calls the channel', async () => {
    const order = await makePaidWechatOrder()
    await controlChannel('refundOutcome', { outcome: 'PROCESSING' })
    expect(await callDecideRefund(await ask(order))).toMatchObject({ code: 1 })
    await controlChannel('refundOutcome', { outcome: 'SUCCESS' })
    const { db } = await deps()
    const refund = await findRefund(db, `R${order.outTradeNo}`)
    if (!refund) throw new Error('a refund was expected')
    const claims = await Promise.all([1, 2, 3].map(() => claimRefund(db, refund)))
    expect(claims.filter(Boolean)).toEqual([{ attempt: 1, unanswered: 1 }])
  })

  it('a refund racing a passed exam gives either money or hours, never both', async () => {
    const order = await makePaidWechatOrder()
    const id = await ask(order)
    const sign = await signOfPaidOrder(order)
    await finishStudy(sign)
    const { token } = order.student
    const sitting = await startTestAttempt({ sign, token, exam: examInputOf(sign) })
    expect(await callDecideRefund(id)).toMatchObject({ key: 'order.refundExamRunning' })
    const [decided] = await Promise.all([
      callDecideRefund(id),
      callSubmitExam(token, sitting.attemptId, 1, rightAnswersOf(sitting)),
    ])
    const { db } = await deps()
    const hours = (await loadHoursTotals(db, order.student.id)).reduce(
      (sum, { earned }) => sum + earned.professional,
      0,
    )
    const { status } = (await readOrderBooksOf(order)).order
    expect(decided.key).toMatch(/^order\.refund(ExamRunning|HoursCredited)$/)
    expect([status, hours > 0]).toEqual(['PAID', true])
  })
})
