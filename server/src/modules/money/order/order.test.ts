import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
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
import { call, deps, must } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createOrder } from './service/create.ts'
import { listPayTypes } from './service/list.ts'
import { openOrders } from './service.ts'

const actor = (student: { id: string }) => ({ studentId: student.id, tokenHash: '' })

afterAll(expectMoneyToAddUp)

describe('creating an order', () => {
  it('create_order signs up for the chosen courses at the price of the plan', async () => {
    const student = await makeStudent()
    const plan = await makePlan({ priceFen: 10_050 })
    const { data } = await callCreateOrder(student, plan, { amount: 1 })
    expect(data).toMatchObject({ status: 'PENDING', amount: 10_050 })
    expect(data.codeUrl).toMatch(/^http:\/\/localhost:\d+\/cashier\/\w+\?k=\w{64}$/)
    const { sign, payment, order } = await readOrderBooksOf(data)
    expect(sign).toMatchObject({ studentId: student.id, planId: plan.id, paidAt: null })
    expect(payment).toMatchObject({ status: 'CREATED', amountFen: 10_050, channel: 'DEMO' })
    expect(order.expireAt.getTime() - order.createdAt.getTime()).toBe(7_200_000)
    const { db } = await deps()
    expect(await openOrders(db, student.id)).toEqual([
      { signId: data.signId, orderNo: data.orderNo, expireAt: order.expireAt, byEmployer: false },
    ])
  })

  it('create_order returns the open order for the same courses in any sequence', async () => {
    const student = await makeStudent()
    const plan = await makePlan()
    const first = await callCreateOrder(student, plan)
    const twice = [...chosenCourseIds(plan), ...chosenCourseIds(plan)].reverse().map((id) => id.toUpperCase())
    const second = await callCreateOrder(student, plan, { courseIds: twice })
    expect(second).toEqual(first)
  })

  it('create_order gives courses that are chosen again their current hours', async () => {
    const { student, plan, orderNo, signId } = await makeOrder()
    await must('POST /order/v1/cancel_order', { orderNo }, student.token)
    const { db } = await deps()
    const hours = () =>
      db
        .selectFrom('signCourse')
        .innerJoin('planCourse', 'planCourse.id', 'signCourse.planCourseId')
        .select(['signCourse.hours', 'planCourse.hours as offered'])
        .where('signId', '=', signId)
        .orderBy('planCourse.position')
        .execute()
    const before = await hours()
    const [first] = plan.courses
    await db
      .updateTable('planCourse')
      .set({ hours: sql`hours + 5` })
      .where('planId', '=', plan.id)
      .where('courseId', '=', first?.courseId ?? '')
      .execute()
    await makeOrder({ student, plan })
    const after = await hours()
    expect(after.map((one) => one.hours)).toEqual(after.map((one) => one.offered))
    expect(after.map((one) => one.hours)).not.toEqual(before.map((one) => one.hours))
  })

  it('simultaneous identical create_order calls make one order', async () => {
    const student = await makeStudent()
    const plan = await makePlan()
    const answers = await Promise.all(Array.from({ length: 6 }, () => callCreateOrder(student, plan)))
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    const { total } = await must('GET /order/v1/my_order', {}, student.token)
    expect(total).toBe(1)
  })

  it('simultaneous different create_order calls leave one open order', async () => {
    const student = await makeStudent()
    const plan = await makePlan()
    const choices = [chosenCourseIds(plan), chosenCourseIds(plan, [0, 1, 2])]
    const answers = await Promise.all(
      [0, 1, 0, 1].map((which) => callCreateOrder(student, plan, { courseIds: choices[which] })),
    )
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1])
    const { list } = await must('GET /order/v1/my_order', { status: 'PENDING' }, student.token)
    expect(list).toHaveLength(1)
  })

  it('create_order closes the order of other courses and keeps the sign id', async () => {
    const old = await makeOrder()
    const { student, plan } = old
    const { data } = await callCreateOrder(student, plan, { courseIds: chosenCourseIds(plan, [0, 1, 2]) })
    expect(data.orderNo).not.toBe(old.orderNo)
    expect(data.signId).toBe(old.signId)
    const { order, payment } = await readOrderBooksOf(old)
    expect(order).toMatchObject({ status: 'CLOSED', closeReason: 'REPLACED' })
    expect(payment).toMatchObject({ status: 'CLOSED' })
    const { db } = await deps()
    const book = await db
      .selectFrom('demoCashier')
      .select('state')
      .where('outTradeNo', '=', old.outTradeNo)
      .executeTakeFirstOrThrow()
    expect(book.state).toBe('CLOSED')
  })

  it('create_order finds that the order to be replaced is already paid', async () => {
    const old = await makeOrder()
    await payWithoutNotification(old)
    const { student, plan } = old
    const courseIds = chosenCourseIds(plan, [0, 1, 2])
    expect(await callCreateOrder(student, plan, { courseIds })).toMatchObject({ key: 'order.alreadyPaid' })
    expect(await readOrderBooksOf(old)).toMatchObject({
      order: { status: 'PAID' },
      sign: { paidAt: expect.any(Date) },
    })
  })

  it('create_order refuses a paid year', async () => {
    const order = await makeOrder()
    await payWithoutNotification(order)
    expect(await queryOrderStatus(order)).toBe('PAID')
    expect(await callCreateOrder(order.student, order.plan)).toMatchObject({ key: 'order.alreadyPaid' })
  })

  it('create_order refuses an invalid choice and stores nothing', async () => {
    const student = await makeStudent()
    const plan = await makePlan({
      requiredProfessional: 180,
      courses: [{ required: true }, { required: true }, { required: false }, { required: false }],
    })
    const other = await makePlan()
    const [required = '', , elective = ''] = plan.courses.map((course) => course.courseId)
    const refusedBy = async (courseIds: string[]) => (await callCreateOrder(student, plan, { courseIds })).key
    expect(await refusedBy([...chosenCourseIds(plan), ...chosenCourseIds(other)])).toBe('order.notOfPlan')
    expect(await refusedBy([...chosenCourseIds(plan), randomUUID()])).toBe('order.notOfPlan')
    expect(await refusedBy([required, elective])).toBe('order.requiredMissing')
    const short = await callCreateOrder(student, plan)
    expect(short).toMatchObject({
      key: 'order.notEnoughHours',
      msg: '所选课程 12 学时，未达到要求的 18 学时',
    })
    const { db } = await deps()
    expect(await db.selectFrom('sign').select('id').where('studentId', '=', student.id).execute()).toEqual([])
  })

  it('create_order counts only professional hours of the chosen courses', async () => {
    const student = await makeStudent()
    const plan = await makePlan()
    const { db } = await deps()
    await db
      .updateTable('course')
      .set({ subject: 'PUBLIC' })
      .where('id', '=', plan.courses[1]?.courseId ?? '')
      .execute()
    expect(await callCreateOrder(student, plan)).toMatchObject({ key: 'order.notEnoughHours' })
    const courseIds = chosenCourseIds(plan, [0, 1, 2])
    expect(await callCreateOrder(student, plan, { courseIds })).toMatchObject({ code: 1 })
  })

  it('create_order refuses a plan that is closed, not open or unknown', async () => {
    const student = await makeStudent()
    const now = (await appNow((await deps()).db)).getTime()
    const day = 86_400_000
    const at = (days: number) => new Date(now + days * day)
    const closed = await makePlan({ signStartAt: at(-9), signEndAt: at(-1), studyEndAt: at(900) })
    const soon = await makePlan({ signStartAt: at(800), signEndAt: at(900), studyEndAt: at(900) })
    expect(await callCreateOrder(student, closed)).toMatchObject({ key: 'order.planClosed' })
    expect(await callCreateOrder(student, soon)).toMatchObject({ key: 'order.planNotYetOpen' })
    expect(await callCreateOrder(student, closed, { year: 2000 })).toMatchObject({
      key: 'order.noSuchPlan',
    })
  })

  it.each([
    ['year', { year: 'next' }],
    ['courseIds', { courseIds: [] }],
    ['courseIds', { courseIds: ["'; drop table orders;--"] }],
    ['courseIds', { courseIds: 'all' }],
    ['payType', { payType: 'GOLD' }],
  ])('an order refuses a bad %s', async (field, change) => {
    const answer = await callCreateOrder(await makeStudent(), await makePlan(), change)
    expect(answer).toMatchObject({ status: 200, key: 'common.invalid' })
    expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toEqual([field])
  })

  it('an order needs sign-in', async () => {
    expect(await call('POST /order/v1/create_order', {})).toMatchObject({ status: 401 })
  })
})

