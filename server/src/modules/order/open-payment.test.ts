import { afterAll, afterEach, describe, expect, it } from 'vitest'
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
import { openPayment } from './service/open-payment.ts'

afterEach(() => control('faults', []))
afterAll(expectMoneyToAddUp)

const path = 'POST /order/v1/open_payment'
const open = ({ orderNo, student }: TestOrder, kind: 'H5' | 'NATIVE') =>
  must(path, { orderNo, kind }, student.token)
const tryOpen = ({ orderNo, student }: TestOrder, kind: string) =>
  call(path, { orderNo, kind }, student.token)
/** the n-th channel order of an order */
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

/** The page that opens the channel's app, as a browser sees it that comes from our order. */
async function visit(address: string, from: string | null, action?: string): Promise<Response> {
  return fetch(address, {
    redirect: 'manual',
    ...(from ? { headers: { referer: from } } : {}),
    ...(action ? { method: 'POST', body: new URLSearchParams({ action }) } : {}),
  })
}

describe('paying in the browser of a phone', () => {
  it('names the payer’s address as the channel writes it, and keeps it nowhere', async () => {
    const order = await makeWechatOrder()
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

  it('is offered where the channel has it', async () => {
    const { token } = await makeStudent()
    expect(await must('GET /order/v1/pay_types', {}, token)).toMatchObject({ h5: ['WECHAT'] })
    const demo = await tryOpen(await makeOrder(), 'H5')
    expect(demo.key).toBe('order.payTypeUnavailable')
  })

  it('closes the QR at the channel first, and leads to a page that comes back to the order', async () => {
    const order = await makeWechatOrder()
    const { address, status, kind } = await open(order, 'H5')
    expect([status, kind]).toEqual(['PENDING', 'H5'])
    expect((await channelBook(nth(order, 1), nth(order, 2))).trades).toMatchObject([
      { state: 'CLOSED', type: 'NATIVE' },
      { state: 'NOTPAY', type: 'MWEB', total: 12_000 },
    ])
    const url = new URL(address ?? '')
    const back = new URL(url.searchParams.get('redirect_url') ?? '')
    expect(back.pathname + back.search).toBe(`/h5/system/orders?pay=${order.orderNo}`)
    // the channel shows nothing to whoever comes from nowhere
    expect(await (await visit(url.href, null)).text()).toContain('商家参数格式有误')
    expect(await (await visit(url.href, back.origin)).text()).toContain('¥120.00')
    const { list } = await must('GET /order/v1/my_order', {}, order.student.token)
    expect(list).toMatchObject([{ orderNo: order.orderNo, status: 'PENDING', codeUrl: null }])
    const paid = await visit(url.href, back.origin, 'pay')
    expect([paid.status, paid.headers.get('location')]).toEqual([303, back.href])
    expect(await deliver(await messageOf(nth(order, 2)))).toMatchObject({ status: 200 })
    expect(await statusOf(order)).toBe('PAID')
    expect(await paymentsOf(order)).toEqual([
      ['NATIVE', 'CLOSED', null],
      ['H5', 'PAID', null],
    ])
  })

  it('asked for again is the same address, at once, too; an old one is replaced', async () => {
    const order = await makeWechatOrder()
    const answers = await Promise.all([open(order, 'H5'), open(order, 'H5'), open(order, 'H5')])
    const addresses = [...answers, await open(order, 'H5')].map(({ address }) => address)
    expect(new Set(addresses).size).toBe(1)
    await passTimeEverywhere(241)
    const { address } = await open(order, 'H5')
    expect(address).not.toBe(addresses[0])
    expect(await paymentsOf(order)).toEqual([
      ['NATIVE', 'CLOSED', null],
      ['H5', 'CLOSED', null],
      ['H5', 'CREATED', null],
    ])
  })

  it('gives way to the QR again', async () => {
    const order = await makeWechatOrder()
    const { address } = await open(order, 'NATIVE')
    expect(address).toBe(order.codeUrl)
    await open(order, 'H5')
    const anew = await open(order, 'NATIVE')
    expect(anew.address).toMatch(/^weixin:/)
    expect(anew.address).not.toBe(order.codeUrl)
    const { list } = await must('GET /order/v1/my_order', {}, order.student.token)
    expect(list).toMatchObject([{ codeUrl: anew.address }])
    await pay(nth(order, 3))
    await passTimeEverywhere(2)
    expect(await statusOf(order)).toBe('PAID')
  })

  it('finds the QR paid already: the order is paid by it, and nothing is opened', async () => {
    const order = await makeWechatOrder()
    await pay(order)
    expect(await open(order, 'H5')).toMatchObject({ status: 'PAID', address: null })
    expect(await paymentsOf(order)).toEqual([['NATIVE', 'PAID', null]])
  })

  it('paid by the QR after all, and in the browser: the second comes back', async () => {
    const order = await makeWechatOrder()
    await open(order, 'H5')
    await pay(order, true)
    await deliver(await messageOf(order))
    expect(await paymentsOf(order)).toEqual([
      ['NATIVE', 'PAID', null],
      ['H5', 'CLOSED', null],
    ])
    expect((await channelBook(nth(order, 2))).trades).toMatchObject([{ state: 'CLOSED' }])
    await pay(nth(order, 2), true)
    await deliver(await messageOf(nth(order, 2)))
    const { refunds, order: row } = await booksOf(order)
    expect(row.status).toBe('PAID')
    expect(refunds).toMatchObject([{ reason: 'SECOND_PAYMENT', status: 'DONE' }])
  })

  it('while the channel is down changes nothing that can be paid, and heals', async () => {
    const order = await makeWechatOrder()
    await fail('close', 'ERROR')
    expect((await tryOpen(order, 'H5')).key).toBe('order.gatewayDown')
    expect(await paymentsOf(order)).toEqual([['NATIVE', 'CREATED', 'H5']])
    // closed there, and the answer lost: whoever asks next goes on with it, and the order lives
    await fail('close', 'LOST')
    expect((await tryOpen(order, 'H5')).key).toBe('order.gatewayDown')
    await passTimeEverywhere(2)
    expect(await statusOf(order)).toBe('PENDING')
    await fail('createH5', 'ERROR')
    expect((await tryOpen(order, 'H5')).key).toBe('order.gatewayDown')
    expect((await open(order, 'H5')).address).toMatch(/checkmweb/)
    expect(await paymentsOf(order)).toEqual([
      ['NATIVE', 'CLOSED', null],
      ['H5', 'CREATED', null],
    ])
  })

  it('ends with the order: cancelled, both are closed', async () => {
    const order = await makeWechatOrder()
    await open(order, 'H5')
    await must('POST /order/v1/cancel_order', { orderNo: order.orderNo }, order.student.token)
    const { trades } = await channelBook(nth(order, 1), nth(order, 2))
    expect(trades.map(({ state }) => state)).toEqual(['CLOSED', 'CLOSED'])
    expect(await open(order, 'H5')).toMatchObject({ status: 'CLOSED', address: null })
  })

  it('is not opened in the last minute, nor without end', async () => {
    const order = await makeWechatOrder()
    for (let turn = 0; turn < 19; turn += 1) await open(order, turn % 2 ? 'NATIVE' : 'H5')
    expect((await tryOpen(order, 'NATIVE')).key).toBe('order.switchedTooOften')
    const late = await makeWechatOrder()
    const { expireAt, serverNow } = await must(
      'GET /order/v1/query_status',
      { orderNo: late.orderNo },
      late.student.token,
    )
    await passTimeEverywhere((Date.parse(expireAt) - Date.parse(serverNow)) / 1000 - 50)
    expect((await tryOpen(late, 'H5')).key).toBe('order.endsSoon')
    expect((await open(late, 'NATIVE')).address).toBe(late.codeUrl)
  })

  it('is asked for by the order’s student only, and in a known way', async () => {
    const order = await makeWechatOrder()
    const other = await makeStudent()
    const theirs = await call(path, { orderNo: order.orderNo, kind: 'H5' }, other.token)
    expect(theirs.key).toBe('order.notFound')
    expect((await call(path, { orderNo: order.orderNo, kind: 'H5' })).status).toBe(401)
    expect((await tryOpen(order, 'JSAPI')).key).toBe('common.invalid')
    expect(await paymentsOf(order)).toEqual([['NATIVE', 'CREATED', null]])
  })
})
