import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  acceptTestInvitation,
  inviteStudents,
  makeEmployer,
  makeTeam,
  makeTeamOrder,
  type TestEmployer,
} from '../../../../test/factories/employer.ts'
import { chosenCourseIds } from '../../../../test/factories/order.ts'
import { createTestPerson, makeStudent, type TestStudent } from '../../../../test/factories/student.ts'
import { syncChannelClock } from '../../../../test/factories/wechat.ts'
import { call, deps, employerCall, must, mustEmployer, waitForBlockedTransaction } from '../../../../test/world.ts'
import { appNow, inTransaction } from '../../../platform/db/database.ts'
import { SettingsReader } from '../../../platform/settings.ts'
import { checkInvitationList, employerListImports, writeInvitationList } from './service/import-list.ts'
import { notifyInvitedStudents } from './service/notify.ts'
import { listNamesOfOrderLines } from './store/members.ts'

const confirm = 'POST /invitation/v1/confirm'
const create = 'POST /invitation/v1/create_order'

const mine = async ({ token }: TestStudent) => (await must('GET /invitation/v1/mine', {}, token)).list

beforeEach(syncChannelClock)

describe('agreements of students with an employer', () => {
  it('an order with an outdated choice of courses is refused and the choice is named', async () => {
    const { employer, plan, ids, students } = await makeTeam(2)
    const [student, other] = students
    if (!student || !other) throw new Error('nobody')
    const [id = ''] = ids
    await must(confirm, { id, courseIds: chosenCourseIds(plan, [0, 1, 2]) }, student.token)
    const { db } = await deps()
    const change = db.updateTable('planCourse').set({ required: true })
    await change.where('id', '=', plan.courses[2]?.planCourseId ?? '').execute()
    const wish = { ids, payType: 'WECHAT' }
    const answer = await employerCall(create, wish, employer.token)
    expect(answer).toMatchObject({
      status: 200,
      key: 'invitation.choiceOutdated',
      msg: expect.stringContaining(other.name),
    })
    expect((await mustEmployer('GET /invitation/v1/orders', {}, employer.token)).list).toEqual([])
    const again = { id: ids[1] ?? '', courseIds: chosenCourseIds(plan, [0, 1, 2]) }
    await must(confirm, again, other.token)
    expect(await employerCall(create, wish, employer.token)).toMatchObject({ code: 1 })
  })

  it('an account that is being erased cannot agree to an invitation', async () => {
    const [employer, plan] = [await makeEmployer(), await makePlan()]
    const [student, kept] = [await makeStudent(), await makeStudent()]
    const [id = ''] = await inviteStudents(employer, plan, [student])
    const { db } = await deps()
    let answer: Promise<{ status: number }> | undefined
    await inTransaction(db, async (tx) => {
      await sql`select from student where id = ${student.id} for update`.execute(tx)
      answer = call(confirm, { id, courseIds: chosenCourseIds(plan) }, student.token)
      await waitForBlockedTransaction(tx)
      await sql`update student set closed_at = app_now(), merged_into = ${kept.id} where id = ${student.id}`.execute(tx)
    })
    expect((await answer)?.status).toBe(401)
    const row = await db
      .selectFrom('organisationInvitation')
      .select(['state', 'studentId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ state: 'INVITED', studentId: null })
  })

  it('refuses the eleventh change of an agreement in 24 hours', async () => {
    const [employer, plan, student] = [await makeEmployer(), await makePlan(), await makeStudent()]
    const [id = ''] = await inviteStudents(employer, plan, [student])
    const takeBack = () => must('POST /invitation/v1/decline', { id }, student.token)
    for (let times = 0; times < 10; times += 1) {
      if (times > 0) await takeBack()
      await acceptTestInvitation(student, id, plan)
    }
    await acceptTestInvitation(student, id, plan)
    await takeBack()
    const wish = { id, courseIds: chosenCourseIds(plan) }
    expect(await call(confirm, wish, student.token)).toMatchObject({
      key: 'invitation.confirmationsSpent',
      msg: '24 小时内最多确认或更改 10 次，请稍后再试',
    })
    const { db } = await deps()
    const rows = db.selectFrom('auditLog').where('subject', '=', id).select('action')
    expect(await rows.execute()).toHaveLength(20)
  })

  it('a student can agree with only one employer per year at a time', async () => {
    const [first, second, plan] = [await makeEmployer(), await makeEmployer(), await makePlan()]
    const student = await makeStudent()
    const [id = ''] = await inviteStudents(first, plan, [student])
    const [other] = await inviteStudents(second, plan, [student])
    const mayConfirm = async () => new Map((await mine(student)).map((row) => [row.id, row.mayConfirm]))
    expect(await mayConfirm()).toEqual(
      new Map([
        [id, true],
        [other, true],
      ]),
    )
    await acceptTestInvitation(student, id, plan)
    expect(await mayConfirm()).toEqual(
      new Map([
        [id, true],
        [other, false],
      ]),
    )
    await mustEmployer(create, { ids: [id], payType: 'WECHAT' }, first.token)
    expect(await mayConfirm()).toEqual(
      new Map([
        [id, false],
        [other, false],
      ]),
    )
  })

  it('an invitation is offered only while sign-up is open', async () => {
    const employer = await makeEmployer()
    const student = await makeStudent()
    const { db } = await deps()
    const now = (await appNow(db)).getTime()
    const hour = 3_600_000
    const early = await makePlan({ signStartAt: new Date(now + hour) })
    const late = await makePlan({ signEndAt: new Date(now - hour) })
    for (const plan of [early, late]) await inviteStudents(employer, plan, [student])
    await notifyInvitedStudents({ db })
    const told = async () => (await must('GET /message/v1/list', {}, student.token)).total
    expect(await told()).toBe(0)
    const open = db.updateTable('plan').set({ signStartAt: new Date(now - hour) })
    await open.where('id', '=', early.id).execute()
    await notifyInvitedStudents({ db })
    expect(await told()).toBe(1)
  })
})

/** Limits an employer to two people a year. */
class Two extends SettingsReader {
  override async all() {
    return { ...(await super.all()), 'organisation.mostNamed': 2 }
  }
}

describe('employers with many people', () => {
  const fewDeps = async () => {
    const all = await deps()
    return { ...all, settings: new Two(all.db) }
  }
  const atWork = ({ id, name, creditCode }: TestEmployer) => {
    const account = { organisationId: id, name, creditCode }
    return { ...account, mustChangePassword: false, tokenHash: '', ip: '' }
  }
  const listOf = (plan: { id: string }, people: { name: string; idNo: string }[]) => {
    const lines = ['姓名,身份证号', ...people.map(({ name, idNo }) => `${name},${idNo}`)]
    const content = Buffer.from(lines.join('\n')).toString('base64')
    const file = { fileName: '名单.csv', content, mapping: null }
    return { importId: randomUUID(), planId: plan.id, ...file }
  }

  it('refuses a whole employer list that exceeds the yearly limit of people', async () => {
    const { employer, plan, ids } = await makeTeam(2)
    const input = listOf(plan, [createTestPerson()])
    await mustEmployer('POST /invitation/v1/check', input, employer.token)
    const few = await fewDeps()
    const write = () => writeInvitationList(few, atWork(employer), input.importId)
    await expect(write()).rejects.toMatchObject({ key: 'invitation.tooMany' })
    const list = 'POST /invitation/v1/list'
    expect((await mustEmployer(list, { planId: plan.id }, employer.token)).total).toBe(2)
    const gone = { ids: ids.slice(1) }
    await mustEmployer('POST /invitation/v1/withdraw', gone, employer.token)
    await write()
    expect((await mustEmployer(list, { planId: plan.id }, employer.token)).total).toBe(2)
  })

  it('the check of an employer list names the rows above the yearly limit', async () => {
    const { employer, plan, students } = await makeTeam(1)
    const [named] = students
    if (!named) throw new Error('nobody')
    const input = listOf(plan, [createTestPerson(), named, createTestPerson(), createTestPerson()])
    const few = await fewDeps()
    const { counts } = await checkInvitationList(few, atWork(employer), input)
    expect(counts).toMatchObject({ CREATE: 1, SAME: 1, REFUSE: 2 })
    const page = { importId: input.importId, show: 'REFUSE' as const, page: 1, pageSize: 20 }
    const { list } = await employerListImports.readRows({
      deps: few,
      employer: atWork(employer),
      input: page,
    })
    const problem = (count: number) => expect.stringContaining(`最多 2 人，到这一行已有 ${count} 人`)
    expect(list).toMatchObject([
      { no: 4, problems: [{ column: '姓名', problem: problem(3) }] },
      { no: 5, problems: [{ column: '姓名', problem: problem(4) }] },
    ])
    await writeInvitationList(few, atWork(employer), input.importId)
    const all = { planId: plan.id }
    expect((await mustEmployer('POST /invitation/v1/list', all, employer.token)).total).toBe(2)
  })

  it('finds the people of more order lines than one SQL statement may have parameters', async () => {
    const { employer, ids, students } = await makeTeamOrder(1)
    const { db } = await deps()
    const { id } = await db
      .selectFrom('sign')
      .select('id')
      .where('studentId', '=', students[0]?.id ?? '')
      .executeTakeFirstOrThrow()
    // More ids than one statement may have parameters.
    const many = [...Array.from({ length: 66_000 }, () => randomUUID()), id]
    const named = await listNamesOfOrderLines(db, employer.id, many)
    expect(Array.from(named.values())).toMatchObject([{ signId: id, invitationId: ids[0] }])
  })
})
