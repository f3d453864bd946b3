import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import {
  booksOf,
  expectMoneyToAddUp,
  makeOrder,
  statusOf,
  type TestOrder,
} from '../../../test/factories/order.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import {
  channelBook,
  control,
  deliver,
  fail,
  makeWechatOrder,
  messageOf,
  passTimeEverywhere,
  pay,
} from '../../../test/factories/wechat.ts'
import { call, deps, must } from '../../../test/world.ts'
import { faultLog } from '../../platform/observability/log.ts'

const me = 'oSimulated_payer_0001'
afterEach(async () => {
  await control('faults', [])
  await control('person', { openid: me })
})
afterAll(expectMoneyToAddUp)

const askPath = 'POST /order/v1/ask_payer'
const openPath = 'POST /order/v1/open_in_wechat'
const nth = ({ orderNo }: TestOrder, place: number) => ({ outTradeNo: `${orderNo}P${place}` })

/** WeChat names whoever uses the phone, and sends the browser back. */
async function comeBack(address: string | null): Promise<{ code: string; state: string }> {
  const named = await fetch(address ?? '', { redirect: 'manual' })
  expect(named.status).toBe(302)
  const { searchParams: query } = new URL(named.headers.get('location') ?? '')
  return { code: query.get('code') ?? '', state: query.get('state') ?? '' }
}

/** To WeChat's sign-in and back. */
async function signIn({ orderNo, student }: TestOrder) {
  const { address } = await must(askPath, { orderNo }, student.token)
  return comeBack(address)
}

const tryOpen = ({ orderNo, student }: TestOrder, back: object) =>
  call(openPath, { orderNo, ...back }, student.token)

async function open(order: TestOrder) {
  const { orderNo, student } = order
  return must(openPath, { orderNo, ...(await signIn(order)) }, student.token)
}

/** The page hands it to WeChat's browser. */
const bridge = async (opened: { bridge: object | null }, action: string, change: object = {}) =>
  (await control<{ err_msg: string }>('bridge', { call: { ...opened.bridge, ...change }, action }))
    .err_msg

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

