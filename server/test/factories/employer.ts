import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addInvitations } from '../../src/modules/invitation/service.ts'
import { addOrganisation } from '../../src/modules/organisation/service.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { deps, must, mustEmployer } from '../world.ts'
import { makePlan, type TestPlan } from './catalogue.ts'
import { newCreditCode } from './invoice.ts'
import { choiceOf } from './order.ts'
import { hashOnce } from './password.ts'
import { grantRefund } from './refund.ts'
import { sheetRows } from './sheet.ts'
import { makeStudent, type TestStudent } from './student.ts'
import { deliver, messageOf, pay, syncClock } from './wechat.ts'

export interface TestEmployer {
  id: string
  token: string
  name: string
  creditCode: string
  /** plain, as clients send it */
  password: string
}

/** An employer nobody else uses, signed in. */
export async function makeEmployer(
  options: { mustChangePassword?: boolean } = {},
): Promise<TestEmployer> {
  const { db, organisationSessions } = await deps()
  const id = randomUUID()
  const creditCode = newCreditCode()
  const about = { name: `测试大药房${creditCode.slice(-6)}`, creditCode }
  const password = 'Aa1!secret'
  const passwordHash = await hashOnce(password)
  const { mustChangePassword = false } = options
  const contact = { contactName: '联系人', contactPhone: '0571-88888888' }
  await inTransaction(db, (tx) =>
    addOrganisation(tx, { ...about, ...contact, id, passwordHash, mustChangePassword }),
  )
  return { ...about, password, id, token: await organisationSessions.issue(db, id) }
}

/** The employer names these students; the ids of their invitations, in their order. */
export async function invite(
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

/** The student agrees, to the required courses. */
export async function agree(student: TestStudent, id: string, plan: TestPlan): Promise<void> {
  await must('POST /invitation/v1/confirm', { id, courseIds: choiceOf(plan) }, student.token)
}

export interface TestTeam {
  employer: TestEmployer
  plan: TestPlan
  students: TestStudent[]
  /** of their invitations */
  ids: string[]
}

/** An employer with students who agreed. */
export async function makeTeam(
  size = 2,
  given: { plan?: TestPlan; employer?: TestEmployer } = {},
): Promise<TestTeam> {
  const plan = given.plan ?? (await makePlan())
  const employer = given.employer ?? (await makeEmployer())
  const students: TestStudent[] = []
  for (let at = 0; at < size; at += 1) students.push(await makeStudent())
  const ids = await invite(employer, plan, students)
  for (const [at, student] of students.entries()) await agree(student, ids[at] ?? '', plan)
  return { employer, plan, students, ids }
}

export interface TestTeamOrder extends TestTeam {
  orderNo: string
  outTradeNo: string
}

/** The same with an order for all of them, waiting to be paid at the simulated channel. */
export async function makeTeamOrder(
  size = 2,
  given: Parameters<typeof makeTeam>[1] = {},
): Promise<TestTeamOrder> {
  await syncClock()
  const team = await makeTeam(size, given)
  const { employer, ids } = team
  const input = { ids, payType: 'WECHAT' } as const
  const made = await mustEmployer('POST /invitation/v1/create_order', input, employer.token)
  expect(made).toMatchObject({ status: 'PENDING', amount: 12_000 * size })
  return { ...team, orderNo: made.orderNo, outTradeNo: `${made.orderNo}P1` }
}

/** What the employer is told of each of its people of a year. */
export async function statesOf({ employer, plan, ids }: TestTeam): Promise<string[]> {
  const filter = { planId: plan.id, pageSize: '100' }
  const { list } = await mustEmployer('POST /invitation/v1/list', filter, employer.token)
  return ids.map((id) => list.find((row) => row.id === id)?.state ?? 'NONE')
}

/** A page of an employer's orders, newest first. */
export async function ordersOf({ employer }: TestTeam) {
  return (await mustEmployer('GET /invitation/v1/orders', {}, employer.token)).list
}

/** The list of a year as the employer takes it with it: a row for the titles, and one for everybody. */
export async function exportedRows(employer: TestEmployer, planId: string): Promise<string[][]> {
  const { content } = await mustEmployer('POST /invitation/v1/export', { planId }, employer.token)
  return await sheetRows(Buffer.from(content, 'base64'))
}

/** The same, paid. */
export async function makePaidTeam(size = 2): Promise<TestTeamOrder> {
  const order = await makeTeamOrder(size)
  await pay(order)
  expect((await deliver(await messageOf(order))).status).toBe(200)
  return order
}

/** The employer asks for the money of one of them. */
export async function askBack({ employer, ids, orderNo }: TestTeamOrder, place: number) {
  const id = randomUUID()
  const wish = { id, invitationId: ids[place] ?? '', reason: '员工离职' }
  await mustEmployer('POST /invitation/v1/request_refund', wish, employer.token)
  return { id, orderNo }
}

/** The same, and finance agree. */
export async function giveBack(team: TestTeamOrder, place: number): Promise<void> {
  await grantRefund((await askBack(team, place)).id)
}
