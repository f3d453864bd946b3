import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { makeEmployer, type TestEmployer } from '../../../test/factories/employer.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { deps, employerCall, must, mustEmployer } from '../../../test/world.ts'
import type { Deps } from '../../platform/deps.ts'
import type { EmployerAtWork } from '../../platform/employer-calls.ts'
import { SettingsReader } from '../../platform/settings.ts'
import { exportMembers } from './service/export.ts'
import { tellNamed } from './service/tell.ts'
import { writeList } from './service/write.ts'

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

/** Each employer may write one list a day, and take one out. */
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

const atWork = ({ id, creditCode }: TestEmployer): EmployerAtWork => ({
  ...{ organisationId: id, name: '', creditCode },
  ...{ mustChangePassword: false, tokenHash: '', ip: '' },
})

it('tells a person once, however often they are taken off the list and named again', async () => {
  const [employer, other] = [await makeEmployer(), await makeEmployer()]
  const [plan, student] = [await makePlan(), await makeStudent()]
  const told = async () => (await must('GET /message/v1/list', {}, student.token)).total
  const name = async ({ token }: TestEmployer) => {
    const list = listOf(plan, [student])
    await mustEmployer(check, list, token)
    await mustEmployer(write, { importId: list.importId }, token)
    await tellNamed(await deps())
  }
  for (let round = 0; round < 3; round += 1) {
    await name(employer)
    const ids = await namedBy(employer, plan)
    expect(ids).toHaveLength(1)
    await mustEmployer('POST /invitation/v1/withdraw', { ids }, employer.token)
  }
  expect(await told()).toBe(1)
  await name(employer)
  // what is offered now stands there all the same
  expect((await must('GET /invitation/v1/mine', {}, student.token)).list).toMatchObject([
    { state: 'INVITED', mayConfirm: true },
  ])
  expect(await told()).toBe(1)
  await name(other)
  expect(await told()).toBe(2)
})

it('refuses a list more than a day has, and names nobody of it', async () => {
  const [employer, plan] = [await makeEmployer(), await makePlan()]
  const [one, two] = [await makeStudent(), await makeStudent()]
  const first = listOf(plan, [one])
  await mustEmployer(check, first, employer.token)
  await writeList(await once(), atWork(employer), first.importId)
  const second = listOf(plan, [two])
  await mustEmployer(check, second, employer.token)
  await expect(writeList(await once(), atWork(employer), second.importId)).rejects.toMatchObject({
    key: 'invitation.listsSpent',
  })
  expect(await namedBy(employer, plan)).toHaveLength(1)
  expect(await auditOf(second.importId)).toEqual([])
  // the first once more is a repeat
  expect(await writeList(await once(), atWork(employer), first.importId)).toMatchObject({
    state: 'DONE',
  })
})

it('refuses an export more than a day has, also of those asked for at once', async () => {
  const [employer, plan, few] = [await makeEmployer(), await makePlan(), await once()]
  const asked = [1, 2, 3].map(() => exportMembers(few, atWork(employer), plan.id))
  const answers = await Promise.allSettled(asked)
  const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const spent = { key: 'invitation.exportsSpent' }
  expect(refused).toMatchObject([spent, spent])
})

it('keeps the newest report of a year, and what was written', async () => {
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
  for (const list of [written, otherYear, newest])
    expect(await state(list)).toMatchObject({ code: 1 })
})
