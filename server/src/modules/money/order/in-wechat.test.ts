import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import {
  expectMoneyToAddUp,
  makeOrder,
  queryOrderStatus,
  readOrderBooksOf,
  type TestOrder,
} from '../../../../test/factories/order.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import * as wechat from '../../../../test/factories/wechat.ts'
import { call, deps, must } from '../../../../test/world.ts'
import { faultLog } from '../../../platform/observability/log.ts'

const me = 'oSimulated_payer_0001'
afterEach(async () => {
  await wechat.controlChannel('faults', [])
  await wechat.controlChannel('person', { openid: me })
})
afterAll(expectMoneyToAddUp)

const askPath = 'POST /order/v1/ask_payer'
const openPath = 'POST /order/v1/open_in_wechat'
const nth = ({ orderNo }: TestOrder, place: number) => ({ outTradeNo: `${orderNo}P${place}` })

/** WeChat redirects the browser with a code for the user. */
async function comeBack(address: string | null): Promise<{ code: string; state: string }> {
  const named = await fetch(address ?? '', { redirect: 'manual' })
  expect(named.status).toBe(302)
  const { searchParams: query } = new URL(named.headers.get('location') ?? '')
  return { code: query.get('code') ?? '', state: query.get('state') ?? '' }
}

async function signIn({ orderNo, student }: TestOrder) {
  const { address } = await must(askPath, { orderNo }, student.token)
  return comeBack(address)
}

const tryOpen = ({ orderNo, student }: TestOrder, back: object) => call(openPath, { orderNo, ...back }, student.token)

async function open(order: TestOrder) {
  const { orderNo, student } = order
  return must(openPath, { orderNo, ...(await signIn(order)) }, student.token)
}

/** The page passes the parameters to the WeChat browser. */
const bridge = async (opened: { bridge: object | null }, action: string, change: object = {}) =>
  (
    await wechat.controlChannel<{ err_msg: string }>('bridge', {
      call: { ...opened.bridge, ...change },
      action,
    })
  ).err_msg

async function paymentsOf({ orderNo }: TestOrder) {
  const { db } = await deps()
  const rows = await db
    .selectFrom('payment')
    .select(['kind', 'nextKind', 'status', 'payerKey'])
    .where('orderNo', '=', orderNo)
    .orderBy('outTradeNo')
    .execute()
  return rows.map(({ kind, nextKind, status, payerKey }) =>
    [kind, status, nextKind ?? '', payerKey ? 'placed' : ''].filter(Boolean).join(' '),
  )
}

