import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addInvitations } from '../../src/modules/employers/invitation/service.ts'
import { createSeedOrganisation } from '../../src/modules/employers/organisation/service/desk.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { deps, must, mustEmployer } from '../world.ts'
import { makePlan, type TestPlan } from './catalogue.ts'
import { createTestCreditCode } from './invoice.ts'
import { chosenCourseIds } from './order.ts'
import { hashPasswordOnce } from './password.ts'
import { approveTestRefund } from './refund.ts'
import { readSheetTexts } from './sheet.ts'
import { makeStudent, type TestStudent } from './student.ts'
import { createChannelNotificationOf, deliverNotification, payAtWechat, syncChannelClock } from './wechat.ts'

export interface TestEmployer {
  id: string
  token: string
  name: string
  creditCode: string
  password: string
}

export async function makeEmployer(options: { mustChangePassword?: boolean } = {}): Promise<TestEmployer> {
  const { db, organisationSessions } = await deps()
  const id = randomUUID()
  const creditCode = createTestCreditCode()
  const about = { name: `测试大药房${creditCode.slice(-6)}`, creditCode }
  const password = 'Aa1!secret'
  const passwordHash = await hashPasswordOnce(password)
  const { mustChangePassword = false } = options
  const contact = { contactName: '联系人', contactPhone: '0571-88888888' }
  await inTransaction(db, (tx) =>
    createSeedOrganisation(tx, { ...about, ...contact, id, passwordHash, mustChangePassword }),
  )
  return { ...about, password, id, token: await organisationSessions.issue(db, id) }
}

/** Invites these students as the employer. @returns the invitation ids in the same order */
export async function inviteStudents(
  employer: TestEmployer,
  plan: TestPlan,
  students: TestStudent[],
): Promise<string[]> {
  const { db } = await deps()
  const of = { organisationId: employer.id, planId: plan.id }
  const people = students.map(({ name, idNo }) => ({ name, idNo, certificateNo: null }))
  await inTransaction(db, (tx) => addInvitations(tx, of, people))
  const rows = await db
    .selectFrom('organisationInvitation')
    .select(['id', 'idNo'])
    .where('organisationId', '=', employer.id)
    .where('planId', '=', plan.id)
    .where('state', '<>', 'WITHDRAWN')
    .execute()
  return students.map(({ idNo }) => rows.find((row) => row.idNo === idNo)?.id ?? '')
}

export async function acceptTestInvitation(student: TestStudent, id: string, plan: TestPlan): Promise<void> {
  await must('POST /invitation/v1/confirm', { id, courseIds: chosenCourseIds(plan) }, student.token)
}

export interface TestTeam {
  employer: TestEmployer
  plan: TestPlan
  students: TestStudent[]
  ids: string[]
}

export async function makeTeam(size = 2, given: { plan?: TestPlan; employer?: TestEmployer } = {}): Promise<TestTeam> {
  const plan = given.plan ?? (await makePlan())
  const employer = given.employer ?? (await makeEmployer())
  const students: TestStudent[] = []
  for (let at = 0; at < size; at += 1) students.push(await makeStudent())
  const ids = await inviteStudents(employer, plan, students)
  for (const [at, student] of students.entries()) await acceptTestInvitation(student, ids[at] ?? '', plan)
  return { employer, plan, students, ids }
}

export interface TestTeamOrder extends TestTeam {
  orderNo: string
  outTradeNo: string
}

/** Makes an employer's order that waits for payment at the simulated channel. */
export async function makeTeamOrder(size = 2, given: Parameters<typeof makeTeam>[1] = {}): Promise<TestTeamOrder> {
  await syncChannelClock()
  const team = await makeTeam(size, given)
  const { employer, ids } = team
  const input = { ids, payType: 'WECHAT' } as const
  const made = await mustEmployer('POST /invitation/v1/create_order', input, employer.token)
  expect(made).toMatchObject({ status: 'PENDING', amount: 12_000 * size })
  return { ...team, orderNo: made.orderNo, outTradeNo: `${made.orderNo}P1` }
}

export async function listInvitationStates({ employer, plan, ids }: TestTeam): Promise<string[]> {
  const filter = { planId: plan.id, pageSize: '100' }
  const { list } = await mustEmployer('POST /invitation/v1/list', filter, employer.token)
  return ids.map((id) => list.find((row) => row.id === id)?.state ?? 'NONE')
}

export async function listTeamOrders({ employer }: TestTeam) {
  return (await mustEmployer('GET /invitation/v1/orders', {}, employer.token)).list
}

export async function exportInvitationRows(employer: TestEmployer, planId: string): Promise<string[][]> {
  const { content } = await mustEmployer('POST /invitation/v1/export', { planId }, employer.token)
  return await readSheetTexts(Buffer.from(content, 'base64'))
}

export async function makePaidTeam(size = 2): Promise<TestTeamOrder> {
  const order = await makeTeamOrder(size)
  await payAtWechat(order)
  expect((await deliverNotification(await createChannelNotificationOf(order))).status).toBe(200)
  return order
}

export async function requestTeamRefund({ employer, ids, orderNo }: TestTeamOrder, place: number) {
  const id = randomUUID()
  const wish = { id, invitationId: ids[place] ?? '', reason: '员工离职' }
  await mustEmployer('POST /invitation/v1/request_refund', wish, employer.token)
  return { id, orderNo }
}

export async function refundTeamMember(team: TestTeamOrder, place: number): Promise<void> {
  await approveTestRefund((await requestTeamRefund(team, place)).id)
}
