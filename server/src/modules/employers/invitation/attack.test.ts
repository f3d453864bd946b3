import { randomUUID } from 'node:crypto'
import { employerCalls } from '@ce/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  inviteStudents,
  listInvitationStates,
  makeEmployer,
  makePaidTeam,
  makeTeam,
  makeTeamOrder,
} from '../../../../test/factories/employer.ts'
import { callCreateOrder, chosenCourseIds, expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { syncChannelClock } from '../../../../test/factories/wechat.ts'
import { call, employerCall, must, mustEmployer } from '../../../../test/world.ts'

afterAll(expectMoneyToAddUp)

type EmployerCall = Parameters<typeof employerCall>[0]
const calls = [...Object.values(employerCalls.invitation), ...Object.values(employerCalls.organisation)].map(
  ({ method, path }) => ({ key: `${method} ${path}` as EmployerCall, method }),
)

const huge = 'x'.repeat(4_000_000)
const nonsense: [string, unknown][] = [
  ['nothing', {}],
  ['a list', []],
  ['a word', 'null'],
  ['objects', { ids: {}, orderNo: {}, planId: {}, importId: {}, invitationId: {}, payType: {} }],
  ['lists', { ids: [[]], orderNo: [''], planId: [], importId: [null], payType: ['WECHAT'] }],
  ['numbers', { ids: [1], orderNo: 1, planId: -1, importId: 1e300, page: 1e30, pageSize: -1 }],
  ['bad letters', { orderNo: '\u0000', ids: ['\ud800'], keyword: '\u0000', fileName: '\udfff' }],
  ['more than fits', { content: huge, ids: [huge], remark: huge }],
  ['too many', { ids: Array.from({ length: 20_000 }, () => randomUUID()) }],
]

describe('calls with the token of an employer', () => {
  it.each(calls)('refuses invalid input sent to $key', async ({ key, method }) => {
    const { token } = await makeEmployer()
    for (const [what, body] of nonsense) {
      if (method === 'GET' && (Array.isArray(body) || what === 'more than fits')) continue
      const input = method === 'GET' ? { page: '0', orderNo: '%00', importId: what } : body
      const answer = await employerCall(key, input, token)
      expect([key, what, answer.status < 500]).toEqual([key, what, true])
      if (key.endsWith('/logout')) return
    }
  })

  it('answers notFound for people, orders and lists of another employer', async () => {
    const [open, paid] = [await makeTeamOrder(1), await makePaidTeam(1)]
    const { token } = await makeEmployer()
    const [held = '', bought = ''] = [...open.ids, ...paid.ids]
    const refund = { id: randomUUID(), invitationId: bought, reason: '离职' }
    const bill = { orderNo: paid.orderNo, titleType: 'COMPANY', email: 'a@example.com' }
    const tries: [EmployerCall, object, string][] = [
      ['POST /invitation/v1/create_order', { ids: [held], payType: 'WECHAT' }, 'invitation'],
      ['POST /invitation/v1/withdraw', { ids: [held, bought] }, 'invitation'],
      ['POST /invitation/v1/change_channel', { ...open, payType: 'ALIPAY' }, 'order'],
      ['POST /invitation/v1/cancel_order', { orderNo: open.orderNo }, 'order'],
      ['GET /invitation/v1/query_status', { orderNo: paid.orderNo }, 'order'],
      ['POST /invitation/v1/request_refund', refund, 'invitation'],
      ['POST /invitation/v1/withdraw_refund', { invitationId: bought }, 'invitation'],
      ['POST /invitation/v1/apply_invoice', bill, 'order'],
      ['GET /invitation/v1/invoice', { orderNo: paid.orderNo }, 'invoice'],
    ]
    for (const [key, input, of] of tries)
      expect([key, (await employerCall(key, input, token)).key]).toEqual([key, `${of}.notFound`])
    expect(await listInvitationStates(open)).toEqual(['PENDING'])
    expect(await listInvitationStates(paid)).toEqual(['STUDYING'])
    expect((await mustEmployer('GET /invitation/v1/orders', {}, token)).total).toBe(0)
    const filter = { planId: open.plan.id }
    expect((await mustEmployer('POST /invitation/v1/list', filter, token)).total).toBe(0)
    // Tokens of students and employers do not work for each other.
    const [student] = open.students
    expect((await employerCall('GET /invitation/v1/orders', {}, student?.token)).status).toBe(401)
    expect((await call('GET /invitation/v1/mine', {}, token)).status).toBe(401)
  })

  it('refuses a whole request of an employer that contains people of another employer', async () => {
    const [own, theirs] = [await makeTeam(1), await makeTeam(1)]
    const ids = [...own.ids, ...theirs.ids]
    const { token } = own.employer
    const order = { ids, payType: 'WECHAT', vouchedFor: ids }
    expect((await employerCall('POST /invitation/v1/create_order', order, token)).key).toBe('invitation.notFound')
    expect((await employerCall('POST /invitation/v1/withdraw', { ids }, token)).key).toBe('invitation.notFound')
    expect(await listInvitationStates(own)).toEqual(['CONFIRMED'])
    expect(await listInvitationStates(theirs)).toEqual(['CONFIRMED'])
  })
})

describe('calls with the token of a student', () => {
  it('a student cannot answer an invitation of somebody else', async () => {
    const [employer, plan] = [await makeEmployer(), await makePlan()]
    const [student, stranger] = [await makeStudent(), await makeStudent()]
    const [id = ''] = await inviteStudents(employer, plan, [student])
    const yes = { id, courseIds: chosenCourseIds(plan) }
    for (let round = 0; round < 2; round += 1) {
      const answers = [
        await call('POST /invitation/v1/confirm', yes, stranger.token),
        await call('POST /invitation/v1/decline', { id }, stranger.token),
      ]
      expect(answers.map(({ key }) => key)).toEqual(Array(2).fill('invitation.notFound'))
      await must('POST /invitation/v1/confirm', yes, student.token)
    }
  })
})

describe('races of invitations', () => {
  it('of simultaneous order, withdrawal, removal and own payment for one person only one succeeds', async () => {
    await syncChannelClock()
    for (let round = 0; round < 5; round += 1) {
      const team = await makeTeam(2)
      const { employer, ids, plan, students } = team
      const [first, second] = students
      if (!first || !second) throw new Error('nobody')
      const [id = ''] = ids
      const wish = { ids, payType: 'WECHAT' }
      const [made, left, alone, off, again] = await Promise.all([
        employerCall('POST /invitation/v1/create_order', wish, employer.token),
        call('POST /invitation/v1/decline', { id }, first.token),
        callCreateOrder(second, plan, { payType: 'ALIPAY' }),
        employerCall('POST /invitation/v1/withdraw', { ids: [id] }, employer.token),
        employerCall('POST /invitation/v1/create_order', wish, employer.token),
      ])
      for (const { status } of [made, left, alone, off, again]) expect(status).toBeLessThan(500)
      const { list } = await mustEmployer('GET /invitation/v1/orders', {}, employer.token)
      if (made.code === 1 || again.code === 1) {
        expect([left.key, off.key]).toEqual(['invitation.ordered', 'invitation.ordered'])
        expect(alone.key).toBe('order.employerPays')
        expect(list).toMatchObject([{ status: 'PENDING', lines: [{}, {}] }])
        expect(await listInvitationStates(team)).toEqual(['PENDING', 'PENDING'])
      } else {
        expect(list).toEqual([])
        expect([left.code, off.code, alone.code]).toContain(1)
      }
    }
  })
})
