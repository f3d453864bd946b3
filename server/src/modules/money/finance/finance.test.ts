import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makeDifference, resolveTestDifference } from '../../../../test/factories/bills.ts'
import { closeTestAccount } from '../../../../test/factories/closing.ts'
import { expectMoneyToAddUp, makeOrder, readOrderBooksOf, type TestOrder } from '../../../../test/factories/order.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import * as wechat from '../../../../test/factories/wechat.ts'
import { call, deps, must, mustStaff, staffCall } from '../../../../test/world.ts'
import { listOrderEvents } from './store/orders.ts'

afterEach(() => wechat.controlChannel('refundOutcome', { outcome: 'SUCCESS' }))
afterAll(expectMoneyToAddUp)

const finance = () => makeStaff({ roles: ['FINANCE'] })
const nobody = () => makeStaff({ roles: ['EDITOR'] })

async function ask(order: TestOrder): Promise<string> {
  const id = randomUUID()
  await must('POST /order/v1/request_refund', { id, orderNo: order.orderNo, reason: '报错了年度' }, order.student.token)
  return id
}

async function auditOf(subject: string, action: string) {
  const { db } = await deps()
  return db
    .selectFrom('auditLog')
    .select(['actor', 'detail'])
    .where('subject', '=', subject)
    .where('action', '=', action)
    .execute()
}

describe('orders at the finance desk', () => {
  it('finds orders by state, year, number, student and day', async () => {
    const { token } = await finance()
    const paid = await wechat.makePaidWechatOrder()
    await makeOrder({ plan: paid.plan })
    const list = (filter: object) =>
      mustStaff('POST /finance/v1/orders', { year: String(paid.plan.year), ...filter }, token)
    expect(await list({})).toMatchObject({ total: 2, paidTotal: 12_000 })
    expect(await list({ status: 'PAID', payType: 'WECHAT' })).toMatchObject({
      total: 1,
      list: [
        {
          orderNo: paid.orderNo,
          amount: 12_000,
          transactionId: expect.stringMatching(/^4200/),
          student: { id: paid.student.id, phoneMasked: expect.stringContaining('****') },
          refundOpen: false,
        },
      ],
    })
    const { payment } = await readOrderBooksOf(paid)
    for (const number of [paid.orderNo, paid.outTradeNo, payment?.transactionId ?? 'none'])
      expect(await list({ number })).toMatchObject({ total: 1, list: [{ orderNo: paid.orderNo }] })
    expect(await list({ student: paid.student.phone })).toMatchObject({ total: 1 })
    expect(await list({ number: '%' })).toMatchObject({ total: 0, list: [] })
    expect(await list({ to: '2020-01-01' })).toMatchObject({ total: 0, paidTotal: 0 })
    expect(await list({ from: '2020-01-01', pageSize: '1', page: '2' })).toMatchObject({
      total: 2,
      page: 2,
    })
  })

  it('an order shows its payments, refunds, requests and events', async () => {
    const { token } = await finance()
    const order = await wechat.makePaidWechatOrder()
    const id = await ask(order)
    const shown = await mustStaff('GET /finance/v1/order', { orderNo: order.orderNo }, token)
    expect(shown).toMatchObject({
      status: 'PAID',
      refundOpen: true,
      payments: [{ outTradeNo: order.outTradeNo, channel: 'WECHAT', status: 'PAID', refunds: [] }],
      requests: [{ id, state: 'OPEN' }],
      differences: [],
    })
    expect(shown.events.map(({ action }) => action)).toEqual(['order.created', 'order.paid', 'order.refundAsked'])
    const { db } = await deps()
    const told = await listOrderEvents(db, [order.orderNo], 2)
    expect(told.list.map(({ action }) => action)).toEqual(['order.paid', 'order.refundAsked'])
    expect([told.earlier, shown.earlierEvents]).toEqual([1, 0])
    const missing = { orderNo: '2026010100000000000000' }
    expect(await staffCall('GET /finance/v1/order', missing, token)).toMatchObject({
      key: 'order.notFound',
    })
    expect(await staffCall('GET /finance/v1/order', { orderNo: '<b>' }, token)).toMatchObject({
      key: 'common.invalid',
    })
  })
})