describe('orders without a price', () => {
  it.each(['FREE', 'DEMO'] as const)(
    'a free order is paid at once as %s, and a repeat gets the same response',
    async (payType) => {
      const student = await makeStudent()
      const plan = await makePlan({ priceFen: 0 })
      const first = await callCreateOrder(student, plan, { payType })
      const { order, payment, sign } = await readOrderBooksOf(first.data)
      expect(first.data).toMatchObject({ status: 'PAID', codeUrl: null, amount: 0 })
      expect(first.data.expireAt).toBe(order.createdAt.toISOString())
      expect(order).toMatchObject({ payType: 'FREE', status: 'PAID' })
      expect(payment).toBeUndefined()
      expect(sign.paidAt).toBeInstanceOf(Date)
      expect(await callCreateOrder(student, plan, { payType })).toEqual(first)
      const more = { courseIds: chosenCourseIds(plan, [0, 1, 2]) }
      expect(await callCreateOrder(student, plan, more)).toMatchObject({ key: 'order.alreadyPaid' })
    },
  )
})

describe('payment channels of orders', () => {
  it('the offered channels are those of the gateways', async () => {
    const { token } = await makeStudent()
    expect(await must('GET /order/v1/pay_types', {}, token)).toEqual({
      list: ['DEMO', 'WECHAT', 'ALIPAY'],
      h5: ['WECHAT'],
      jsapi: ['WECHAT'],
    })
    expect(await call('GET /order/v1/pay_types')).toMatchObject({ status: 401 })
  })

  it('refuses FREE for a priced plan and unconfigured channels', async () => {
    const [student, plan] = [await makeStudent(), await makePlan()]
    const answer = await callCreateOrder(student, plan, { payType: 'FREE' })
    expect(answer).toMatchObject({ key: 'order.payTypeUnavailable' })
    const all = await deps()
    const gateways = new Map([...all.gateways].filter(([name]) => name !== 'ALIPAY'))
    const input = { year: plan.year, courseIds: chosenCourseIds(plan), payType: 'ALIPAY' as const }
    await expect(createOrder({ ...all, gateways }, actor(student), input)).rejects.toMatchObject({
      key: 'order.payTypeUnavailable',
    })
  })

  it('without gateways a priced order is refused and a free one accepted', async () => {
    const student = await makeStudent()
    const bare: Deps = { ...(await deps()), gateways: new Map() }
    const sent = async (priceFen: number) => {
      const plan = await makePlan({ priceFen })
      const input = { year: plan.year, courseIds: chosenCourseIds(plan), payType: 'WECHAT' as const }
      return createOrder(bare, actor(student), input)
    }
    await expect(sent(12_000)).rejects.toMatchObject({ key: 'order.noGateway' })
    expect(await sent(0)).toMatchObject({ status: 'PAID' })
    expect(listPayTypes(bare)).toEqual({ list: [], h5: [], jsapi: [] })
  })
})
