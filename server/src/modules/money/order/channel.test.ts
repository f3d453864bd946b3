import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  callCreateOrder,
  chosenCourseIds,
  expectMoneyToAddUp,
  queryOrderStatus,
  readOrderBooksOf,
  type TestOrder,
} from '../../../../test/factories/order.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import * as wechat from '../../../../test/factories/wechat.ts'
import { deliverChannelNotification, isPayableAtChannel } from '../../../../test/money/channel-orders.ts'
import { call, deps, must } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { addCircuitBreaker } from '../../../platform/payments/circuit.ts'
import type { Gateway } from '../../../platform/payments/gateway.ts'
import { createOrder } from './service/create.ts'
import { cancelOrder } from './service/query.ts'

afterEach(() => wechat.controlChannel('faults', []))
afterAll(expectMoneyToAddUp)

async function withWechat(change: (real: Gateway) => Partial<Gateway>): Promise<Deps> {
  const all = await deps()
  const real = all.gateways.get('WECHAT')
  if (!real) throw new Error('no gateway')
  return { ...all, gateways: new Map([['WECHAT', { ...real, ...change(real) }]]) }
}

const actorOf = ({ student }: Pick<TestOrder, 'student'>) => ({
  studentId: student.id,
  tokenHash: '',
})
const wishOf = ({ plan }: Pick<TestOrder, 'plan'>) => ({
  year: plan.year,
  courseIds: chosenCourseIds(plan),
  payType: 'WECHAT' as const,
})

/** The channel is down and does not know the order. */
async function makeUnplaced(): Promise<TestOrder> {
  await wechat.syncChannelClock()
  const [student, plan] = [await makeStudent(), await makePlan()]
  await wechat.failNextCalls('create', 'ERROR')
  expect((await callCreateOrder(student, plan, { payType: 'WECHAT' })).key).toBe('order.gatewayDown')
  const { list } = await must('GET /order/v1/my_order', {}, student.token)
  const [{ orderNo, lines } = { orderNo: '', lines: [] }] = list
  const signId = lines[0]?.signId ?? ''
  return { student, plan, orderNo, signId, codeUrl: '', outTradeNo: `${orderNo}P1` }
}

describe('a failing channel', () => {
  it('a failing channel is not called for new orders until a probe succeeds', async () => {
    let [now, asked, isDown] = [0, 0, true]
    const all = await withWechat((real) => {
      const counted: Gateway = {
        ...real,
        create: async (wish) => {
          asked += 1
          if (isDown) throw new Error('no answer')
          return real.create(wish)
        },
      }
      return addCircuitBreaker(counted, () => now)
    })
    const order = await makeUnplaced()
    const ask = () => createOrder(all, actorOf(order), wishOf(order))
    for (let made = 0; made < 12; made += 1) await expect(ask()).rejects.toThrow('order.gatewayDown')
    expect(asked).toBe(5)
    now += 2000
    await expect(ask()).rejects.toThrow('order.gatewayDown')
    expect(asked).toBe(6)
    isDown = false
    now += 3999
    await expect(ask()).rejects.toThrow('order.gatewayDown')
    expect(asked).toBe(6)
    now += 1
    expect(await ask()).toMatchObject({
      status: 'PENDING',
      codeUrl: expect.stringMatching(/^weixin:/),
    })
  })

  it('a failing channel still closes and queries earlier orders', async () => {
    const all = await withWechat((real) => ({
      ...addCircuitBreaker({ ...real, create: () => Promise.reject(new Error('down')) }, () => 0),
    }))
    const order = await makeUnplaced()
    for (let made = 0; made < 6; made += 1)
      await expect(createOrder(all, actorOf(order), wishOf(order))).rejects.toThrow()
    await cancelOrder(all, actorOf(order), order)
    expect((await readOrderBooksOf(order)).order.closeReason).toBe('CANCELLED')
  })
})

