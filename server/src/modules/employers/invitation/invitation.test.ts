import { randomUUID } from 'node:crypto'
import { memberStateLabels } from '@ce/contract/member-states'
import { describe, expect, it } from 'vitest'
import { listAuditActionsOf } from '../../../../test/audit.ts'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  acceptTestInvitation,
  exportInvitationRows,
  inviteStudents,
  listInvitationStates,
  makeEmployer,
  makeTeam,
  type TestEmployer,
} from '../../../../test/factories/employer.ts'
import { chosenCourseIds } from '../../../../test/factories/order.ts'
import { readSheetTexts } from '../../../../test/factories/sheet.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { createTestPerson, makeStudent } from '../../../../test/factories/student.ts'
import { listMessageTitlesTo } from '../../../../test/told/messages.ts'
import { call, deps, employerCall, must, mustEmployer } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'
import { forgetEmployerListData, notifyInvitedStudents } from './service/notify.ts'

const check = 'POST /invitation/v1/check'
const rowsOf = 'GET /invitation/v1/check_rows'
const write = 'POST /invitation/v1/write'
const returned = 'POST /invitation/v1/returned'
const list = 'POST /invitation/v1/list'
const confirm = 'POST /invitation/v1/confirm'
const decline = 'POST /invitation/v1/decline'

type Person = Pick<ReturnType<typeof createTestPerson>, 'name' | 'idNo' | 'phone'>

function sheetOf(people: Person[]): string {
  const lines = people.map(({ name, idNo, phone }) => `${name},${idNo},${phone}`)
  return Buffer.from(['姓名,身份证号,手机号', ...lines].join('\n')).toString('base64')
}

function dryRun(employer: TestEmployer, planId: string, content: string) {
  const importId = randomUUID()
  const input = { importId, planId, fileName: '名单.csv', content, mapping: null }
  return mustEmployer(check, input, employer.token)
}

