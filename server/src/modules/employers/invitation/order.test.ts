import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  listInvitationStates,
  listTeamOrders,
  makeEmployer,
  makeTeam,
  makeTeamOrder,
} from '../../../../test/factories/employer.ts'
import { callCreateOrder, expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { controlChannel, makePaidWechatOrder, payAtWechat } from '../../../../test/factories/wechat.ts'
import { call, deps, employerCall, must, mustEmployer } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'

afterEach(() => controlChannel('refundOutcome', { outcome: 'SUCCESS' }))
afterAll(expectMoneyToAddUp)

const create = 'POST /invitation/v1/create_order'
const query = 'GET /invitation/v1/query_status'
const cancel = 'POST /invitation/v1/cancel_order'

describe('orders of an employer', () => {
  it('a student cannot pay an employer order and sees which employer will pay', async () => {
    const { students, plan } = await makeTeamOrder(1)
    const token = students[0]?.token
    const unpaid = { year: plan.year, employerPays: true }
    const { list } = await must('GET /course/v1/my_course', {}, token)
    expect(list).toMatchObject([{ ...unpaid, state: 'UNPAID' }])
    const years = await must('GET /course/v1/year_list', {}, token)
    expect(years.list.find(({ year }) => year === plan.year)).toMatchObject(unpaid)
    const plans = await must('GET /course/v1/year_plan', {}, token)
    expect(plans.list.find(({ year }) => year === plan.year)).toMatchObject({
      ...{ step: 'EMPLOYER', price: 0, until: null },
    })
    const { todo } = await must('GET /course/v1/my_anlysis', {}, token)
    expect(todo.filter(({ year }) => year === plan.year)).toEqual([])
  })

  it('an employer order has a line for each person and pays all their sign-ups at once', async () => {
    const order = await makeTeamOrder(3)
    const { employer, ids, students, orderNo } = order
    expect(await listInvitationStates(order)).toEqual(['PENDING', 'PENDING', 'PENDING'])
    const same = { ids: ids.toReversed(), payType: 'WECHAT' }
    expect((await mustEmployer(create, same, employer.token)).orderNo).toBe(orderNo)
    await payAtWechat(order)
    const status = await mustEmployer(query, { orderNo, paid: '1' }, employer.token)
    expect(status.status).toBe('PAID')
    expect(await listInvitationStates(order)).toEqual(['STUDYING', 'STUDYING', 'STUDYING'])
    expect(await listTeamOrders(order)).toMatchObject([
      { orderNo, status: 'PAID', amount: 36_000, kept: 36_000, lines: [{}, {}, {}] },
    ])
    const [student] = students
    const mine = await must('GET /course/v1/my_course', {}, student?.token)
    expect(mine.list).toMatchObject([{ state: 'STUDYING' }])
    const messages = await must('GET /message/v1/list', {}, student?.token)
    expect(messages.list[0]?.body).toContain('您的单位已为您缴纳')
    expect((await must('GET /order/v1/my_order', {}, student?.token)).total).toBe(0)
    const invitation = await must('GET /invitation/v1/mine', {}, student?.token)
    expect(invitation.list).toMatchObject([{ payment: 'PAID', mayDecline: false }])
  })

  it('refuses the whole employer order when one person has not agreed or has paid', async () => {
    const team = await makeTeam(2)
    const { employer, plan, ids, students } = team
    const [first, second] = students
    if (!first || !second) throw new Error('nobody')
    const wish = { ids, payType: 'WECHAT' }
    await must('POST /invitation/v1/decline', { id: ids[0] ?? '' }, first.token)
    expect(await employerCall(create, wish, employer.token)).toMatchObject({
      key: 'invitation.notConfirmed',
    })
    expect(await employerCall(create, { ...wish, payType: 'DEMO' }, employer.token)).toMatchObject({
      key: 'invitation.notConfirmed',
    })
    await makePaidWechatOrder({ student: second, plan })
    const one = { ...wish, ids: ids.slice(1) }
    expect(await employerCall(create, one, employer.token)).toMatchObject({
      key: 'invitation.paidElsewhere',
    })
    expect(await listInvitationStates(team)).toEqual(['DECLINED', 'ELSEWHERE'])
    const other = await makeEmployer()
    expect(await employerCall(create, one, other.token)).toMatchObject({
      key: 'invitation.notFound',
    })
    expect(await employerCall(create, { ...one, ids: [] }, employer.token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await employerCall(create, one)).toMatchObject({ status: 401 })
  })

  it('an employer order covers one open year with a price', async () => {
    const employer = await makeEmployer()
    const [here, there] = [await makeTeam(1, { employer }), await makeTeam(1, { employer })]
    const both = { ids: [...here.ids, ...there.ids], payType: 'WECHAT' }
    expect(await employerCall(create, both, employer.token)).toMatchObject({
      key: 'invitation.severalPlans',
    })
    const free = await makeTeam(1, { employer, plan: await makePlan({ priceFen: 0 }) })
    const nothing = { ids: free.ids, payType: 'WECHAT' }
    expect(await employerCall(create, nothing, employer.token)).toMatchObject({
      key: 'invitation.nothingToPay',
    })
    const { db } = await deps()
    const yesterday = new Date((await appNow(db)).getTime() - 3_600_000)
    const plan = db.updateTable('plan').set({ signEndAt: yesterday })
    await plan.where('id', '=', here.plan.id).execute()
    const closed = { ids: here.ids, payType: 'WECHAT' }
    expect(await employerCall(create, closed, employer.token)).toMatchObject({
      key: 'order.planClosed',
    })
  })

  it('a payable employer order blocks own payments and withdrawals of its students', async () => {
    const order = await makeTeamOrder(2)
    const { employer, plan, students, ids, orderNo } = order
    const [student] = students
    if (!student) throw new Error('nobody')
    expect(await callCreateOrder(student, plan, { payType: 'WECHAT' })).toMatchObject({
      key: 'order.employerPays',
    })
    const [id = ''] = ids
    expect(await call('POST /invitation/v1/decline', { id }, student.token)).toMatchObject({
      key: 'invitation.ordered',
    })
    const withdraw = 'POST /invitation/v1/withdraw'
    expect(await employerCall(withdraw, { ids }, employer.token)).toMatchObject({
      key: 'invitation.ordered',
    })
    const one = { ids: [id], payType: 'WECHAT' }
    expect(await employerCall(create, one, employer.token)).toMatchObject({
      key: 'invitation.ordered',
    })
    await mustEmployer(cancel, { orderNo }, employer.token)
    await mustEmployer(cancel, { orderNo }, employer.token)
    expect(await listInvitationStates(order)).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect(await callCreateOrder(student, plan, { payType: 'WECHAT' })).toMatchObject({ code: 1 })
    expect(await employerCall(create, one, employer.token)).toMatchObject({
      key: 'invitation.paidElsewhere',
      msg: expect.not.stringContaining('缴费'),
    })
  })

  it('hides an employer order from other employers, students and staff', async () => {
    const { orderNo, students } = await makeTeamOrder(1)
    const [other, staff] = [await makeEmployer(), await makeStaff({ roles: ['SUPER_ADMIN'] })]
    const [student] = students
    for (const name of [query, cancel] as const) {
      expect(await employerCall(name, { orderNo }, other.token)).toMatchObject({
        key: 'order.notFound',
      })
      expect(await employerCall(name, { orderNo: '?' }, other.token)).toMatchObject({
        key: 'common.invalid',
      })
      for (const token of [undefined, student?.token, staff.token])
        expect(await employerCall(name, { orderNo }, token)).toMatchObject({ status: 401 })
    }
    for (const name of ['GET /order/v1/query_status', 'POST /order/v1/cancel_order'] as const)
      expect(await call(name, { orderNo }, student?.token)).toMatchObject({ key: 'order.notFound' })
    const apply = { orderNo, titleType: 'PERSONAL', title: '某人', email: 'a@example.com' }
    expect(await call('POST /invoice/v1/apply', apply, student?.token)).toMatchObject({
      key: 'order.notFound',
    })
    expect((await mustEmployer('GET /invitation/v1/orders', {}, other.token)).list).toEqual([])
    expect(await employerCall('GET /invitation/v1/orders')).toMatchObject({ status: 401 })
  })
})