describe('payment inside WeChat', () => {
  it('a payment in WeChat closes the QR code first, then is paid', async () => {
    const { token } = await makeStudent()
    expect(await must('GET /order/v1/pay_types', {}, token)).toMatchObject({ jsapi: ['WECHAT'] })
    const order = await wechat.makeWechatOrder()
    const { address } = await must(askPath, { orderNo: order.orderNo }, order.student.token)
    const asked = new URL(address ?? '')
    expect(asked.hash).toBe('#wechat_redirect')
    expect(asked.searchParams.get('state')).toMatch(/^[0-9a-z]{1,128}$/)
    const back = new URL(asked.searchParams.get('redirect_uri') ?? '')
    expect(back.pathname + back.search).toBe(`/h5/system/orders?pay=${order.orderNo}`)
    // The redirect address contains neither the session nor personal data.
    expect(address).not.toContain(order.student.token)
    expect(await paymentsOf(order)).toEqual(['NATIVE CREATED'])
    const opened = await open(order)
    expect(opened).toMatchObject({ status: 'PENDING', bridge: { signType: 'RSA' } })
    expect((await wechat.readChannelBook(nth(order, 1), nth(order, 2))).trades).toMatchObject([
      { state: 'CLOSED', type: 'NATIVE' },
      { state: 'NOTPAY', type: 'JSAPI', total: 12_000, payer: me },
    ])
    const { list } = await must('GET /order/v1/my_order', {}, order.student.token)
    expect(list).toMatchObject([{ status: 'PENDING', codeUrl: null }])
    expect(await bridge(opened, 'cancel')).toBe('get_brand_wcpay_request:cancel')
    expect(await bridge(opened, 'fail')).toBe('get_brand_wcpay_request:fail')
    expect(await bridge(opened, 'pay')).toBe('get_brand_wcpay_request:ok')
    // Only the response of the payment channel marks the order as paid.
    await wechat.passTimeEverywhere(2)
    expect(await queryOrderStatus(order)).toBe('PAID')
    expect(await paymentsOf(order)).toEqual(['NATIVE CLOSED', 'JSAPI PAID'])
  })

  it('signs the payment parameters, so that none can be changed', async () => {
    const order = await wechat.makeWechatOrder()
    const other = await open(await wechat.makeWechatOrder())
    const opened = await open(order)
    const fails = 'get_brand_wcpay_request:fail'
    for (const change of [{ package: other.bridge?.package }, { nonceStr: 'x' }, { paySign: '' }])
      expect(await bridge(opened, 'pay', change)).toBe(fails)
    await wechat.passTimeEverywhere(301)
    expect(await bridge(opened, 'pay')).toBe(fails)
    expect((await readOrderBooksOf(order)).order.status).toBe('PENDING')
  })

  it('the same person reuses the channel order, another person gets a new one', async () => {
    const order = await wechat.makeWechatOrder()
    const first = await open(order)
    expect((await open(order)).bridge?.package).toBe(first.bridge?.package)
    await wechat.controlChannel('person', { openid: 'oSimulated_payer_0002' })
    expect(await bridge(first, 'pay')).toBe('get_brand_wcpay_request:fail')
    const second = await open(order)
    expect(second.bridge?.package).not.toBe(first.bridge?.package)
    expect(await paymentsOf(order)).toEqual(['NATIVE CLOSED', 'JSAPI CLOSED', 'JSAPI CREATED placed'])
    await wechat.passTimeEverywhere(6601)
    const { expireAt, serverNow } = await must(
      'GET /order/v1/query_status',
      { orderNo: order.orderNo },
      order.student.token,
    )
    expect(Date.parse(expireAt)).toBeGreaterThan(Date.parse(serverNow))
    expect((await open(order)).bridge?.package).not.toBe(second.bridge?.package)
  })

  it('the openid, sign-in code and token are never stored or logged', async () => {
    const order = await wechat.makeWechatOrder()
    const said = vi.spyOn(faultLog, 'warn').mockImplementation(() => {})
    await wechat.failNextCalls('createJsapi', 'ERROR')
    const back = await signIn(order)
    expect((await tryOpen(order, back)).key).toBe('order.gatewayDown')
    await open(order)
    const all = await deps()
    const { rows } = await all.pool.query(
      `select payment::text as row from payment where order_no = $1 union all
       select audit_log::text from audit_log where subject = $1 union all
       select spent_challenge::text from spent_challenge`,
      [order.orderNo],
    )
    for (const secret of [me, back.code, order.student.token])
      expect(JSON.stringify([rows, said.mock.calls])).not.toContain(secret)
    said.mockRestore()
    const { orderNo, student } = order
    await must('POST /order/v1/cancel_order', { orderNo }, student.token)
    expect(await paymentsOf(order)).toEqual(['NATIVE CLOSED', 'JSAPI CLOSED'])
  })

  it('payment in WeChat, QR code and browser replace each other', async () => {
    const order = await wechat.makeWechatOrder()
    await open(order)
    for (const kind of ['H5', 'NATIVE'] as const)
      await must('POST /order/v1/open_payment', { orderNo: order.orderNo, kind }, order.student.token)
    await open(order)
    expect(await paymentsOf(order)).toEqual([
      'NATIVE CLOSED',
      'JSAPI CLOSED',
      'H5 CLOSED',
      'NATIVE CLOSED',
      'JSAPI CREATED placed',
    ])
    await wechat.payAtWechat(nth(order, 4), true)
    await wechat.deliverNotification(await wechat.createChannelNotificationOf(nth(order, 4)))
    expect(await queryOrderStatus(order)).toBe('PAID')
    expect((await wechat.readChannelBook(nth(order, 5))).trades).toMatchObject([{ state: 'CLOSED' }])
  })

  it('opens no payment in WeChat when the QR code is paid or the order is cancelled', async () => {
    const [paid, cancelled] = [await wechat.makeWechatOrder(), await wechat.makeWechatOrder()]
    const [toPaid, toCancelled] = [await signIn(paid), await signIn(cancelled)]
    await wechat.payAtWechat(paid)
    expect((await tryOpen(paid, toPaid)).data).toMatchObject({ status: 'PAID', bridge: null })
    const { orderNo, student } = cancelled
    await must('POST /order/v1/cancel_order', { orderNo }, student.token)
    const late = await tryOpen(cancelled, toCancelled)
    expect(late.data).toMatchObject({ status: 'CLOSED', bridge: null })
    expect(await must(askPath, { orderNo }, student.token)).toMatchObject({ address: null })
    expect(await paymentsOf(paid)).toEqual(['NATIVE PAID'])
    expect(await paymentsOf(cancelled)).toEqual(['NATIVE CLOSED'])
  })

  it('a payment of another amount does not pay the order and creates a case', async () => {
    const order = await wechat.makeWechatOrder()
    await open(order)
    const { outTradeNo } = nth(order, 2)
    await wechat.controlChannel('alter', { outTradeNo, total: 1 })
    await wechat.payAtWechat({ outTradeNo })
    expect((await wechat.deliverNotification(await wechat.createChannelNotificationOf({ outTradeNo }))).key).toBe(
      'order.badNotification',
    )
    expect(await queryOrderStatus(order)).toBe('PENDING')
    expect(await paymentsOf(order)).toEqual(['NATIVE CLOSED', 'JSAPI CREATED placed'])
    await wechat.controlChannel('alter', { outTradeNo, total: 12_000 })
    await wechat.passTimeEverywhere(20)
    expect(await queryOrderStatus(order)).toBe('PAID')
  })

  it.each([
    ['close', 'ERROR', ['NATIVE CREATED JSAPI']],
    ['close', 'LOST', ['NATIVE CREATED JSAPI']],
    ['createJsapi', 'ERROR', ['NATIVE CLOSED', 'JSAPI CREATED placed']],
    ['createJsapi', 'LOST', ['NATIVE CLOSED', 'JSAPI CREATED placed']],
    ['createJsapi', 'UNSIGNED', ['NATIVE CLOSED', 'JSAPI CREATED placed']],
    ['payer', 'ERROR', ['NATIVE CREATED']],
    ['payer', 'LOST', ['NATIVE CREATED']],
    ['payer', 'BUSY', ['NATIVE CREATED']],
  ])('reports the channel failure and recovers: %s %s', async (name, kind, left) => {
    const order = await wechat.makeWechatOrder()
    await wechat.failNextCalls(name, kind)
    expect((await tryOpen(order, await signIn(order))).key).toBe('order.gatewayDown')
    expect(await paymentsOf(order)).toEqual(left)
    expect(await bridge(await open(order), 'pay')).toBe('get_brand_wcpay_request:ok')
    await wechat.passTimeEverywhere(2)
    expect(await queryOrderStatus(order)).toBe('PAID')
  })
})

