import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import {
  booksOf,
  choiceOf,
  expectMoneyToAddUp,
  statusOf,
  type TestOrder,
  tryOrder,
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
  placeAt,
  syncClock,
} from '../../../test/factories/wechat.ts'
import { bring, isPayable } from '../../../test/money/channel-orders.ts'
import { call, deps, must } from '../../../test/world.ts'
import { appNow } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { pausedWhileDown } from '../../platform/payments/circuit.ts'
import type { Gateway } from '../../platform/payments/gateway.ts'
import { cancelOrder } from './service/cancel.ts'
import { createOrder } from './service/create.ts'

afterEach(() => control('faults', []))
afterAll(expectMoneyToAddUp)

/** Ours, with another WeChat. */
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
  courseIds: choiceOf(plan),
  payType: 'WECHAT' as const,
})

/** An order the channel has not heard of: it was down. */
async function makeUnplaced(): Promise<TestOrder> {
  await syncClock()
  const [student, plan] = [await makeStudent(), await makePlan()]
  await fail('create', 'ERROR')
  expect((await tryOrder(student, plan, { payType: 'WECHAT' })).key).toBe('order.gatewayDown')
  const { list } = await must('GET /order/v1/my_order', {}, student.token)
  const [{ orderNo, lines } = { orderNo: '', lines: [] }] = list
  const signId = lines[0]?.signId ?? ''
  return { student, plan, orderNo, signId, codeUrl: '', outTradeNo: `${orderNo}P1` }
}

describe('a channel that is down', () => {
  it('is not asked by everybody who orders: they are refused at once, until a probe finds it well', async () => {
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
      return pausedWhileDown(counted, () => now)
    })
    const order = await makeUnplaced()
    const ask = () => createOrder(all, actorOf(order), wishOf(order))
    for (let made = 0; made < 12; made += 1)
      await expect(ask()).rejects.toThrow('order.gatewayDown')
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

  it('still closes and is asked, whoever may not order', async () => {
    const all = await withWechat((real) => ({
      ...pausedWhileDown({ ...real, create: () => Promise.reject(new Error('down')) }, () => 0),
    }))
    const order = await makeUnplaced()
    for (let made = 0; made < 6; made += 1)
      await expect(createOrder(all, actorOf(order), wishOf(order))).rejects.toThrow()
    await cancelOrder(all, actorOf(order), order)
    expect((await booksOf(order)).order.closeReason).toBe('CANCELLED')
  })
})

describe('another order in the place of one that can be paid', () => {
  /** Ours, with an Alipay behind a circuit that places nothing; so many have asked it in vain. */
  async function withoutAlipay(inVain: number, now = () => 0): Promise<Deps> {
    const all = await deps()
    const real = all.gateways.get('ALIPAY')
    if (!real) throw new Error('no gateway')
    const create = () => Promise.reject(new Error('no answer'))
    const down = pausedWhileDown({ ...real, create }, now)
    const expireAt = await appNow(all.db)
    const wish = { outTradeNo: '', amountFen: 1, description: '', expireAt }
    for (let asked = 0; asked < inVain; asked += 1)
      await expect(down.create(wish)).rejects.toThrow('no answer')
    return { ...all, gateways: new Map([...all.gateways, ['ALIPAY', down]]) }
  }
  const change = (all: Deps, order: TestOrder) =>
    createOrder(all, actorOf(order), { ...wishOf(order), payType: 'ALIPAY' })
  const ordersOf = async ({ student }: TestOrder) =>
    (await must('GET /order/v1/my_order', {}, student.token)).list

  it('is refused while its channel is known to be down: the one that can be paid stays', async () => {
    const order = await makeWechatOrder()
    await expect(change(await withoutAlipay(5), order)).rejects.toThrow('order.gatewayDown')
    const { orderNo, codeUrl } = order
    expect(await ordersOf(order)).toMatchObject([{ orderNo, status: 'PENDING', codeUrl }])
    expect(await pay(order)).toBe(true)
  })

  it('nor is it closed when that shows only then, as with the one probe after a pause', async () => {
    const order = await makeWechatOrder()
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
    expect(await pay(order)).toBe(true)
    await deliver(await messageOf(order))
    expect(await statusOf(order)).toBe('PAID')
  })

  /** what the channels have of the student's, and could be paid by whoever knew where */
  const payable = async (order: TestOrder) => {
    const { db } = await deps()
    const numbers = await db
      .selectFrom('payment')
      .innerJoin('orders', 'orders.orderNo', 'payment.orderNo')
      .select(['payment.outTradeNo', 'payment.status'])
      .where('orders.studentId', '=', order.student.id)
      .execute()
    const { trades } = await channelBook(...numbers)
    const open = trades.filter(isPayable).map(({ outTradeNo }) => outTradeNo)
    return { open, waits: numbers.filter(({ status }) => status === 'CREATED') }
  }

  it.each([
    ['create', 'ERROR', 'ALIPAY'],
    ['create', 'LOST', 'ALIPAY'],
    ['create', 'UNSIGNED', 'ALIPAY'],
    ['close', 'ERROR', 'WECHAT'],
  ] as const)('stays the one to pay when %s fails (%s, %s)', async (name, kind, channel) => {
    const order = await makeWechatOrder()
    await control('faults', [{ call: name, kind, times: 1, channel }])
    const answer = await tryOrder(order.student, order.plan, { payType: 'ALIPAY' })
    expect(answer.key).toBe('order.gatewayDown')
    expect(await ordersOf(order)).toMatchObject([{ orderNo: order.orderNo, status: 'PENDING' }])
    expect((await payable(order)).waits).toMatchObject([{ outTradeNo: order.outTradeNo }])
    await control('faults', [])
    expect(await pay(order)).toBe(true)
    await deliver(await messageOf(order))
    expect(await statusOf(order)).toBe('PAID')
  })

  it('is found paid when it was: the other one is never opened, and closed at its channel', async () => {
    const order = await placeAt('ALIPAY', {})
    await pay(order)
    const answer = await tryOrder(order.student, order.plan, { payType: 'WECHAT' })
    expect(answer.key).toBe('order.alreadyPaid')
    expect(await ordersOf(order)).toMatchObject([{ orderNo: order.orderNo, status: 'PAID' }])
    expect(await payable(order)).toEqual({ open: [], waits: [] })
  })

  it('makes way for one of the price of today', async () => {
    const order = await makeWechatOrder()
    const { db } = await deps()
    const price = { priceFen: 9_000 }
    await db.updateTable('plan').set(price).where('id', '=', order.plan.id).execute()
    const { data } = await tryOrder(order.student, order.plan, { payType: 'ALIPAY' })
    const next = { ...order, orderNo: data.orderNo }
    expect(await booksOf(next)).toMatchObject({
      order: { status: 'PENDING', amountFen: 9_000 },
      payment: { status: 'CREATED', amountFen: 9_000 },
    })
    expect(await statusOf(order)).toBe('CLOSED')
  })

  it('money for one that never opened pays the order in whose place it was to come', async () => {
    const order = await makeWechatOrder()
    await control('faults', [{ call: 'create', kind: 'LOST', times: 1, channel: 'ALIPAY' }])
    await tryOrder(order.student, order.plan, { payType: 'ALIPAY' })
    const { db } = await deps()
    const noted = await db
      .selectFrom('payment')
      .select(['outTradeNo', 'status'])
      .where('orderNo', '=', order.orderNo)
      .where('channel', '=', 'ALIPAY')
      .executeTakeFirstOrThrow()
    expect(noted.status).toBe('CLOSED')
    // nobody knows where; whoever did all the same
    expect(await pay(noted, true)).toBe(true)
    await bring(await deps(), await messageOf(noted))
    expect(await statusOf(order)).toBe('PAID')
    expect(await payable(order)).toEqual({ open: [], waits: [] })
  })

  it('ends one whose time is over in any case', async () => {
    const order = await makeWechatOrder()
    await passTimeEverywhere(7201)
    await expect(change(await withoutAlipay(5), order)).rejects.toThrow('order.gatewayDown')
    expect((await booksOf(order)).order.closeReason).toBe('EXPIRED')
  })
})

