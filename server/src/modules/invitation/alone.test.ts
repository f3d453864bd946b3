import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import {
  invite,
  makeEmployer,
  makeTeam,
  makeTeamOrder,
  statesOf,
} from '../../../test/factories/employer.ts'
import { expectMoneyToAddUp, tryOrder } from '../../../test/factories/order.ts'
import { grantRefund } from '../../../test/factories/refund.ts'
import type { TestStudent } from '../../../test/factories/student.ts'
import { deliver, makeWechatOrder, messageOf, pay } from '../../../test/factories/wechat.ts'
import { employerCall, must, mustEmployer } from '../../../test/world.ts'
import { obstacleTo } from './obstacle.ts'

afterAll(expectMoneyToAddUp)

const create = 'POST /invitation/v1/create_order'

const mine = async ({ token }: TestStudent) =>
  (await must('GET /invitation/v1/mine', {}, token)).list

/** A team of two; the first of them is the one who goes alone. */
async function makePair() {
  const team = await makeTeam(2)
  const [student, other] = team.students
  if (!student || !other) throw new Error('nobody')
  return { ...team, student, other, wish: { ids: team.ids, payType: 'WECHAT' } }
}

describe('a student who agreed, and pays alone', () => {
  it('is told so, not that the employer is to pay; no order of the employer’s is made for them', async () => {
    const { employer, plan, student, other, wish, ...team } = await makePair()
    expect(await mine(student)).toMatchObject([{ obstacle: null, signId: null }])
    const own = await makeWechatOrder({ student, plan })
    expect(await mine(student)).toMatchObject([
      { state: 'CONFIRMED', payment: 'NONE', obstacle: 'ORDERED', signId: own.signId },
    ])
    expect(await employerCall(create, wish, employer.token)).toMatchObject({
      key: 'invitation.paidElsewhere',
    })
    await pay(own)
    await deliver(await messageOf(own))
    expect(await mine(student)).toMatchObject([
      {
        ...{ state: 'CONFIRMED', payment: 'NONE', obstacle: 'PAID', signId: own.signId },
        ...{ mayConfirm: false, mayDecline: true },
      },
    ])
    expect(await employerCall(create, wish, employer.token)).toMatchObject({
      key: 'invitation.paidElsewhere',
      // only that one: of both it would be the name twice
      msg: expect.stringContaining(`（${student.name}）`),
    })
    expect((await mustEmployer('GET /invitation/v1/orders', {}, employer.token)).list).toEqual([])
    expect(await statesOf({ employer, plan, ...team })).toEqual(['ELSEWHERE', 'CONFIRMED'])
    // the other one is not held up by it
    const rest = { ...wish, ids: team.ids.slice(1) }
    expect((await mustEmployer(create, rest, employer.token)).amount).toBe(12_000)
    expect(await mine(other)).toMatchObject([{ payment: 'PENDING', obstacle: null }])
  })

  it('is agreed as before once that money is back', async () => {
    const { employer, plan, student, wish, ...team } = await makePair()
    const own = await makeWechatOrder({ student, plan })
    await pay(own)
    await deliver(await messageOf(own))
    const id = randomUUID()
    const asked = { id, orderNo: own.orderNo, reason: '由单位缴费' }
    await must('POST /order/v1/request_refund', asked, student.token)
    await grantRefund(id)
    expect(await mine(student)).toMatchObject([{ payment: 'NONE', obstacle: null }])
    expect(await statesOf({ employer, plan, ...team })).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect((await mustEmployer(create, wish, employer.token)).amount).toBe(24_000)
  })

  it('may take the agreement back: the employer learns no more than that', async () => {
    const free = await makePlan({ priceFen: 0 })
    const team = await makeTeam(1, { plan: free })
    const [student] = team.students
    if (!student) throw new Error('nobody')
    const second = { ...team, employer: await makeEmployer() }
    second.ids = await invite(second.employer, free, [student])
    await tryOrder(student, free, { payType: 'FREE' })
    expect(await mine(student)).toMatchObject([{ obstacle: 'PAID' }, { obstacle: 'PAID' }])
    expect(await statesOf(team)).toEqual(['ELSEWHERE'])
    // of who has not answered nothing is told
    expect(await statesOf(second)).toEqual(['INVITED'])
    await must('POST /invitation/v1/decline', { id: team.ids[0] ?? '' }, student.token)
    expect(await statesOf(team)).toEqual(['DECLINED'])
  })
})

it('whoever agreed to another employer is told that; this one learns nothing of it', async () => {
  const { plan, students } = await makeTeamOrder(1)
  const [student] = students
  if (!student) throw new Error('nobody')
  const second = await makeEmployer()
  const [id = ''] = await invite(second, plan, [student])
  const own = (await mine(student)).find((row) => row.id === id)
  expect(own).toMatchObject({ state: 'INVITED', obstacle: 'OTHER', mayConfirm: false })
  const team = { employer: second, plan, students, ids: [id] }
  expect(await statesOf(team)).toEqual(['INVITED'])
})

describe('what keeps an employer from paying', () => {
  const row = { organisationId: 'a', organisationDisabledAt: null }
  const open = { state: 'OPEN' } as const
  const nothing = { sign: undefined, live: undefined, other: false }

  it('is nothing, that the year takes no sign-ups, or that the account is disabled', () => {
    expect(obstacleTo(row, open, nothing)).toBeNull()
    expect(obstacleTo(row, { state: 'UPCOMING' }, nothing)).toBeNull()
    expect(obstacleTo(row, { state: 'CLOSED' }, nothing)).toBe('CLOSED')
    const disabled = { ...row, organisationDisabledAt: new Date() }
    expect(obstacleTo(disabled, open, nothing)).toBe('DISABLED')
    expect(obstacleTo(disabled, open, { ...nothing, other: true })).toBe('OTHER')
  })
})