describe('replacing an order that can still be paid', () => {
  /** The circuit breaker starts with `inVain` failed calls. */
  async function withoutAlipay(inVain: number, now = () => 0): Promise<Deps> {
    const all = await deps()
    const real = all.gateways.get('ALIPAY')
    if (!real) throw new Error('no gateway')
    const create = () => Promise.reject(new Error('no answer'))
    const down = addCircuitBreaker({ ...real, create }, now)
    const expireAt = await appNow(all.db)
    const wish = { outTradeNo: '', amountFen: 1, description: '', expireAt }
    for (let asked = 0; asked < inVain; asked += 1) await expect(down.create(wish)).rejects.toThrow('no answer')
    return { ...all, gateways: new Map([...all.gateways, ['ALIPAY', down]]) }
  }
  const change = (all: Deps, order: TestOrder) =>
    createOrder(all, actorOf(order), { ...wishOf(order), payType: 'ALIPAY' })
  const ordersOf = async ({ student }: TestOrder) => (await must('GET /order/v1/my_order', {}, student.token)).list

  it('keeps the payable order while the channel of the new one is down', async () => {
    const order = await wechat.makeWechatOrder()
    await expect(change(await withoutAlipay(5), order)).rejects.toThrow('order.gatewayDown')
    const { orderNo, codeUrl } = order
    expect(await ordersOf(order)).toMatchObject([{ orderNo, status: 'PENDING', codeUrl }])
    expect(await wechat.payAtWechat(order)).toBe(true)
  })

  it('keeps the payable order when the new channel fails only at the request', async () => {
    const order = await wechat.makeWechatOrder()
    const { orderNo, codeUrl } = order
    await expect(change(await withoutAlipay(0), order)).rejects.toThrow('order.gatewayDown')
    expect(await ordersOf(order)).toMatchObject([{ orderNo, status: 'PENDING', codeUrl }])
    let now = 0
    const probed = await withoutAlipay(5, () => now)
    now = 2000
    expect(probed.gateways.get('ALIPAY')?.isPaused?.()).toBe(false)
    await expect(change(probed, order)).rejects.toThrow('order.gatewayDown')
    expect(probed.gateways.get('ALIPAY')?.isPaused?.()).toBe(true)
    expect(await ordersOf(order)).toMatchObject([{ orderNo, status: 'PENDING', codeUrl }])
    expect(await wechat.payAtWechat(order)).toBe(true)
    await wechat.deliverNotification(await wechat.createChannelNotificationOf(order))
    expect(await queryOrderStatus(order)).toBe('PAID')
  })

  /** Lists payments that are still open at the channels. */
  const payable = async (order: TestOrder) => {
    const { db } = await deps()
    const numbers = await db
      .selectFrom('payment')
      .innerJoin('orders', 'orders.orderNo', 'payment.orderNo')
      .select(['payment.outTradeNo', 'payment.status'])
      .where('orders.studentId', '=', order.student.id)
      .execute()
    const { trades } = await wechat.readChannelBook(...numbers)
    const open = trades.filter(isPayableAtChannel).map(({ outTradeNo }) => outTradeNo)
    return { open, waits: numbers.filter(({ status }) => status === 'CREATED') }
  }

  it.each([
    ['create', 'ERROR', 'ALIPAY'],
    ['create', 'LOST', 'ALIPAY'],
    ['create', 'UNSIGNED', 'ALIPAY'],
    ['close', 'ERROR', 'WECHAT'],
  ] as const)('keeps the first order payable when %s fails (%s, %s)', async (name, kind, channel) => {
    const order = await wechat.makeWechatOrder()
    await wechat.controlChannel('faults', [{ call: name, kind, times: 1, channel }])
    const answer = await callCreateOrder(order.student, order.plan, { payType: 'ALIPAY' })
    expect(answer.key).toBe('order.gatewayDown')
    expect(await ordersOf(order)).toMatchObject([{ orderNo: order.orderNo, status: 'PENDING' }])
    expect((await payable(order)).waits).toMatchObject([{ outTradeNo: order.outTradeNo }])
    await wechat.controlChannel('faults', [])
    expect(await wechat.payAtWechat(order)).toBe(true)
    await wechat.deliverNotification(await wechat.createChannelNotificationOf(order))
    expect(await queryOrderStatus(order)).toBe('PAID')
  })

  it('a replaced order that turns out to be paid is kept, and the new one is closed', async () => {
    const order = await wechat.makeOrderAt('ALIPAY', {})
    await wechat.payAtWechat(order)
    const answer = await callCreateOrder(order.student, order.plan, { payType: 'WECHAT' })
    expect(answer.key).toBe('order.alreadyPaid')
    expect(await ordersOf(order)).toMatchObject([{ orderNo: order.orderNo, status: 'PAID' }])
    expect(await payable(order)).toEqual({ open: [], waits: [] })
  })

  it('an order is replaced by one with the price of today', async () => {
    const order = await wechat.makeWechatOrder()
    const { db } = await deps()
    const price = { priceFen: 9_000 }
    await db.updateTable('plan').set(price).where('id', '=', order.plan.id).execute()
    const { data } = await callCreateOrder(order.student, order.plan, { payType: 'ALIPAY' })
    const next = { ...order, orderNo: data.orderNo }
    expect(await readOrderBooksOf(next)).toMatchObject({
      order: { status: 'PENDING', amountFen: 9_000 },
      payment: { status: 'CREATED', amountFen: 9_000 },
    })
    expect(await queryOrderStatus(order)).toBe('CLOSED')
  })

  it('a payment to a replacement order that was never placed pays the original order', async () => {
    const order = await wechat.makeWechatOrder()
    await wechat.controlChannel('faults', [{ call: 'create', kind: 'LOST', times: 1, channel: 'ALIPAY' }])
    await callCreateOrder(order.student, order.plan, { payType: 'ALIPAY' })
    const { db } = await deps()
    const noted = await db
      .selectFrom('payment')
      .select(['outTradeNo', 'status'])
      .where('orderNo', '=', order.orderNo)
      .where('channel', '=', 'ALIPAY')
      .executeTakeFirstOrThrow()
    expect(noted.status).toBe('CLOSED')
    // The payment address is unknown, but the channel accepts a payment.
    expect(await wechat.payAtWechat(noted, true)).toBe(true)
    await deliverChannelNotification(await deps(), await wechat.createChannelNotificationOf(noted))
    expect(await queryOrderStatus(order)).toBe('PAID')
    expect(await payable(order)).toEqual({ open: [], waits: [] })
  })

  it('an expired order is closed as expired even when its replacement fails', async () => {
    const order = await wechat.makeWechatOrder()
    await wechat.passTimeEverywhere(7201)
    await expect(change(await withoutAlipay(5), order)).rejects.toThrow('order.gatewayDown')
    expect((await readOrderBooksOf(order)).order.closeReason).toBe('EXPIRED')
  })
})

