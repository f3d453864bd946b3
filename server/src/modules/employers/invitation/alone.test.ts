import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  inviteStudents,
  listInvitationStates,
  makeEmployer,
  makeTeam,
  makeTeamOrder,
} from '../../../../test/factories/employer.ts'
import { callCreateOrder, expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import { approveTestRefund } from '../../../../test/factories/refund.ts'
import type { TestStudent } from '../../../../test/factories/student.ts'
import {
  createChannelNotificationOf,
  deliverNotification,
  makeWechatOrder,
  payAtWechat,
} from '../../../../test/factories/wechat.ts'
import { employerCall, must, mustEmployer } from '../../../../test/world.ts'
import { employerPaymentObstacle } from './member-state.ts'

afterAll(expectMoneyToAddUp)

const create = 'POST /invitation/v1/create_order'

const mine = async ({ token }: TestStudent) => (await must('GET /invitation/v1/mine', {}, token)).list

async function makePair() {
  const team = await makeTeam(2)
  const [student, other] = team.students
  if (!student || !other) throw new Error('nobody')
  return { ...team, student, other, wish: { ids: team.ids, payType: 'WECHAT' } }
}

describe('a student who agreed but pays alone', () => {
  it('a student who pays alone sees this state, and the employer cannot order for that student', async () => {
    const { employer, plan, student, other, wish, ...team } = await makePair()
    expect(await mine(student)).toMatchObject([{ obstacle: null, signId: null }])
    const own = await makeWechatOrder({ student, plan })
    expect(await mine(student)).toMatchObject([
      { state: 'CONFIRMED', payment: 'NONE', obstacle: 'ORDERED', signId: own.signId },
    ])
    expect(await employerCall(create, wish, employer.token)).toMatchObject({
      key: 'invitation.paidElsewhere',
    })
    await payAtWechat(own)
    await deliverNotification(await createChannelNotificationOf(own))
    expect(await mine(student)).toMatchObject([
      {
        ...{ state: 'CONFIRMED', payment: 'NONE', obstacle: 'PAID', signId: own.signId },
        ...{ mayConfirm: false, mayDecline: true },
      },
    ])
    expect(await employerCall(create, wish, employer.token)).toMatchObject({
      key: 'invitation.paidElsewhere',
      // The name appears once, because only one student is concerned.
      msg: expect.stringContaining(`（${student.name}）`),
    })
    expect((await mustEmployer('GET /invitation/v1/orders', {}, employer.token)).list).toEqual([])
    expect(await listInvitationStates({ employer, plan, ...team })).toEqual(['ELSEWHERE', 'CONFIRMED'])
    const rest = { ...wish, ids: team.ids.slice(1) }
    expect((await mustEmployer(create, rest, employer.token)).amount).toBe(12_000)
    expect(await mine(other)).toMatchObject([{ payment: 'PENDING', obstacle: null }])
  })

  it('a refund of their own payment restores the agreement of the student with the employer', async () => {
    const { employer, plan, student, wish, ...team } = await makePair()
    const own = await makeWechatOrder({ student, plan })
    await payAtWechat(own)
    await deliverNotification(await createChannelNotificationOf(own))
    const id = randomUUID()
    const asked = { id, orderNo: own.orderNo, reason: '由单位缴费' }
    await must('POST /order/v1/request_refund', asked, student.token)
    await approveTestRefund(id)
    expect(await mine(student)).toMatchObject([{ payment: 'NONE', obstacle: null }])
    expect(await listInvitationStates({ employer, plan, ...team })).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect((await mustEmployer(create, wish, employer.token)).amount).toBe(24_000)
  })

  it('only the employer with whom the student agreed sees that the student paid alone', async () => {
    const free = await makePlan({ priceFen: 0 })
    const team = await makeTeam(1, { plan: free })
    const [student] = team.students
    if (!student) throw new Error('nobody')
    const second = { ...team, employer: await makeEmployer() }
    second.ids = await inviteStudents(second.employer, free, [student])
    await callCreateOrder(student, free, { payType: 'FREE' })
    expect(await mine(student)).toMatchObject([{ obstacle: 'PAID' }, { obstacle: 'PAID' }])
    expect(await listInvitationStates(team)).toEqual(['ELSEWHERE'])
    expect(await listInvitationStates(second)).toEqual(['INVITED'])
    await must('POST /invitation/v1/decline', { id: team.ids[0] ?? '' }, student.token)
    expect(await listInvitationStates(team)).toEqual(['DECLINED'])
  })
})

it('an agreement with another employer is shown to the student, but not to an employer that invites later', async () => {
  const { plan, students } = await makeTeamOrder(1)
  const [student] = students
  if (!student) throw new Error('nobody')
  const second = await makeEmployer()
  const [id = ''] = await inviteStudents(second, plan, [student])
  const own = (await mine(student)).find((row) => row.id === id)
  expect(own).toMatchObject({ state: 'INVITED', obstacle: 'OTHER', mayConfirm: false })
  const team = { employer: second, plan, students, ids: [id] }
  expect(await listInvitationStates(team)).toEqual(['INVITED'])
})

describe('obstacles to a payment by the employer', () => {
  const row = { organisationId: 'a', organisationDisabledAt: null }
  const open = { state: 'OPEN' } as const
  const nothing = { sign: undefined, live: undefined, other: false }

  it('employerPaymentObstacle reports no obstacle, closed sign-up or a disabled employer account', () => {
    expect(employerPaymentObstacle(row, open, nothing)).toBeNull()
    expect(employerPaymentObstacle(row, { state: 'UPCOMING' }, nothing)).toBeNull()
    expect(employerPaymentObstacle(row, { state: 'CLOSED' }, nothing)).toBe('CLOSED')
    const disabled = { ...row, organisationDisabledAt: new Date() }
    expect(employerPaymentObstacle(disabled, open, nothing)).toBe('DISABLED')
    expect(employerPaymentObstacle(disabled, open, { ...nothing, other: true })).toBe('OTHER')
  })
})
