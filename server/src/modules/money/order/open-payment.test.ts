import { afterAll, afterEach, describe, expect, it } from 'vitest'
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
import { openPayment } from './service/open-payment.ts'

afterEach(() => wechat.controlChannel('faults', []))
afterAll(expectMoneyToAddUp)

const path = 'POST /order/v1/open_payment'
const open = ({ orderNo, student }: TestOrder, kind: 'H5' | 'NATIVE') => must(path, { orderNo, kind }, student.token)
const tryOpen = ({ orderNo, student }: TestOrder, kind: string) => call(path, { orderNo, kind }, student.token)
const nth = ({ orderNo }: TestOrder, place: number) => ({ outTradeNo: `${orderNo}P${place}` })

async function paymentsOf({ orderNo }: TestOrder) {
  const { db } = await deps()
  const rows = await db
    .selectFrom('payment')
    .select(['kind', 'nextKind', 'status'])
    .where('orderNo', '=', orderNo)
    .orderBy('outTradeNo')
    .execute()
  return rows.map(({ kind, nextKind, status }) => [kind, status, nextKind])
}

/** Opens the redirect page of the channel from our order, as a browser does. */
async function visit(address: string, from: string | null, action?: string): Promise<Response> {
  return fetch(address, {
    redirect: 'manual',
    ...(from ? { headers: { referer: from } } : {}),
    ...(action ? { method: 'POST', body: new URLSearchParams({ action }) } : {}),
  })
}