describe.each(['WECHAT', 'ALIPAY'] as const)('a refusal that nobody signed, of %s', (channel) => {
  const deny = (name: string) =>
    control('faults', [{ call: name, kind: 'DENIED', times: 1, channel }])

  it('closes nothing: the order stays, and its money is found', async () => {
    const order = await placeAt(channel, {})
    const { orderNo, student } = order
    await pay(order)
    await deny('close')
    const answer = await call('POST /order/v1/cancel_order', { orderNo }, student.token)
    expect(answer.key).toBe('order.gatewayDown')
    expect((await booksOf(order)).order.status).toBe('PENDING')
    await passTimeEverywhere(2)
    await deny('query')
    expect(await statusOf(order)).toBe('PENDING')
    await passTimeEverywhere(2)
    expect(await statusOf(order)).toBe('PAID')
  })
})

describe('an order cancelled while it is being placed', () => {
  it('leaves nothing to pay: an address that comes after the closing is closed once more, and told to nobody', async () => {
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
    expect((await channelBook(order)).trades).toMatchObject([{ state: 'CLOSED' }])
    expect(await pay(order)).toBe(false)
  })

  it('nor when the address comes between the channel’s closing and ours', async () => {
    const order = await makeUnplaced()
    let closings = 0
    const all = await withWechat((real) => ({
      close: async (outTradeNo) => {
        const said = await real.close(outTradeNo)
        closings += 1
        // a number it did not know; now it does, and somebody has the QR
        if (closings === 1)
          expect(await createOrder(await deps(), actorOf(order), wishOf(order))).toMatchObject({
            codeUrl: expect.stringMatching(/^weixin:/),
          })
        return said
      },
    }))
    await cancelOrder(all, actorOf(order), order)
    expect(closings).toBe(2)
    expect((await booksOf(order)).order).toMatchObject({ closeReason: 'CANCELLED' })
    expect((await channelBook(order)).trades).toMatchObject([{ state: 'CLOSED' }])
    expect(await pay(order)).toBe(false)
  })

  it('tells nobody the address either when the channel cannot close it just then', async () => {
    const order = await makeUnplaced()
    const all = await withWechat((real) => ({
      create: async (wish) => {
        await cancelOrder(await deps(), actorOf(order), order)
        return real.create(wish)
      },
      close: () => Promise.reject(new Error('down')),
    }))
    await expect(createOrder(all, actorOf(order), wishOf(order))).rejects.toThrow(
      'order.gatewayDown',
    )
    expect((await booksOf(order)).payment).toMatchObject({ status: 'CLOSED', codeUrl: null })
    const other = await makeWechatOrder({ student: order.student, plan: order.plan })
    expect(other.orderNo).not.toBe(order.orderNo)
  })
})