describe.each(['WECHAT', 'ALIPAY'] as const)('an unsigned refusal of %s', (channel) => {
  const deny = (name: string) => wechat.controlChannel('faults', [{ call: name, kind: 'DENIED', times: 1, channel }])

  it('an unsigned refusal of the channel closes no order, and a later payment is recorded', async () => {
    const order = await wechat.makeOrderAt(channel, {})
    const { orderNo, student } = order
    await wechat.payAtWechat(order)
    await deny('close')
    const answer = await call('POST /order/v1/cancel_order', { orderNo }, student.token)
    expect(answer.key).toBe('order.gatewayDown')
    expect((await readOrderBooksOf(order)).order.status).toBe('PENDING')
    await wechat.passTimeEverywhere(2)
    await deny('query')
    expect(await queryOrderStatus(order)).toBe('PENDING')
    await wechat.passTimeEverywhere(2)
    expect(await queryOrderStatus(order)).toBe('PAID')
  })
})

describe('an order cancelled while it is being placed', () => {
  it('a payment address that arrives after closing is closed again and never shown', async () => {
    const order = await makeUnplaced()
    const all = await withWechat((real) => ({
      create: async (wish) => {
        await cancelOrder(await deps(), actorOf(order), order)
        return real.create(wish)
      },
    }))
    expect(await createOrder(all, actorOf(order), wishOf(order))).toMatchObject({
      orderNo: order.orderNo,
      status: 'CLOSED',
      codeUrl: null,
    })
    expect((await wechat.readChannelBook(order)).trades).toMatchObject([{ state: 'CLOSED' }])
    expect(await wechat.payAtWechat(order)).toBe(false)
  })

  it('a payment address that arrives between the two closings of an order is closed too', async () => {
    const order = await makeUnplaced()
    let closings = 0
    const all = await withWechat((real) => ({
      close: async (outTradeNo) => {
        const said = await real.close(outTradeNo)
        closings += 1
        // The channel does not know the number at first, then has it open with a QR code.
        if (closings === 1)
          expect(await createOrder(await deps(), actorOf(order), wishOf(order))).toMatchObject({
            codeUrl: expect.stringMatching(/^weixin:/),
          })
        return said
      },
    }))
    await cancelOrder(all, actorOf(order), order)
    expect(closings).toBe(2)
    expect((await readOrderBooksOf(order)).order).toMatchObject({ closeReason: 'CANCELLED' })
    expect((await wechat.readChannelBook(order)).trades).toMatchObject([{ state: 'CLOSED' }])
    expect(await wechat.payAtWechat(order)).toBe(false)
  })

  it('hides a payment address when the channel cannot close it at that moment', async () => {
    const order = await makeUnplaced()
    const all = await withWechat((real) => ({
      create: async (wish) => {
        await cancelOrder(await deps(), actorOf(order), order)
        return real.create(wish)
      },
      close: () => Promise.reject(new Error('down')),
    }))
    await expect(createOrder(all, actorOf(order), wishOf(order))).rejects.toThrow('order.gatewayDown')
    expect((await readOrderBooksOf(order)).payment).toMatchObject({ status: 'CLOSED', codeUrl: null })
    const other = await wechat.makeWechatOrder({ student: order.student, plan: order.plan })
    expect(other.orderNo).not.toBe(order.orderNo)
  })
})