describe('lists of an employer', () => {
  it('an employer list is checked without account look-ups and does not reveal who has an account', async () => {
    const [employer, plan] = [await makeEmployer(), await makePlan()]
    const [student, stranger] = [await makeStudent(), createTestPerson('无名氏')]
    const wrong = { ...createTestPerson('王小明'), idNo: '330101199001011234' }
    const { token } = employer
    const content = sheetOf([student, stranger, wrong])
    const report = await dryRun(employer, plan.id, content)
    expect(report).toMatchObject({
      state: 'CHECKED',
      planTitle: `${plan.year} 年度测试计划`,
      total: 3,
      counts: { CREATE: 2, SAME: 0, REFUSE: 1 },
    })
    const { importId } = report
    const shown = await mustEmployer(rowsOf, { importId, show: 'CREATE' }, token)
    expect(shown.list.map(({ problems, action }) => ({ problems, action }))).toEqual([
      { problems: [], action: 'CREATE' },
      { problems: [], action: 'CREATE' },
    ])
    expect(JSON.stringify(shown)).not.toContain(student.idNo)
    expect((await mustEmployer(write, { importId }, token)).state).toBe('DONE')
    expect((await mustEmployer(write, { importId }, token)).state).toBe('DONE')
    const named = await mustEmployer(list, { planId: plan.id }, token)
    expect(named).toMatchObject({ total: 2, counts: { INVITED: 2 } })
    const shape = ({
      name: _,
      id: _id,
      numberEnd: _end,
      invitedAt: _at,
      ...rest
    }: object & {
      name: string
      id: string
      numberEnd: string
      invitedAt: string
    }) => rest
    const may = { mayRefund: false, mayWithdrawRefund: false }
    const nothing = { orderNo: null, refundRequest: null, ...may }
    const alike = { state: 'INVITED', byCertificateOnly: false, ...nothing }
    expect(named.list.map(shape)).toEqual([alike, alike])
    const again = await dryRun(employer, plan.id, content)
    expect(again.counts).toMatchObject({ CREATE: 0, SAME: 2, REFUSE: 1 })
  })

  it('an employer list asks for column names, refuses duplicates and answers a repeat alike', async () => {
    const [employer, plan] = [await makeEmployer(), await makePlan()]
    const { token } = employer
    const person = createTestPerson()
    const text = `姓名,号\n${person.name},${person.idNo}\n${person.name},${person.idNo}`
    const content = Buffer.from(text).toString('base64')
    const { importId, ...asked } = await dryRun(employer, plan.id, content)
    expect(asked).toMatchObject({ state: 'MAPPING', columns: [{ title: '姓名' }, { title: '号' }] })
    expect(await employerCall(write, { importId }, token)).toMatchObject({
      key: 'invitation.notChecked',
    })
    const input = {
      importId: randomUUID(),
      planId: plan.id,
      fileName: '名单.csv',
      content,
      mapping: ['NAME' as const, 'ID_NO' as const],
    }
    const first = await mustEmployer(check, input, token)
    expect(first).toMatchObject({ state: 'CHECKED', counts: { REFUSE: 2 } })
    expect(await mustEmployer(check, input, token)).toEqual(first)
    // The first rows of the list are stored only until the columns are named.
    expect(JSON.stringify(asked)).toContain(person.idNo)
    expect(await employerCall('GET /invitation/v1/check_state', { importId }, token)).toMatchObject({
      key: 'invitation.importNotFound',
    })
    expect(first.columns).toEqual([
      { title: '姓名', samples: [] },
      { title: '号', samples: [] },
    ])
    expect(await mustEmployer('GET /invitation/v1/check_state', { importId: input.importId }, token)).toEqual(first)
    expect(await employerCall(check, { ...input, fileName: '别的.csv' }, token)).toMatchObject({
      key: 'invitation.conflict',
    })
    const empty = {
      ...input,
      importId: randomUUID(),
      content: Buffer.from(' \n').toString('base64'),
    }
    expect(await employerCall(check, empty, token)).toMatchObject({ key: 'invitation.badFile' })
    const nowhere = { ...input, importId: randomUUID(), planId: randomUUID() }
    expect(await employerCall(check, nowhere, token)).toMatchObject({ key: 'invitation.noPlan' })
    expect(await employerCall(check, { ...input, content: '?' }, token)).toMatchObject({
      key: 'common.invalid',
    })
  })

  it('an employer list returns the rows not accepted, and a repeated request changes nothing', async () => {
    const [employer, plan] = [await makeEmployer(), await makePlan()]
    const { token } = employer
    const [good, bad] = [createTestPerson('可列甲'), { ...createTestPerson('错号乙'), phone: '１３８' }]
    const spaced = { ...good, phone: `+86 ${good.phone}`, name: '可列 甲' }
    const { importId, counts } = await dryRun(employer, plan.id, sheetOf([spaced, bad]))
    expect(counts).toMatchObject({ CREATE: 1, CHANGED: 1, REFUSE: 1 })
    expect(await mustEmployer(write, { importId }, token)).toMatchObject({
      ...{ state: 'DONE', written: 1, counts: { WRITTEN: 1, REFUSE: 1 } },
    })
    const file = await mustEmployer(returned, { importId }, token)
    expect(file).toMatchObject({ name: '名单-退回.xlsx', rows: 1 })
    const [titles, row] = await readSheetTexts(Buffer.from(file.content, 'base64'))
    expect(titles).toEqual(['姓名', '身份证号', '手机号', '问题'])
    expect(row).toEqual([bad.name, bad.idNo, '１３８', expect.stringMatching(/^手机号：/)])
    expect(await listAuditActionsOf(importId)).toEqual(['invitation.listed', 'invitation.returned'])
    const again = await dryRun(employer, plan.id, sheetOf([good]))
    expect(again.counts).toMatchObject({ CREATE: 0, SAME: 1, REFUSE: 0 })
    expect(await employerCall(returned, { importId: again.importId }, token)).toMatchObject({
      key: 'invitation.nothingToReturn',
    })
    expect((await mustEmployer(list, { planId: plan.id }, token)).total).toBe(1)
  })

  it('deletes columns and rows of an employer list a month after it was written', async () => {
    const [employer, plan] = [await makeEmployer(), await makePlan()]
    const { importId } = await dryRun(employer, plan.id, sheetOf([createTestPerson()]))
    await mustEmployer(write, { importId }, employer.token)
    const { db } = await deps()
    const old = new Date((await appNow(db)).getTime() - 31 * 86_400_000)
    const change = db.updateTable('organisationImport').set({ createdAt: old })
    await change.where('id', '=', importId).execute()
    await forgetEmployerListData({ db })
    expect(await mustEmployer('GET /invitation/v1/check_state', { importId }, employer.token)).toMatchObject({
      state: 'DONE',
      columns: [],
    })
    expect((await mustEmployer(rowsOf, { importId }, employer.token)).list).toEqual([])
  })

  it('hides an employer list from other employers, students and staff', async () => {
    const [employer, other, plan] = [await makeEmployer(), await makeEmployer(), await makePlan()]
    const [student, staff] = [await makeStudent(), await makeStaff({ roles: ['SUPER_ADMIN'] })]
    const { importId } = await dryRun(employer, plan.id, sheetOf([createTestPerson()]))
    const state = 'GET /invitation/v1/check_state'
    for (const name of [state, rowsOf, write, returned] as const) {
      expect(await employerCall(name, { importId }, other.token)).toMatchObject({
        key: 'invitation.importNotFound',
      })
      expect(await employerCall(name, { importId: 'x' }, other.token)).toMatchObject({
        key: 'common.invalid',
      })
      for (const token of [undefined, student.token, staff.token])
        expect(await employerCall(name, { importId }, token)).toMatchObject({ status: 401 })
    }
    const stolen = {
      importId,
      planId: plan.id,
      fileName: '名单.csv',
      content: 'QUJD',
      mapping: null,
    }
    expect(await employerCall(check, stolen, other.token)).toMatchObject({
      key: 'invitation.importNotFound',
    })
    expect(await employerCall(check, stolen)).toMatchObject({ status: 401 })
    await mustEmployer(write, { importId }, employer.token)
    expect((await mustEmployer(list, { planId: plan.id }, other.token)).total).toBe(0)
    expect(await employerCall(list, { planId: plan.id })).toMatchObject({ status: 401 })
    expect(await employerCall(list, { planId: 'x' }, other.token)).toMatchObject({
      key: 'common.invalid',
    })
  })

  it('people can be removed from an employer list, and the list can be exported', async () => {
    const team = await makeTeam(2)
    const { employer, plan, ids, students } = team
    const other = await makeEmployer()
    const withdraw = 'POST /invitation/v1/withdraw'
    expect(await employerCall(withdraw, { ids }, other.token)).toMatchObject({
      key: 'invitation.notFound',
    })
    expect(await employerCall(withdraw, { ids: [] }, employer.token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await employerCall(withdraw, { ids })).toMatchObject({ status: 401 })
    const gone = { ids: ids.slice(0, 1) }
    expect(await mustEmployer(withdraw, gone, employer.token)).toEqual({ withdrawn: 1 })
    expect(await mustEmployer(withdraw, gone, employer.token)).toEqual({ withdrawn: 0 })
    expect(await listInvitationStates(team)).toEqual(['NONE', 'CONFIRMED'])
    expect(await Promise.all(students.map(listMessageTitlesTo))).toEqual([['单位已将您移出代缴名单'], []])
    const again = { id: ids[0] ?? '', courseIds: chosenCourseIds(plan) }
    expect(await call(confirm, again, students[0]?.token)).toMatchObject({
      key: 'invitation.withdrawn',
    })
    const leave = 'POST /invitation/v1/export'
    const file = await mustEmployer(leave, { planId: plan.id }, employer.token)
    expect(file).toMatchObject({ exported: 1, name: expect.stringContaining('.xlsx') })
    const [, row] = await exportInvitationRows(employer, plan.id)
    expect(row?.slice(0, 4)).toEqual([
      students[1]?.name,
      students[1]?.idNo.slice(-4),
      String(plan.year),
      memberStateLabels.CONFIRMED,
    ])
    expect(await employerCall(leave, { planId: randomUUID() }, employer.token)).toMatchObject({
      key: 'invitation.noPlan',
    })
    expect(await employerCall(leave, {}, employer.token)).toMatchObject({ key: 'common.invalid' })
    expect(await employerCall(leave, { planId: plan.id })).toMatchObject({ status: 401 })
    const plans = 'GET /invitation/v1/plans'
    expect((await mustEmployer(plans, {}, employer.token)).list).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: plan.id, price: 12_000 })]),
    )
    expect(await employerCall(plans)).toMatchObject({ status: 401 })
  })
})