describe('the sign-in at WeChat', () => {
  const stale = '微信授权已失效或不属于本次支付，请重新点“微信支付”'

  it('a sign-in state of WeChat works once', async () => {
    const order = await wechat.makeWechatOrder()
    const back = await signIn(order)
    await open(order)
    const opened = await tryOpen(order, back)
    expect(opened.code).toBe(1)
    const again = await tryOpen(order, back)
    expect([again.key, again.msg]).toEqual(['order.payerStale', stale])
    const { state } = await signIn(order)
    const used = await tryOpen(order, { ...back, state })
    expect([used.key, used.msg]).toEqual(['order.payerUnknown', '没有取得微信授权，请重新点“微信支付”'])
    const both = await signIn(order)
    const twice = await Promise.all([tryOpen(order, both), tryOpen(order, both)])
    expect(twice.map(({ code }) => code).sort()).toEqual([1, 4029])
  })

  it('a sign-in state of WeChat is limited to its order, session and time', async () => {
    const order = await wechat.makeWechatOrder()
    const { orderNo, student } = order
    const back = await signIn(order)
    const mine = await wechat.makeWechatOrder({ student })
    const others = await wechat.makeWechatOrder()
    const { phone: account, password } = student
    const { token } = await must('POST /student/v1/login', { account, password })
    const elsewhere = { ...order, student: { ...student, token } }
    const forged = back.state.slice(0, -1) + (back.state.endsWith('0') ? '1' : '0')
    const longer = back.state.replace(/^(.{32})0/, '$11')
    const tries = [
      tryOpen(mine, back),
      tryOpen(others, back),
      tryOpen(elsewhere, back),
      tryOpen(order, { ...back, state: forged }),
      tryOpen(order, { ...back, state: longer }),
      tryOpen(order, { ...back, state: '' }),
    ]
    for (const refused of await Promise.all(tries)) expect(refused.key).toBe('order.payerStale')
    await wechat.passTimeEverywhere(601)
    expect((await tryOpen(order, back)).msg).toBe(stale)
    for (const one of [order, mine, others]) expect(await paymentsOf(one)).toEqual(['NATIVE CREATED'])
    expect((await must(askPath, { orderNo }, student.token)).status).toBe('PENDING')
  })

  it('an invalid or foreign sign-in code of WeChat changes nothing', async () => {
    const order = await wechat.makeWechatOrder()
    const { code: foreign } = await wechat.controlChannel<{ code: string }>('code', {
      appid: 'wx9999999999999999',
    })
    for (const code of ['nobody-gave-this', foreign]) {
      const { state } = await signIn(order)
      expect((await tryOpen(order, { code, state })).key).toBe('order.payerUnknown')
    }
    const old = await signIn(order)
    await wechat.passTimeEverywhere(301)
    expect((await tryOpen(order, old)).key).toBe('order.payerUnknown')
    for (const bad of [{ code: '../x', state: 'x' }, { state: 'x' }, { code: 'x' }])
      expect((await tryOpen(order, bad)).key).toBe('common.invalid')
    const said = (await tryOpen(order, { code: 'x' })).msg
    expect(said).toContain('微信授权凭证：缺少授权凭证')
    expect(await paymentsOf(order)).toEqual(['NATIVE CREATED'])
  })

  it('a sign-in at WeChat with another account opens no payment, and the QR code returns', async () => {
    const order = await wechat.makeWechatOrder()
    await wechat.controlChannel('person', { openid: 'oOfAnotherAccount_0001' })
    expect((await tryOpen(order, await signIn(order))).key).toBe('order.gatewayDown')
    expect((await wechat.readChannelBook(nth(order, 2))).trades).toEqual([])
    const { orderNo, student } = order
    const anew = await must('POST /order/v1/open_payment', { orderNo, kind: 'NATIVE' }, student.token)
    expect(anew.address).toMatch(/^weixin:/)
  })

  it('only the student of the order can sign in at WeChat, and only where the channel supports it', async () => {
    const order = await wechat.makeWechatOrder()
    const back = await signIn(order)
    const { token } = await makeStudent()
    const { orderNo } = order
    for (const [path, input] of [
      [askPath, { orderNo }],
      [openPath, { orderNo, ...back }],
    ] as const) {
      expect((await call(path, input, token)).key).toBe('order.notFound')
      expect((await call(path, input)).status).toBe(401)
      expect((await call(path, {}, token)).key).toBe('common.invalid')
    }
    const demo = await makeOrder()
    const inDemo = { orderNo: demo.orderNo }
    expect((await call(askPath, inDemo, demo.student.token)).key).toBe('order.payTypeUnavailable')
    expect((await tryOpen(demo, back)).key).toBe('order.payTypeUnavailable')
  })
})