it('an order of a closed account still shows its student', async () => {
  const { token } = await finance()
  const { student, orderNo } = await wechat.makeWechatOrder()
  await must('POST /order/v1/cancel_order', { orderNo }, student.token)
  await closeTestAccount(student)
  const whose = { id: student.id, name: expect.any(String), phoneMasked: '账号已注销' }
  const shown = await mustStaff('GET /finance/v1/order', { orderNo }, token)
  expect(shown).toMatchObject({ student: whose, lines: [{ student: whose }] })
})

describe('refund requests at the finance desk', () => {
  it('refund requests are listed by age with their obstacles, and decisions are audited', async () => {
    const { token, username } = await finance()
    const order = await wechat.makePaidWechatOrder()
    const id = await ask(order)
    const page = (number: number) =>
      mustStaff('GET /finance/v1/refund_requests', { state: 'OPEN', page: String(number), pageSize: '100' }, token)
    const last = Math.ceil((await page(1)).total / 100)
    expect((await page(last)).list.at(-1)).toMatchObject({
      id,
      obstacle: null,
      orderStatus: 'PAID',
      amount: 12_000,
    })
    const decision = { id, decision: 'APPROVED', reason: '核对无误' }
    const shown = await mustStaff('POST /finance/v1/decide_refund', decision, token)
    expect(shown).toMatchObject({
      status: 'REFUNDED',
      payments: [{ status: 'REFUNDED', refunds: [{ status: 'DONE', reason: 'REQUESTED' }] }],
      requests: [{ state: 'APPROVED', decidedBy: username, decideReason: '核对无误' }],
    })
    expect(await mustStaff('POST /finance/v1/decide_refund', decision, token)).toEqual(shown)
    expect(await auditOf(order.orderNo, 'order.refundApproved')).toMatchObject([{ actor: username }])
    expect(await staffCall('POST /finance/v1/decide_refund', { ...decision, id: randomUUID() }, token)).toMatchObject({
      key: 'order.refundRequestNotFound',
    })
    expect(await staffCall('POST /finance/v1/decide_refund', { ...decision, reason: '' }, token)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { reason: '请填写原因' } },
    })
  })

  it('retries at once a refund that the channel did not accept', async () => {
    const { token } = await finance()
    const order = await wechat.makePaidWechatOrder()
    await wechat.controlChannel('refundOutcome', { outcome: 'NOT_ENOUGH' })
    const decision = { id: await ask(order), decision: 'APPROVED', reason: '核对无误' }
    const stuck = await mustStaff('POST /finance/v1/decide_refund', decision, token)
    expect(stuck).toMatchObject({
      status: 'REFUNDING',
      payments: [{ refunds: [{ status: 'STUCK' }] }],
      differences: [{ kind: 'REFUND_STUCK', state: 'OPEN' }],
    })
    const refundNo = `R${order.outTradeNo}`
    for (const _ of [1, 2, 3]) await mustStaff('POST /finance/v1/retry_refund', { refundNo }, token)
    // Each click calls the channel but neither delays the job nor audits more than once a minute.
    expect((await readOrderBooksOf(order)).refunds).toMatchObject([{ askCount: 4 }])
    expect(await auditOf(order.orderNo, 'finance.refundRetried')).toHaveLength(1)
    await wechat.passTimeEverywhere(61)
    await mustStaff('POST /finance/v1/retry_refund', { refundNo }, token)
    expect((await readOrderBooksOf(order)).refunds).toMatchObject([{ askCount: 5 }])
    expect(await auditOf(order.orderNo, 'finance.refundRetried')).toHaveLength(2)
    await wechat.controlChannel('refundOutcome', { outcome: 'SUCCESS' })
    const done = await mustStaff('POST /finance/v1/retry_refund', { refundNo }, token)
    expect(done).toMatchObject({ status: 'REFUNDED', differences: [{ state: 'HEALED' }] })
    await mustStaff('POST /finance/v1/retry_refund', { refundNo }, token)
    expect((await readOrderBooksOf(order)).refunds).toHaveLength(1)
    const unknown = { refundNo: 'R2026010100000000000000P1' }
    expect(await staffCall('POST /finance/v1/retry_refund', unknown, token)).toMatchObject({
      key: 'order.notFound',
    })
    expect(await staffCall('POST /finance/v1/retry_refund', { refundNo: '?' }, token)).toMatchObject({
      key: 'common.invalid',
    })
  })
})

