import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { makeEmployer, type TestEmployer } from '../../../../test/factories/employer.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { deps, employerCall, must, mustEmployer } from '../../../../test/world.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmployerCaller } from '../../../platform/employer-calls.ts'
import { SettingsReader } from '../../../platform/settings.ts'
import { writeInvitationList } from './service/import-list.ts'
import { exportEmployerMembers } from './service/members.ts'
import { notifyInvitedStudents } from './service/notify.ts'

const check = 'POST /invitation/v1/check'
const write = 'POST /invitation/v1/write'

const listOf = (plan: { id: string }, people: { name: string; idNo: string }[]) => {
  const lines = ['姓名,身份证号', ...people.map(({ name, idNo }) => `${name},${idNo}`)]
  const content = Buffer.from(lines.join('\n')).toString('base64')
  return { importId: randomUUID(), planId: plan.id, fileName: '名单.csv', content, mapping: null }
}

async function namedBy(employer: TestEmployer, plan: { id: string }): Promise<string[]> {
  const named = await mustEmployer('POST /invitation/v1/list', { planId: plan.id }, employer.token)
  return named.list.map(({ id }) => id)
}

/** Limits each employer to one list and one export a day. */
async function once(): Promise<Deps> {
  class Once extends SettingsReader {
    override async all() {
      const one = { 'invitation.listsPerDay': 1, 'invitation.exportsPerDay': 1 }
      return { ...(await super.all()), ...one }
    }
  }
  const all = await deps()
  return { ...all, settings: new Once(all.db) }
}

const atWork = ({ id, creditCode }: TestEmployer): EmployerCaller => ({
  ...{ organisationId: id, name: '', creditCode },
  ...{ mustChangePassword: false, tokenHash: '', ip: '' },
})

it('notifies a person once, however often the employer list changes', async () => {
  const [employer, other] = [await makeEmployer(), await makeEmployer()]
  const [plan, student] = [await makePlan(), await makeStudent()]
  const told = async () => (await must('GET /message/v1/list', {}, student.token)).total
  const name = async ({ token }: TestEmployer) => {
    const list = listOf(plan, [student])
    await mustEmployer(check, list, token)
    await mustEmployer(write, { importId: list.importId }, token)
    await notifyInvitedStudents(await deps())
  }
  for (let round = 0; round < 3; round += 1) {
    await name(employer)
    const ids = await namedBy(employer, plan)
    expect(ids).toHaveLength(1)
    await mustEmployer('POST /invitation/v1/withdraw', { ids }, employer.token)
  }
  expect(await told()).toBe(1)
  await name(employer)
  expect((await must('GET /invitation/v1/mine', {}, student.token)).list).toMatchObject([
    { state: 'INVITED', mayConfirm: true },
  ])
  expect(await told()).toBe(1)
  await name(other)
  expect(await told()).toBe(2)
})

it('refuses a second list of the day from an employer and invites nobody on it', async () => {
  const [employer, plan] = [await makeEmployer(), await makePlan()]
  const [one, two] = [await makeStudent(), await makeStudent()]
  const first = listOf(plan, [one])
  await mustEmployer(check, first, employer.token)
  await writeInvitationList(await once(), atWork(employer), first.importId)
  const second = listOf(plan, [two])
  await mustEmployer(check, second, employer.token)
  await expect(writeInvitationList(await once(), atWork(employer), second.importId)).rejects.toMatchObject({
    key: 'invitation.listsSpent',
  })
  expect(await namedBy(employer, plan)).toHaveLength(1)
  expect(await listAuditRowsOf(second.importId)).toEqual([])
  expect(await writeInvitationList(await once(), atWork(employer), first.importId)).toMatchObject({
    state: 'DONE',
  })
})

it('refuses a second export of an employer list a day, also when simultaneous', async () => {
  const [employer, plan, few] = [await makeEmployer(), await makePlan(), await once()]
  const asked = [1, 2, 3].map(() => exportEmployerMembers(few, atWork(employer), plan.id))
  const answers = await Promise.allSettled(asked)
  const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const spent = { key: 'invitation.exportsSpent' }
  expect(refused).toMatchObject([spent, spent])
})

it('keeps the newest list report of an employer and year, and the people already written', async () => {
  const employer = await makeEmployer()
  const [plan, next] = [await makePlan(), await makePlan()]
  const student = await makeStudent()
  const [written, left, newest] = [1, 2, 3].map(() => listOf(plan, [student]))
  const otherYear = listOf(next, [student])
  const checked = (list = otherYear) => mustEmployer(check, list, employer.token)
  await checked(written)
  await mustEmployer(write, { importId: written?.importId ?? '' }, employer.token)
  for (const list of [otherYear, left, newest]) await checked(list)
  const state = (list = otherYear) => {
    const { importId } = list
    return employerCall('GET /invitation/v1/check_state', { importId }, employer.token)
  }
  expect(await state(left)).toMatchObject({ key: 'invitation.importNotFound' })
  for (const list of [written, otherYear, newest]) expect(await state(list)).toMatchObject({ code: 1 })
})
