import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  booksOf,
  expectMoneyToAddUp,
  statusOf,
  tryOrder,
} from '../../../../test/factories/order.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import {
  channelBook,
  control,
  deliver,
  fail,
  makePaidWechatOrder,
  makeWechatOrder,
  messageOf,
  passTimeEverywhere,
  pay,
} from '../../../../test/factories/wechat.ts'
import { deps, must } from '../../../../test/world.ts'

afterEach(async () => {
  await control('faults', [])
  await control('refundOutcome', { outcome: 'SUCCESS' })
})
afterAll(expectMoneyToAddUp)

const good = { status: 200, key: undefined }
const bad = { status: 400, key: 'order.badNotification' }

async function gateway() {
  const found = (await deps()).gateways.get('WECHAT')
  if (!found) throw new Error('no gateway')
  return found
}

describe('WeChat Pay, Native', () => {
  it('is one of the ways to pay', async () => {
    const { token } = await makeStudent()
    expect(await must('GET /order/v1/pay_types', {}, token)).toMatchObject({
      list: ['DEMO', 'WECHAT', 'ALIPAY'],
    })
  })

  it('gives the address for the QR; asking again is the same channel order', async () => {
    const order = await makeWechatOrder()
    expect(order.codeUrl).toMatch(/^weixin:\/\/wxpay\/bizpayurl\?pr=/)
    expect((await makeWechatOrder(order)).codeUrl).toBe(order.codeUrl)
    expect((await channelBook(order)).trades).toMatchObject([{ state: 'NOTPAY', total: 12_000 }])
  })

  it('tells of a payment in a signed and sealed notification', async () => {
    const order = await makeWechatOrder()
    await pay(order)
    expect(await deliver(await messageOf(order))).toEqual(good)
    const { order: row, payment, sign } = await booksOf(order)
    expect(row.status).toBe('PAID')
    expect(payment?.transactionId).toMatch(/^4200\d{24,}$/)
    expect(sign.paidAt).toBeInstanceOf(Date)
  })

  it('is asked when the notification is lost, and before an order is closed', async () => {
    const [polled, cancelled] = [await makeWechatOrder(), await makeWechatOrder()]
    expect(await statusOf(polled)).toBe('PENDING')
    await pay(polled)
    await passTimeEverywhere(2)
    expect(await statusOf(polled)).toBe('PAID')
    const { orderNo, student } = cancelled
    await must('POST /order/v1/cancel_order', { orderNo }, student.token)
    expect((await channelBook(cancelled)).trades).toMatchObject([{ state: 'CLOSED' }])
    expect(await pay(cancelled)).toBe(false)
  })

  it('knows nothing of a number nobody placed: unpaid, and closed when asked to', async () => {
    const { query, close, queryRefund } = await gateway()
    const outTradeNo = '20260101000000NOBODYP1'
    expect(await query(outTradeNo)).toMatchObject({ state: 'NOTPAY' })
    expect(await close(outTradeNo)).toMatchObject({ state: 'CLOSED' })
    expect(await queryRefund({ refundNo: `R${outTradeNo}`, outTradeNo })).toBeNull()
  })

  it('is down: refused with an order that waits, which heals when it is up again', async () => {
    const [student, plan] = [await makeStudent(), await makePlan()]
    for (const kind of ['ERROR', 'BUSY', 'LOST', 'UNSIGNED']) {
      await fail('create', kind)
      const answer = await tryOrder(student, plan, { payType: 'WECHAT' })
      expect(answer.key).toBe('order.gatewayDown')
    }
    const { orderNo, codeUrl } = await makeWechatOrder({ student, plan })
    expect(codeUrl).toMatch(/^weixin:/)
    const rows = await must('GET /order/v1/my_order', {}, student.token)
    expect(rows.list).toMatchObject([{ orderNo, codeUrl }])
  })

  it('may not close what was paid, whatever it answers and however slowly', async () => {
    const order = await makeWechatOrder()
    await pay(order)
    await fail('close', 'SLOW', 1, 300)
    const { close } = await gateway()
    expect(await close(order.outTradeNo)).toMatchObject({ state: 'SUCCESS', amountFen: 12_000 })
  })
})