describe('reconciliation differences', () => {
  it('a difference is closed once by two people with evidence', async () => {
    const { id, order } = await makeDifference()
    const [one, two] = [await finance(), await finance()]
    const open = await mustStaff('GET /finance/v1/differences', { state: 'OPEN', kind: 'NOTIFICATION' }, one.token)
    expect(open.list[0]).toMatchObject({
      id,
      subject: order.outTradeNo,
      detail: { ours: 12_000, theirs: 1 },
    })
    const end = (token: string, reason: string) => resolveTestDifference(token, { id, reason })
    const answers = await Promise.all([end(one.token, '已联系渠道'), end(two.token, '误报')])
    expect(answers.map(({ code }) => code).filter((code) => code === 1)).toHaveLength(1)
    expect(await auditOf(order.orderNo, 'finance.caseDecided')).toHaveLength(1)
    expect(await end(one.token, '')).toMatchObject({ key: 'common.invalid' })
    expect(await end(one.token, '再次')).toMatchObject({ key: 'order.differenceResolved' })
    const missing = { id: randomUUID(), reason: '没有' }
    expect(await resolveTestDifference(one.token, missing)).toMatchObject({
      key: 'order.differenceNotFound',
    })
  })

  it('a closed difference reopens when a notification contradicts it', async () => {
    const { id, order } = await makeDifference()
    const { token } = await finance()
    await resolveTestDifference(token, { id, reason: '已联系渠道' })
    const read = () =>
      mustStaff('GET /finance/v1/differences', { kind: 'NOTIFICATION' }, token).then(({ list }) =>
        list.find((row) => row.id === id),
      )
    const tell = async (amount: number) =>
      wechat.deliverNotification(await wechat.createChannelNotificationOf(order, { amount }))
    expect((await tell(1)).status).toBe(400)
    expect(await read()).toMatchObject({ state: 'RESOLVED', detail: { theirs: 1 } })
    expect((await tell(2)).status).toBe(400)
    expect(await read()).toMatchObject({ state: 'OPEN', resolution: null, detail: { theirs: 2 } })
  })

  it('a decision on a difference is refused when the difference has changed since staff read it', async () => {
    const { id, order } = await makeDifference()
    const { token } = await finance()
    const read = async () => {
      const { differences } = await mustStaff('GET /finance/v1/order', { orderNo: order.orderNo }, token)
      return differences.find((row) => row.id === id)
    }
    const seen = await read()
    expect(
      (await wechat.deliverNotification(await wechat.createChannelNotificationOf(order, { amount: 2 }))).status,
    ).toBe(400)
    const words = { id, reason: '渠道确认是 0.01 元的测试' }
    expect(await resolveTestDifference(token, { ...words, foundAt: seen?.foundAt ?? '' })).toMatchObject({
      key: 'order.differenceStale',
    })
    const now = await read()
    expect(now).toMatchObject({ state: 'OPEN', detail: { theirs: 2 } })
    expect(await resolveTestDifference(token, { ...words, foundAt: now?.foundAt ?? '' })).toMatchObject({
      data: { state: 'RESOLVED' },
    })
    expect(await resolveTestDifference(token, { ...words, foundAt: 'x' })).toMatchObject({
      data: { fields: { foundAt: '时间格式不正确' } },
    })
  })

  it('money with the transaction number of another payment is not recorded a second time', async () => {
    const [paid, other] = [await wechat.makePaidWechatOrder(), await wechat.makeWechatOrder()]
    const { payment } = await readOrderBooksOf(paid)
    await wechat.payAtWechat(other)
    const message = await wechat.createChannelNotificationOf(other, { transactionId: payment?.transactionId })
    expect((await wechat.deliverNotification(message)).status).toBe(200)
    const { token } = await finance()
    const { list } = await mustStaff('GET /finance/v1/differences', { state: 'OPEN', kind: 'NOTIFICATION' }, token)
    expect(list).toContainEqual(expect.objectContaining({ subject: other.outTradeNo }))
    expect((await readOrderBooksOf(other)).order.status).toBe('PENDING')
    const nobodys = await wechat.createChannelNotificationOf(other, { outTradeNo: 'A\u0000' })
    expect((await wechat.deliverNotification(nobodys)).status).toBe(400)
    expect((await wechat.deliverNotification(await wechat.createChannelNotificationOf(other))).status).toBe(200)
    expect((await readOrderBooksOf(other)).order.status).toBe('PAID')
  })

  it('rechecks a difference with the channel at once, and an unresolved difference stays open', async () => {
    const { id } = await makeDifference()
    const { token } = await finance()
    expect(await mustStaff('POST /finance/v1/retry_difference', { id }, token)).toMatchObject({
      state: 'OPEN',
    })
    expect(await staffCall('POST /finance/v1/retry_difference', { id: randomUUID() }, token)).toMatchObject({
      key: 'order.differenceNotFound',
    })
    expect(await staffCall('POST /finance/v1/retry_difference', { id: 'x' }, token)).toMatchObject({
      key: 'common.invalid',
    })
  })
})

