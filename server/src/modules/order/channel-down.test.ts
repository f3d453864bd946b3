import { afterAll, describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import {
  booksOf,
  choiceOf,
  expectMoneyToAddUp,
  makeOrder,
  paySilently,
  statusOf,
  tryOrder,
} from '../../../test/factories/order.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { deps, must, passTime } from '../../../test/world.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Gateway } from '../../platform/payments/gateway.ts'
import { createOrder } from './service/create.ts'
import { expireDue } from './service/expire.ts'

const actor = (student: { id: string }) => ({ studentId: student.id, tokenHash: '' })

afterAll(expectMoneyToAddUp)

describe('a channel that does not answer', () => {
  async function withGateway(change: Partial<Gateway>): Promise<Deps> {
    const real = await deps()
    const demo = real.gateways.get('DEMO')
    if (!demo) throw new Error('no demo gateway')
    return { ...real, gateways: new Map([['DEMO', { ...demo, ...change }]]) }
  }
  const down = async () => {
    throw new Error('timeout')
  }

  it('leaves an order that the next request completes', async () => {
    const student = await makeStudent()
    const plan = await makePlan()
    const input = { year: plan.year, courseIds: choiceOf(plan), payType: 'DEMO' as const }
    const broken = await withGateway({ create: down })
    const failed = await createOrder(broken, actor(student), input).catch((error) => error)
    expect(failed).toBeInstanceOf(Refusal)
    expect(failed).toMatchObject({ key: 'order.gatewayDown' })
    const before = await must('GET /order/v1/my_order', {}, student.token)
    expect(before.list).toMatchObject([{ status: 'PENDING', codeUrl: null }])
    const { data } = await tryOrder(student, plan)
    expect(data).toMatchObject({
      orderNo: before.list[0]?.orderNo,
      codeUrl: expect.stringContaining('/cashier/'),
    })
  })

  it('or that a query completes', async () => {
    const student = await makeStudent()
    const plan = await makePlan()
    const input = { year: plan.year, courseIds: choiceOf(plan), payType: 'DEMO' as const }
    await createOrder(await withGateway({ create: down }), actor(student), input).catch(() => {})
    const [order] = (await must('GET /order/v1/my_order', {}, student.token)).list
    await must('GET /order/v1/query_status', { orderNo: order?.orderNo }, student.token)
    const [repaired] = (await must('GET /order/v1/my_order', {}, student.token)).list
    expect(repaired?.codeUrl).toContain('/cashier/')
  })

  it('closes nothing unasked: no other order, and no expiry, until it answers', async () => {
    const { student, plan, ...order } = await makeOrder()
    const broken = await withGateway({ close: down })
    const input = {
      year: plan.year,
      courseIds: choiceOf(plan, [0, 1, 2]),
      payType: 'DEMO' as const,
    }
    await expect(createOrder(broken, actor(student), input)).rejects.toMatchObject({
      key: 'order.gatewayDown',
    })
    await passTime(7201)
    await expireDue(broken)
    expect((await booksOf(order)).order.status).toBe('PENDING')
    await expireDue(await deps())
    expect((await booksOf(order)).order.status).toBe('CLOSED')
  })

  it('is not asked for another order all day: the one that can be paid stays', async () => {
    const { student, plan, ...order } = await makeOrder()
    const broken = await withGateway({ create: down })
    const courseIds = choiceOf(plan, [0, 1, 2])
    const input = { year: plan.year, courseIds, payType: 'DEMO' as const }
    const keys: string[] = []
    for (let times = 0; times < 25; times += 1)
      await createOrder(broken, actor(student), input).catch(({ key }: Refusal) => keys.push(key))
    expect(keys[0]).toBe('order.gatewayDown')
    expect(keys.at(-1)).toBe('order.switchedTooOften')
    const { db } = await deps()
    const noted = db.selectFrom('payment').select('outTradeNo').where('orderNo', '=', order.orderNo)
    expect(await noted.execute()).toHaveLength(20)
    await paySilently(order)
    expect(await statusOf({ ...order, student, plan })).toBe('PAID')
  })

  it('an address that arrives after closing is closed there too', async () => {
    const student = await makeStudent()
    const plan = await makePlan()
    const real = (await deps()).gateways.get('DEMO')
    const input = { year: plan.year, courseIds: choiceOf(plan), payType: 'DEMO' as const }
    const slow = await withGateway({
      create: async (order) => {
        const answer = await real?.create(order)
        const orderNo = order.outTradeNo.slice(0, -2)
        await must('POST /order/v1/cancel_order', { orderNo }, student.token)
        // as if the closing had come before the channel knew the order
        const { db } = await deps()
        await db
          .updateTable('demoCashier')
          .set({ state: 'NOTPAY' })
          .where('outTradeNo', '=', order.outTradeNo)
          .execute()
        return answer ?? { codeUrl: '' }
      },
    })
    const answer = await createOrder(slow, actor(student), input)
    expect(answer).toMatchObject({ status: 'CLOSED', codeUrl: null })
    const said = await real?.query(`${answer.orderNo}P1`)
    expect(said?.state).toBe('CLOSED')
  })
})