describe('a student named by an employer', () => {
  it('only the matching student gets a message and an invitation', async () => {
    const [employer, plan] = [await makeEmployer(), await makePlan()]
    const [student, other] = [await makeStudent(), await makeStudent({ name: '另一药师' })]
    const [id] = await inviteStudents(employer, plan, [{ ...student }])
    await inviteStudents(employer, plan, [{ ...other, name: '不是此人' }])
    await notifyInvitedStudents(await deps())
    await notifyInvitedStudents(await deps())
    const messages = await must('GET /message/v1/list', {}, student.token)
    expect(messages.list).toMatchObject([{ link: '/system/invitations' }])
    expect((await must('GET /message/v1/list', {}, other.token)).total).toBe(0)
    const mine = await must('GET /invitation/v1/mine', {}, student.token)
    expect(mine.list).toMatchObject([
      {
        id,
        organisationName: employer.name,
        year: plan.year,
        state: 'INVITED',
        payment: 'NONE',
        courseIds: chosenCourseIds(plan),
        mayConfirm: true,
        mayDecline: true,
      },
    ])
    expect((await must('GET /invitation/v1/mine', {}, other.token)).list).toEqual([])
    expect(await call('GET /invitation/v1/mine')).toMatchObject({ status: 401 })
    const answer = { id: id ?? '', courseIds: chosenCourseIds(plan) }
    for (const name of [confirm, decline] as const) {
      expect(await call(name, answer, other.token)).toMatchObject({ key: 'invitation.notFound' })
      expect(await call(name, answer)).toMatchObject({ status: 401 })
      expect(await call(name, { id: 'x' }, other.token)).toMatchObject({ key: 'common.invalid' })
    }
  })

  it('a student who registers later finds the invitation', async () => {
    const [employer, plan] = [await makeEmployer(), await makePlan()]
    const person = createTestPerson()
    await inviteStudents(employer, plan, [{ ...person, id: '', token: '' }])
    const student = await makeStudent()
    const { db } = await deps()
    const { name, idNo } = person
    await db.updateTable('student').set({ name, idNo }).where('id', '=', student.id).execute()
    expect((await must('GET /invitation/v1/mine', {}, student.token)).list).toHaveLength(1)
  })

  it('a student agrees with a choice of courses, changes the choice and withdraws the agreement', async () => {
    const [employer, plan, student] = [await makeEmployer(), await makePlan(), await makeStudent()]
    const [id = ''] = await inviteStudents(employer, plan, [student])
    const team = { employer, plan, students: [student], ids: [id] }
    const few = { id, courseIds: chosenCourseIds(plan, [2]) }
    expect(await call(confirm, few, student.token)).toMatchObject({ key: 'order.requiredMissing' })
    expect(await listInvitationStates(team)).toEqual(['INVITED'])
    await acceptTestInvitation(student, id, plan)
    await acceptTestInvitation(student, id, plan)
    expect(await listInvitationStates(team)).toEqual(['CONFIRMED'])
    const more = chosenCourseIds(plan, [0, 1, 2])
    await must(confirm, { id, courseIds: more }, student.token)
    const mine = await must('GET /invitation/v1/mine', {}, student.token)
    expect(mine.list[0]?.courseIds.toSorted()).toEqual(more.toSorted())
    await must(decline, { id }, student.token)
    await must(decline, { id }, student.token)
    expect(await listInvitationStates(team)).toEqual(['DECLINED'])
    const { db } = await deps()
    const told = await db.selectFrom('auditLog').select('action').where('subject', '=', id).orderBy('id').execute()
    expect(told.map(({ action }) => action)).toEqual([
      'invitation.confirmed',
      'invitation.confirmed',
      'invitation.declined',
    ])
  })

  it('a student agrees with only one employer per year, and only while sign-up is open', async () => {
    const team = await makeTeam(1)
    const { plan, students, ids } = team
    const [student] = students
    if (!student) throw new Error('nobody')
    const second = await makeEmployer()
    const [id = ''] = await inviteStudents(second, plan, [student])
    const answer = { id, courseIds: chosenCourseIds(plan) }
    expect(await call(confirm, answer, student.token)).toMatchObject({
      key: 'invitation.otherEmployer',
    })
    await must(decline, { id: ids[0] ?? '' }, student.token)
    await must(confirm, answer, student.token)
    const now = await appNow((await deps()).db)
    const closed = await makePlan({ signEndAt: new Date(now.getTime() - 1000) })
    const [late = ''] = await inviteStudents(second, closed, [student])
    const lateAnswer = { id: late, courseIds: chosenCourseIds(closed) }
    expect(await call(confirm, lateAnswer, student.token)).toMatchObject({
      key: 'order.planClosed',
    })
  })
})