describe('finance workbooks', () => {
  it.each(['ORDERS', 'REFUNDS', 'DIFFERENCES'] as const)('%s are exported as a workbook and audited', async (what) => {
    const order = await wechat.makePaidWechatOrder()
    const { token, username } = await finance()
    const { name, content, exported, leftOut } = await mustStaff(
      'POST /finance/v1/export',
      { what, ...(what === 'ORDERS' ? { year: order.plan.year } : {}) },
      token,
    )
    expect(name).toMatch(/-\d{4}-\d\d-\d\d\.xlsx$/)
    expect(Buffer.from(content, 'base64').subarray(0, 2).toString()).toBe('PK')
    expect(leftOut).toBe(0)
    if (what === 'ORDERS') expect(exported).toBe(1)
    const rows = await auditOf(what, 'finance.exported')
    expect(rows.at(-1)).toMatchObject({ actor: username, detail: { rows: exported } })
    expect(await staffCall('POST /finance/v1/export', { what: 'ALL' }, token)).toMatchObject({
      key: 'common.invalid',
    })
  })
})

describe('permissions of the finance desk', () => {
  const id = randomUUID()
  const proposal = {
    ...{ id, caseId: id, foundAt: '2026-01-01T00:00:00.000Z' },
    ...{ outcome: 'CONFIRMED', amount: 0, reason: '处理过' },
  } as const
  const calls = [
    ['POST /finance/v1/orders', {}],
    ['GET /finance/v1/order', { orderNo: '2026010100000000000000' }],
    ['GET /finance/v1/refund_requests', {}],
    ['POST /finance/v1/decide_refund', { id, decision: 'REFUSED', reason: '不符合' }],
    ['POST /finance/v1/retry_refund', { refundNo: 'R2026010100000000000000P1' }],
    ['GET /finance/v1/differences', {}],
    ['GET /finance/v1/case', { id }],
    ['POST /finance/v1/preview_case', proposal],
    ['POST /finance/v1/propose_case', proposal],
    ['POST /finance/v1/decide_case', { id, decision: 'REFUSED', reason: '不符' }],
    ['POST /finance/v1/withdraw_case', { id }],
    ['POST /finance/v1/reopen_case', { id, reason: '处理有误' }],
    ['POST /finance/v1/retry_difference', { id }],
    ['GET /finance/v1/bills', {}],
    ['GET /finance/v1/channels', {}],
    ['POST /finance/v1/check_channel', { channel: 'WECHAT' }],
    ['POST /finance/v1/export', { what: 'ORDERS' }],
  ] as const

  it.each(calls)('finance call %s needs sign-in and the permission', async (key, input) => {
    const { token } = await nobody()
    expect(await staffCall(key, input, token)).toMatchObject({ key: 'staff.forbidden' })
    expect(await staffCall(key, input)).toMatchObject({ status: 401 })
    const auditor = await makeStaff({ roles: ['AUDITOR'] })
    const answer = await staffCall(key, input, auditor.token)
    expect(answer.key === 'staff.forbidden').toBe(key.startsWith('POST') && key !== 'POST /finance/v1/orders')
  })

  it('finance lists refuse invalid pages and filters and show compared days', async () => {
    const { token } = await finance()
    for (const key of [
      'POST /finance/v1/orders',
      'GET /finance/v1/refund_requests',
      'GET /finance/v1/differences',
      'GET /finance/v1/bills',
    ] as const)
      expect(await staffCall(key, { pageSize: 101 }, token)).toMatchObject({
        key: 'common.invalid',
      })
    expect(await staffCall('POST /finance/v1/orders', { status: 'LOST' }, token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await mustStaff('GET /finance/v1/bills', {}, token)).toMatchObject({ page: 1 })
    expect(await call('GET /order/v1/my_order')).toMatchObject({ status: 401 })
  })
})