describe('a notification of the channel', () => {
  it('forged, sealed with another key, changed or without signature is refused', async () => {
    const order = await makeWechatOrder()
    await pay(order)
    const real = await messageOf(order)
    const changed = { ...real, body: real.body.replace('encrypt-resource', 'encrypt_resource') }
    const { 'wechatpay-signature': _, ...unsigned } = real.headers
    const probe = { ...real.headers, 'wechatpay-signature': 'WECHATPAY/SIGNTEST/aGVsbG8=' }
    for (const message of [
      changed,
      { ...real, headers: unsigned },
      { ...real, headers: probe },
      { ...real, headers: { ...real.headers, 'wechatpay-serial': 'NOBODY' } },
      { ...real, headers: { ...real.headers, 'wechatpay-nonce': 'other' } },
      await messageOf(order, { forged: true }),
      await messageOf(order, { sealed: true }),
    ])
      expect(await deliver(message)).toEqual(bad)
    expect(await deliver(real, 'DEMO')).toEqual(bad)
    expect((await booksOf(order)).order.status).toBe('PENDING')
    expect(await deliver(real)).toEqual(good)
  })

  it('counts within five minutes only, either way', async () => {
    const order = await makeWechatOrder()
    await pay(order)
    expect(await deliver(await messageOf(order, { age: 310 }))).toEqual(bad)
    expect(await deliver(await messageOf(order, { age: -310 }))).toEqual(bad)
    const kept = await messageOf(order)
    await passTimeEverywhere(310)
    expect(await deliver(kept)).toEqual(bad)
    expect((await booksOf(order)).order.status).toBe('PENDING')
  })

  it('one fen off, of another merchant, another app or an unknown number pays nothing', async () => {
    const order = await makeWechatOrder()
    await pay(order)
    for (const lie of [
      { amount: 11_999 },
      { amount: 12_001 },
      { mchid: '1900000099' },
      { appid: 'wxsomebodyelse00001' },
      { outTradeNo: '20260101000000NOBODYP1' },
      { state: 'WHATEVER' },
    ])
      expect(await deliver(await messageOf(order, lie))).toEqual(bad)
    expect(await booksOf(order)).toMatchObject({
      order: { status: 'PENDING' },
      payment: { status: 'CREATED' },
      sign: { paidAt: null },
    })
    const { db } = await deps()
    const told = await db
      .selectFrom('moneyDifference')
      .select(['kind', 'state', 'orderNo'])
      .where('subject', '=', order.outTradeNo)
      .execute()
    expect(told).toEqual([{ kind: 'NOTIFICATION', state: 'OPEN', orderNo: order.orderNo }])
  })

  it('repeated, at once and later, in any order, counts once', async () => {
    const order = await makeWechatOrder()
    const early = await messageOf(order, { state: 'NOTPAY' })
    await pay(order)
    const paid = await messageOf(order)
    const answers = await Promise.all([paid, paid, early, paid].map((one) => deliver(one)))
    expect(answers).toEqual([good, good, good, good])
    const before = await booksOf(order)
    expect(await deliver(early)).toEqual(good)
    expect(await deliver(await messageOf(order, { state: 'CLOSED' }))).toEqual(good)
    expect(await booksOf(order)).toEqual(before)
    expect(before).toMatchObject({ order: { status: 'PAID' }, refunds: [] })
  })

  it('signed with a new key is believed once the channel shows the certificate', {
    timeout: 60_000,
  }, async () => {
    const order = await makePaidWechatOrder()
    const next = await makeWechatOrder()
    const { serial } = await control<{ serial: string }>('rotate')
    await pay(next)
    const message = await messageOf(next)
    expect(message.headers['wechatpay-serial']).toBe(serial)
    // both servers learn it, at their next look; asked in turn, so that no later suite meets one that has not
    const both = async () => [await deliver(message), await deliver(message)]
    await expect.poll(both, { timeout: 40_000 }).toEqual([good, good])
    expect((await booksOf(next)).order.status).toBe('PAID')
    expect((await booksOf(order)).order.status).toBe('PAID')
  })
})