describe('paying inside WeChat', () => {
  it('names the payer, closes the QR at the channel first, and is paid', async () => {
    const { token } = await makeStudent()
    expect(await must('GET /order/v1/pay_types', {}, token)).toMatchObject({ jsapi: ['WECHAT'] })
    const order = await makeWechatOrder()
    const { address } = await must(askPath, { orderNo: order.orderNo }, order.student.token)
    const asked = new URL(address ?? '')
    expect(asked.hash).toBe('#wechat_redirect')
    expect(asked.searchParams.get('state')).toMatch(/^[0-9a-z]{1,128}$/)
    const back = new URL(asked.searchParams.get('redirect_uri') ?? '')
    expect(back.pathname + back.search).toBe(`/h5/system/orders?pay=${order.orderNo}`)
    // neither the session nor anything of the person is in an address
    expect(address).not.toContain(order.student.token)
    expect(await paymentsOf(order)).toEqual(['NATIVE CREATED'])
    const opened = await open(order)
    expect(opened).toMatchObject({ status: 'PENDING', bridge: { signType: 'RSA' } })
    expect((await channelBook(nth(order, 1), nth(order, 2))).trades).toMatchObject([
      { state: 'CLOSED', type: 'NATIVE' },
      { state: 'NOTPAY', type: 'JSAPI', total: 12_000, payer: me },
    ])
    const { list } = await must('GET /order/v1/my_order', {}, order.student.token)
    expect(list).toMatchObject([{ status: 'PENDING', codeUrl: null }])
    expect(await bridge(opened, 'cancel')).toBe('get_brand_wcpay_request:cancel')
    expect(await bridge(opened, 'fail')).toBe('get_brand_wcpay_request:fail')
    expect(await bridge(opened, 'pay')).toBe('get_brand_wcpay_request:ok')
    // nobody's word: the channel's own answer pays it
    await passTimeEverywhere(2)
    expect(await statusOf(order)).toBe('PAID')
    expect(await paymentsOf(order)).toEqual(['NATIVE CLOSED', 'JSAPI PAID'])
  })

  it('signs what the browser is asked to pay: nothing of it can be changed', async () => {
    const order = await makeWechatOrder()
    const other = await open(await makeWechatOrder())
    const opened = await open(order)
    const fails = 'get_brand_wcpay_request:fail'
    for (const change of [{ package: other.bridge?.package }, { nonceStr: 'x' }, { paySign: '' }])
      expect(await bridge(opened, 'pay', change)).toBe(fails)
    await passTimeEverywhere(301)
    expect(await bridge(opened, 'pay')).toBe(fails)
    expect((await booksOf(order)).order.status).toBe('PENDING')
  })

  it('by the same person again is the same channel order, by another one another', async () => {
    const order = await makeWechatOrder()
    const first = await open(order)
    expect((await open(order)).bridge?.package).toBe(first.bridge?.package)
    await control('person', { openid: 'oSimulated_payer_0002' })
    // what was placed for somebody else cannot be paid by this one
    expect(await bridge(first, 'pay')).toBe('get_brand_wcpay_request:fail')
    const second = await open(order)
    expect(second.bridge?.package).not.toBe(first.bridge?.package)
    expect(await paymentsOf(order)).toEqual([
      'NATIVE CLOSED',
      'JSAPI CLOSED',
      'JSAPI CREATED placed',
    ])
    await passTimeEverywhere(6601)
    const { expireAt, serverNow } = await must(
      'GET /order/v1/query_status',
      { orderNo: order.orderNo },
      order.student.token,
    )
    expect(Date.parse(expireAt)).toBeGreaterThan(Date.parse(serverNow))
    expect((await open(order)).bridge?.package).not.toBe(second.bridge?.package)
  })

  it('keeps the openid nowhere, and of the payer nothing once the payment has ended', async () => {
    const order = await makeWechatOrder()
    const said = vi.spyOn(faultLog, 'warn').mockImplementation(() => {})
    await fail('createJsapi', 'ERROR')
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

  it('gives way to the QR and to the browser, and takes their place', async () => {
    const order = await makeWechatOrder()
    await open(order)
    for (const kind of ['H5', 'NATIVE'] as const)
      await must(
        'POST /order/v1/open_payment',
        { orderNo: order.orderNo, kind },
        order.student.token,
      )
    await open(order)
    expect(await paymentsOf(order)).toEqual([
      'NATIVE CLOSED',
      'JSAPI CLOSED',
      'H5 CLOSED',
      'NATIVE CLOSED',
      'JSAPI CREATED placed',
    ])
    await pay(nth(order, 4), true)
    await deliver(await messageOf(nth(order, 4)))
    expect(await statusOf(order)).toBe('PAID')
    expect((await channelBook(nth(order, 5))).trades).toMatchObject([{ state: 'CLOSED' }])
  })

  it('finds the QR paid already, or the order cancelled: nothing is opened', async () => {
    const [paid, cancelled] = [await makeWechatOrder(), await makeWechatOrder()]
    const [toPaid, toCancelled] = [await signIn(paid), await signIn(cancelled)]
    await pay(paid)
    expect((await tryOpen(paid, toPaid)).data).toMatchObject({ status: 'PAID', bridge: null })
    const { orderNo, student } = cancelled
    await must('POST /order/v1/cancel_order', { orderNo }, student.token)
    const late = await tryOpen(cancelled, toCancelled)
    expect(late.data).toMatchObject({ status: 'CLOSED', bridge: null })
    expect(await must(askPath, { orderNo }, student.token)).toMatchObject({ address: null })
    expect(await paymentsOf(paid)).toEqual(['NATIVE PAID'])
    expect(await paymentsOf(cancelled)).toEqual(['NATIVE CLOSED'])
  })

  it('another sum than ours pays nothing, and is a case for staff', async () => {
    const order = await makeWechatOrder()
    await open(order)
    const { outTradeNo } = nth(order, 2)
    await control('alter', { outTradeNo, total: 1 })
    await pay({ outTradeNo })
    expect((await deliver(await messageOf({ outTradeNo }))).key).toBe('order.badNotification')
    expect(await statusOf(order)).toBe('PENDING')
    expect(await paymentsOf(order)).toEqual(['NATIVE CLOSED', 'JSAPI CREATED placed'])
    await control('alter', { outTradeNo, total: 12_000 })
    await passTimeEverywhere(20)
    expect(await statusOf(order)).toBe('PAID')
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
  ])('%s %s: says that the channel is down, and heals', async (name, kind, left) => {
    const order = await makeWechatOrder()
    await fail(name, kind)
    expect((await tryOpen(order, await signIn(order))).key).toBe('order.gatewayDown')
    expect(await paymentsOf(order)).toEqual(left)
    expect(await bridge(await open(order), 'pay')).toBe('get_brand_wcpay_request:ok')
    await passTimeEverywhere(2)
    expect(await statusOf(order)).toBe('PAID')
  })
})

describe('the way to WeChat’s sign-in and back', () => {
  const stale = '微信授权已失效或不属于本次支付，请重新点“微信支付”'

  it('is good once', async () => {
    const order = await makeWechatOrder()
    const back = await signIn(order)
    await open(order)
    const opened = await tryOpen(order, back)
    expect(opened.code).toBe(1)
    const again = await tryOpen(order, back)
    expect([again.key, again.msg]).toEqual(['order.payerStale', stale])
    // a used code with a state of its own
    const { state } = await signIn(order)
    const used = await tryOpen(order, { ...back, state })
    expect([used.key, used.msg]).toEqual([
      'order.payerUnknown',
      '没有取得微信授权，请重新点“微信支付”',
    ])
    const both = await signIn(order)
    const twice = await Promise.all([tryOpen(order, both), tryOpen(order, both)])
    expect(twice.map(({ code }) => code).sort()).toEqual([1, 4029])
  })

  it('is this order’s, this session’s and this moment’s only', async () => {
    const order = await makeWechatOrder()
    const { orderNo, student } = order
    const back = await signIn(order)
    const mine = await makeWechatOrder({ student })
    const others = await makeWechatOrder()
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
    await passTimeEverywhere(601)
    expect((await tryOpen(order, back)).msg).toBe(stale)
    for (const one of [order, mine, others])
      expect(await paymentsOf(one)).toEqual(['NATIVE CREATED'])
    expect((await must(askPath, { orderNo }, student.token)).status).toBe('PENDING')
  })

  it('with a code nobody gave, or another account’s, changes nothing', async () => {
    const order = await makeWechatOrder()
    const { code: foreign } = await control<{ code: string }>('code', {
      appid: 'wx9999999999999999',
    })
    for (const code of ['nobody-gave-this', foreign]) {
      const { state } = await signIn(order)
      expect((await tryOpen(order, { code, state })).key).toBe('order.payerUnknown')
    }
    const old = await signIn(order)
    await passTimeEverywhere(301)
    expect((await tryOpen(order, old)).key).toBe('order.payerUnknown')
    for (const bad of [{ code: '../x', state: 'x' }, { state: 'x' }, { code: 'x' }])
      expect((await tryOpen(order, bad)).key).toBe('common.invalid')
    const said = (await tryOpen(order, { code: 'x' })).msg
    expect(said).toContain('微信授权凭证：缺少授权凭证')
    expect(await paymentsOf(order)).toEqual(['NATIVE CREATED'])
  })

  it('as a person of another account opens nothing that can be paid, and the QR comes back', async () => {
    const order = await makeWechatOrder()
    await control('person', { openid: 'oOfAnotherAccount_0001' })
    expect((await tryOpen(order, await signIn(order))).key).toBe('order.gatewayDown')
    expect((await channelBook(nth(order, 2))).trades).toEqual([])
    const { orderNo, student } = order
    const anew = await must(
      'POST /order/v1/open_payment',
      { orderNo, kind: 'NATIVE' },
      student.token,
    )
    expect(anew.address).toMatch(/^weixin:/)
  })

  it('is for the order’s student only, signed in, where the channel has it', async () => {
    const order = await makeWechatOrder()
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
