import { afterAll, describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  callCreateOrder,
  chosenCourseIds,
  expectMoneyToAddUp,
  makeOrder,
  payWithoutNotification,
  queryOrderStatus,
  readOrderBooksOf,
} from '../../../../test/factories/order.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { deps, must, passTime } from '../../../../test/world.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { Gateway } from '../../../platform/payments/gateway.ts'
import { createOrder } from './service/create.ts'
import { expireDueOrders } from './service/query.ts'

const actor = (student: { id: string }) => ({ studentId: student.id, tokenHash: '' })

afterAll(expectMoneyToAddUp)

describe('a payment channel that does not respond', () => {
  async function withGateway(change: Partial<Gateway>): Promise<Deps> {
    const real = await deps()
    const demo = real.gateways.get('DEMO')
    if (!demo) throw new Error('no demo gateway')
    return { ...real, gateways: new Map([['DEMO', { ...demo, ...change }]]) }
  }
  const down = async () => {
    throw new Error('timeout')
  }

  it('an order placed while the channel is down is completed by the next request', async () => {
    const student = await makeStudent()
    const plan = await makePlan()
    const input = { year: plan.year, courseIds: chosenCourseIds(plan), payType: 'DEMO' as const }
    const broken = await withGateway({ create: down })
    const failed = await createOrder(broken, actor(student), input).catch((error) => error)
    expect(failed).toBeInstanceOf(Refusal)
    expect(failed).toMatchObject({ key: 'order.gatewayDown' })
    const before = await must('GET /order/v1/my_order', {}, student.token)
    expect(before.list).toMatchObject([{ status: 'PENDING', codeUrl: null }])
    const { data } = await callCreateOrder(student, plan)
    expect(data).toMatchObject({
      orderNo: before.list[0]?.orderNo,
      codeUrl: expect.stringContaining('/cashier/'),
    })
  })

  it('an order placed while the channel is down is completed by a query', async () => {
    const student = await makeStudent()
    const plan = await makePlan()
    const input = { year: plan.year, courseIds: chosenCourseIds(plan), payType: 'DEMO' as const }
    await createOrder(await withGateway({ create: down }), actor(student), input).catch(() => {})
    const [order] = (await must('GET /order/v1/my_order', {}, student.token)).list
    await must('GET /order/v1/query_status', { orderNo: order?.orderNo }, student.token)
    const [repaired] = (await must('GET /order/v1/my_order', {}, student.token)).list
    expect(repaired?.codeUrl).toContain('/cashier/')
  })

  it('an order is neither replaced nor expired while its payment channel is silent', async () => {
    const { student, plan, ...order } = await makeOrder()
    const broken = await withGateway({ close: down })
    const input = {
      year: plan.year,
      courseIds: chosenCourseIds(plan, [0, 1, 2]),
      payType: 'DEMO' as const,
    }
    await expect(createOrder(broken, actor(student), input)).rejects.toMatchObject({
      key: 'order.gatewayDown',
    })
    await passTime(7201)
    await expireDueOrders(broken)
    expect((await readOrderBooksOf(order)).order.status).toBe('PENDING')
    await expireDueOrders(await deps())
    expect((await readOrderBooksOf(order)).order.status).toBe('CLOSED')
  })

  it('keeps the payable order when the channel of the new order fails', async () => {
    const { student, plan, ...order } = await makeOrder()
    const broken = await withGateway({ create: down })
    const courseIds = chosenCourseIds(plan, [0, 1, 2])
    const input = { year: plan.year, courseIds, payType: 'DEMO' as const }
    const keys: string[] = []
    for (let times = 0; times < 25; times += 1)
      await createOrder(broken, actor(student), input).catch(({ key }: Refusal) => keys.push(key))
    expect(keys[0]).toBe('order.gatewayDown')
    expect(keys.at(-1)).toBe('order.switchedTooOften')
    const { db } = await deps()
    const noted = db.selectFrom('payment').select('outTradeNo').where('orderNo', '=', order.orderNo)
    expect(await noted.execute()).toHaveLength(20)
    await payWithoutNotification(order)
    expect(await queryOrderStatus({ ...order, student, plan })).toBe('PAID')
  })

  it('a payment address that arrives after closing is closed at the channel', async () => {
    const student = await makeStudent()
    const plan = await makePlan()
    const real = (await deps()).gateways.get('DEMO')
    const input = { year: plan.year, courseIds: chosenCourseIds(plan), payType: 'DEMO' as const }
    const slow = await withGateway({
      create: async (order) => {
        const answer = await real?.create(order)
        const orderNo = order.outTradeNo.slice(0, -2)
        await must('POST /order/v1/cancel_order', { orderNo }, student.token)
        // Simulates a close that reached the channel before the order.
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