describe('paying in a phone browser', () => {
  it('passes the payer address in the form of the channel and never stores it', async () => {
    const order = await wechat.makeWechatOrder()
    const all = await deps()
    const actor = { studentId: order.student.id, tokenHash: '' }
    const wish = { orderNo: order.orderNo, kind: 'H5' as const }
    const { address } = await openPayment(all, actor, wish, '::ffff:198.51.100.7')
    expect(address).toMatch(/checkmweb/)
    const { rows } = await all.pool.query(
      `select payment::text as row from payment where order_no = $1 union all
       select audit_log::text from audit_log where subject = $1`,
      [order.orderNo],
    )
    expect(rows.length).toBeGreaterThan(2)
    expect(JSON.stringify(rows)).not.toContain('198.51.100.7')
  })

  it('browser payment is offered only where the channel has it', async () => {
    const { token } = await makeStudent()
    expect(await must('GET /order/v1/pay_types', {}, token)).toMatchObject({ h5: ['WECHAT'] })
    const demo = await tryOpen(await makeOrder(), 'H5')
    expect(demo.key).toBe('order.payTypeUnavailable')
  })

  it('browser payment closes the QR code first and leads back to the order', async () => {
    const order = await wechat.makeWechatOrder()
    const { address, status, kind } = await open(order, 'H5')
    expect([status, kind]).toEqual(['PENDING', 'H5'])
    expect((await wechat.readChannelBook(nth(order, 1), nth(order, 2))).trades).toMatchObject([
      { state: 'CLOSED', type: 'NATIVE' },
      { state: 'NOTPAY', type: 'MWEB', total: 12_000 },
    ])
    const url = new URL(address ?? '')
    const back = new URL(url.searchParams.get('redirect_url') ?? '')
    expect(back.pathname + back.search).toBe(`/h5/system/orders?pay=${order.orderNo}`)
    expect(await (await visit(url.href, null)).text()).toContain('商家参数格式有误')
    expect(await (await visit(url.href, back.origin)).text()).toContain('¥120.00')
    const { list } = await must('GET /order/v1/my_order', {}, order.student.token)
    expect(list).toMatchObject([{ orderNo: order.orderNo, status: 'PENDING', codeUrl: null }])
    const paid = await visit(url.href, back.origin, 'pay')
    expect([paid.status, paid.headers.get('location')]).toEqual([303, back.href])
    expect(await wechat.deliverNotification(await wechat.createChannelNotificationOf(nth(order, 2)))).toMatchObject({
      status: 200,
    })
    expect(await queryOrderStatus(order)).toBe('PAID')
    expect(await paymentsOf(order)).toEqual([
      ['NATIVE', 'CLOSED', null],
      ['H5', 'PAID', null],
    ])
  })

  it('a repeated request gets the same payment address, and an expired address is replaced', async () => {
    const order = await wechat.makeWechatOrder()
    const answers = await Promise.all([open(order, 'H5'), open(order, 'H5'), open(order, 'H5')])
    const addresses = [...answers, await open(order, 'H5')].map(({ address }) => address)
    expect(new Set(addresses).size).toBe(1)
    await wechat.passTimeEverywhere(241)
    const { address } = await open(order, 'H5')
    expect(address).not.toBe(addresses[0])
    expect(await paymentsOf(order)).toEqual([
      ['NATIVE', 'CLOSED', null],
      ['H5', 'CLOSED', null],
      ['H5', 'CREATED', null],
    ])
  })

  it('choosing the QR code replaces the browser payment', async () => {
    const order = await wechat.makeWechatOrder()
    const { address } = await open(order, 'NATIVE')
    expect(address).toBe(order.codeUrl)
    await open(order, 'H5')
    const anew = await open(order, 'NATIVE')
    expect(anew.address).toMatch(/^weixin:/)
    expect(anew.address).not.toBe(order.codeUrl)
    const { list } = await must('GET /order/v1/my_order', {}, order.student.token)
    expect(list).toMatchObject([{ codeUrl: anew.address }])
    await wechat.payAtWechat(nth(order, 3))
    await wechat.passTimeEverywhere(2)
    expect(await queryOrderStatus(order)).toBe('PAID')
  })

  it('a paid QR code pays the order, and no browser payment opens', async () => {
    const order = await wechat.makeWechatOrder()
    await wechat.payAtWechat(order)
    expect(await open(order, 'H5')).toMatchObject({ status: 'PAID', address: null })
    expect(await paymentsOf(order)).toEqual([['NATIVE', 'PAID', null]])
  })

  it('when the QR code and the browser payment are both paid, the second payment is refunded', async () => {
    const order = await wechat.makeWechatOrder()
    await open(order, 'H5')
    await wechat.payAtWechat(order, true)
    await wechat.deliverNotification(await wechat.createChannelNotificationOf(order))
    expect(await paymentsOf(order)).toEqual([
      ['NATIVE', 'PAID', null],
      ['H5', 'CLOSED', null],
    ])
    expect((await wechat.readChannelBook(nth(order, 2))).trades).toMatchObject([{ state: 'CLOSED' }])
    await wechat.payAtWechat(nth(order, 2), true)
    await wechat.deliverNotification(await wechat.createChannelNotificationOf(nth(order, 2)))
    const { refunds, order: row } = await readOrderBooksOf(order)
    expect(row.status).toBe('PAID')
    expect(refunds).toMatchObject([{ reason: 'SECOND_PAYMENT', status: 'DONE' }])
  })

  it('a channel failure leaves the open payment unchanged, and the next request continues', async () => {
    const order = await wechat.makeWechatOrder()
    await wechat.failNextCalls('close', 'ERROR')
    expect((await tryOpen(order, 'H5')).key).toBe('order.gatewayDown')
    expect(await paymentsOf(order)).toEqual([['NATIVE', 'CREATED', 'H5']])
    // The channel closed the QR code but the response is lost, so the next request continues.
    await wechat.failNextCalls('close', 'LOST')
    expect((await tryOpen(order, 'H5')).key).toBe('order.gatewayDown')
    await wechat.passTimeEverywhere(2)
    expect(await queryOrderStatus(order)).toBe('PENDING')
    await wechat.failNextCalls('createH5', 'ERROR')
    expect((await tryOpen(order, 'H5')).key).toBe('order.gatewayDown')
    expect((await open(order, 'H5')).address).toMatch(/checkmweb/)
    expect(await paymentsOf(order)).toEqual([
      ['NATIVE', 'CLOSED', null],
      ['H5', 'CREATED', null],
    ])
  })

  it('cancelling the order closes the browser payment and the QR code', async () => {
    const order = await wechat.makeWechatOrder()
    await open(order, 'H5')
    await must('POST /order/v1/cancel_order', { orderNo: order.orderNo }, order.student.token)
    const { trades } = await wechat.readChannelBook(nth(order, 1), nth(order, 2))
    expect(trades.map(({ state }) => state)).toEqual(['CLOSED', 'CLOSED'])
    expect(await open(order, 'H5')).toMatchObject({ status: 'CLOSED', address: null })
  })

  it('no browser payment opens in the last minute or too often', async () => {
    const order = await wechat.makeWechatOrder()
    for (let turn = 0; turn < 19; turn += 1) await open(order, turn % 2 ? 'NATIVE' : 'H5')
    expect((await tryOpen(order, 'NATIVE')).key).toBe('order.switchedTooOften')
    const late = await wechat.makeWechatOrder()
    const { expireAt, serverNow } = await must(
      'GET /order/v1/query_status',
      { orderNo: late.orderNo },
      late.student.token,
    )
    await wechat.passTimeEverywhere((Date.parse(expireAt) - Date.parse(serverNow)) / 1000 - 50)
    expect((await tryOpen(late, 'H5')).key).toBe('order.endsSoon')
    expect((await open(late, 'NATIVE')).address).toBe(late.codeUrl)
  })

  it('a browser payment is refused to other students, without sign-in, and for an unknown kind', async () => {
    const order = await wechat.makeWechatOrder()
    const other = await makeStudent()
    const theirs = await call(path, { orderNo: order.orderNo, kind: 'H5' }, other.token)
    expect(theirs.key).toBe('order.notFound')
    expect((await call(path, { orderNo: order.orderNo, kind: 'H5' })).status).toBe(401)
    expect((await tryOpen(order, 'JSAPI')).key).toBe('common.invalid')
    expect(await paymentsOf(order)).toEqual([['NATIVE', 'CREATED', null]])
  })
})
