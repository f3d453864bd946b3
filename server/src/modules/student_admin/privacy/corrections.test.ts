import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { expectCallIsGuarded, expectStudentCallIsGuarded } from '../../../../test/expect-guarded.ts'
import { uploadStudentFile } from '../../../../test/factories/file.ts'
import { makeStudentWithProof } from '../../../../test/factories/hours.ts'
import { makeSign } from '../../../../test/factories/sign.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { createTestIdNo, makeStudent, type TestStudent } from '../../../../test/factories/student.ts'
import { call, deps, must, mustStaff, sendRawRequest, staffCall } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'

const clerk = await makeStaff({ permissions: ['student.read', 'student.edit'] })
const reader = await makeStaff({ permissions: ['student.read'] })

const reason = '登记时写错了一个字'
const wish = (student: TestStudent, change: object = {}) =>
  call(
    'POST /privacy/v1/correct',
    { id: randomUUID(), field: 'NAME', value: '张三封', reason, ...change },
    student.token,
  )
const decide = (id: string, change: object = {}, who = clerk) =>
  staffCall('POST /privacy/v1/decide_correction', { id, decision: 'APPROVED', note: '', ...change }, who.token)
const told = async (student: TestStudent) =>
  (await must('GET /message/v1/list', {}, student.token)).list.filter(({ kind }) => kind === 'ACCOUNT')

describe('correction calls', () => {
  const id = randomUUID()
  it.each([
    ['POST /privacy/v1/correct', { id: 'x' }, 'id'],
    ['POST /privacy/v1/withdraw_correction', { id: 'x' }, 'id'],
  ] as const)('%s requires sign-in and valid input', async (...one) => expectStudentCallIsGuarded(one))
  it('lists correction requests only of the student who is signed in', async () => {
    expect((await call('GET /privacy/v1/corrections')).status).toBe(401)
  })
  it.each([
    ['GET /privacy/v1/corrections', {}, { page: '0' }, 'page'],
    ['GET /privacy/v1/correction', { id }, { id: 'x' }, 'id'],
    [
      'POST /privacy/v1/decide_correction',
      { id, decision: 'APPROVED', note: '' },
      { id, decision: 'REFUSED', note: '' },
      'note',
    ],
  ] as const)('%s refuses calls without sign-in, permission or valid input', async (...one) =>
    expectCallIsGuarded(clerk, one),
  )
  it('staff with only read permission see masked numbers', async () => {
    expect(await staffCall('GET /privacy/v1/correction', { id }, reader.token)).toMatchObject({
      key: 'staff.forbidden',
    })
    expect(await staffCall('GET /privacy/v1/correction', { id }, clerk.token)).toMatchObject({
      key: 'privacy.notFound',
    })
  })
})

describe('requests for corrections', () => {
  it.each([
    [{ field: 'NAME', value: 'Zhang' }, 'value'],
    [{ field: 'ID_NO', value: '330102199001011234' }, 'idType'],
    [{ field: 'ID_NO', idType: 'ID_CARD', value: '330102199001011235' }, 'value'],
    [{ field: 'CERTIFICATE_NO', value: '!' }, 'value'],
    [{ reason: '' }, 'reason'],
  ])('refuses the correction request %o', async (change, field) => {
    const student = await makeStudent()
    expect(await wish(student, change)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { [field]: expect.any(String) } },
    })
    expect((await must('GET /privacy/v1/corrections', {}, student.token)).list).toEqual([])
  })

  it('shows for how many days the setting keeps a correction request', async () => {
    const student = await makeStudent()
    const { settings } = await deps()
    const days = await settings.get('retention.correctionDays')
    expect(await must('GET /privacy/v1/corrections', {}, student.token)).toEqual({
      list: [],
      keptDays: days,
    })
  })

  it('accepts one open correction request per field, and none for the current value', async () => {
    const student = await makeStudent()
    expect(await wish(student, { value: student.name })).toMatchObject({ key: 'privacy.sameAsNow' })
    const id = randomUUID()
    const both = await Promise.all([wish(student, { id }), wish(student, { id })])
    expect(both.map(({ code }) => code)).toEqual([1, 1])
    const others = await Promise.all([wish(student), wish(student, { value: '张三风' })])
    expect(others.map(({ key }) => key)).toEqual(['privacy.correctionOpen', 'privacy.correctionOpen'])
    expect((await wish(student, { field: 'CERTIFICATE_NO', value: 'ZX12345678' })).code).toBe(1)
    expect((await must('GET /privacy/v1/corrections', {}, student.token)).list).toHaveLength(2)
  })

  it('refuses a different correction request under the same id', async () => {
    const student = await makeStudent()
    const id = randomUUID()
    await wish(student, { id })
    const { id: fileId } = await uploadStudentFile(student, 'EVIDENCE')
    const others = [{ value: '张三风' }, { field: 'CERTIFICATE_NO', value: 'ZX12345678' }]
    for (const change of [...others, { reason: '另一个原因' }, { fileId }])
      expect(await wish(student, { id, ...change })).toMatchObject({ key: 'common.keyUsed' })
    expect((await must('GET /privacy/v1/corrections', {}, student.token)).list).toMatchObject([
      { id, value: '张三封', reason, fileName: null },
    ])
    expect((await wish(student, { id })).code).toBe(1)
  })

  it('limits correction requests to ten in 24 hours, including withdrawn ones', async () => {
    const student = await makeStudent()
    const ids = Array.from({ length: 10 }, () => randomUUID())
    for (const id of ids) {
      expect((await wish(student, { id })).code).toBe(1)
      await must('POST /privacy/v1/withdraw_correction', { id }, student.token)
    }
    expect(await wish(student)).toMatchObject({ key: 'privacy.correctionsSpent' })
    expect((await wish(student, { id: ids[0] })).code).toBe(1)
    const { db } = await deps()
    const yesterday = new Date((await appNow(db)).getTime() - 25 * 3_600_000)
    const change = db.updateTable('correctionRequest').set({ askedAt: yesterday })
    await change.where('id', '=', ids[0] ?? '').execute()
    expect((await wish(student)).code).toBe(1)
  })

  it('correction calls refuse files, ids and requests of other students', async () => {
    const [student, other] = await Promise.all([makeStudent(), makeStudent()])
    const { id: fileId } = await uploadStudentFile(other, 'EVIDENCE')
    expect(await wish(student, { fileId })).toMatchObject({ key: 'privacy.badFile' })
    const id = randomUUID()
    await wish(other, { id, fileId })
    expect(await wish(student, { id })).toMatchObject({ key: 'privacy.notFound' })
    expect(await call('POST /privacy/v1/withdraw_correction', { id }, student.token)).toMatchObject({
      key: 'privacy.notFound',
    })
  })

  it('a correction request can be withdrawn until it is decided', async () => {
    const student = await makeStudent()
    const id = randomUUID()
    await wish(student, { id })
    const withdraw = () => call('POST /privacy/v1/withdraw_correction', { id }, student.token)
    expect(await withdraw()).toMatchObject({ code: 1, data: { state: 'WITHDRAWN' } })
    expect((await withdraw()).code).toBe(1)
    expect(await decide(id)).toMatchObject({ key: 'privacy.correctionSettled' })
    const again = randomUUID()
    await wish(student, { id: again })
    await decide(again, { decision: 'REFUSED', note: '看不清证件' })
    expect(await call('POST /privacy/v1/withdraw_correction', { id: again }, student.token)).toMatchObject({
      key: 'privacy.correctionSettled',
    })
  })
})

describe('decisions on corrections', () => {
  it('an approved correction changes the data, issues the proof again and notifies the student', async () => {
    const { student, number } = await makeStudentWithProof('张三丰')
    const { id: fileId } = await uploadStudentFile(student, 'EVIDENCE')
    const id = randomUUID()
    await wish(student, { id, fileId })
    const queue = await mustStaff('GET /privacy/v1/corrections', { state: 'OPEN' }, reader.token)
    expect(queue.list.find((row) => row.id === id)).toMatchObject({ studentName: '张三丰' })
    const shown = await mustStaff('GET /privacy/v1/correction', { id }, clerk.token)
    expect(shown).toMatchObject({ before: '张三丰', wanted: '张三封', renewsProof: true })
    expect((await sendRawRequest(shown.evidence?.url ?? '')).status).toBe(200)
    const both = await Promise.all([decide(id), decide(id)])
    expect(both.map(({ code }) => code)).toEqual([1, 1])
    expect(await must('GET /student/v1/profile', {}, student.token)).toMatchObject({
      name: '张三封',
    })
    const { list } = await must('GET /certification_grant/v1/query', {}, student.token)
    expect(list.find((year) => year.number)?.number).not.toBe(number)
    expect(await told(student)).toMatchObject([{ title: '姓名已更正' }])
    const actions = (await listAuditRowsOf(student.id)).map(({ action }) => action)
    expect(actions).toEqual(['privacy.correctionLooked', 'student_desk.corrected', 'privacy.correctionApproved'])
    expect(await decide(id, { decision: 'REFUSED', note: '晚了一步' })).toMatchObject({
      key: 'privacy.correctionSettled',
    })
  })

  it('a rejected correction shows its reason and changes nothing', async () => {
    const student = await makeStudent()
    const id = randomUUID()
    await wish(student, { id })
    await decide(id, { decision: 'REFUSED', note: '与证件照片不一致' })
    expect((await must('GET /student/v1/profile', {}, student.token)).name).toBe(student.name)
    const [message] = await told(student)
    expect(message?.body).toContain('与证件照片不一致')
  })

  it('approving a number of another student is refused, and the request stays open', async () => {
    const [student, other] = await Promise.all([makeStudent(), makeStudent()])
    const id = randomUUID()
    await wish(student, { id, field: 'ID_NO', idType: 'ID_CARD', value: other.idNo })
    // Staff see the account that has the number, before the decision and in it.
    const shown = await mustStaff('GET /privacy/v1/correction', { id }, clerk.token)
    expect(shown.takenBy).toMatchObject({ id: other.id, name: other.name })
    const refused = await decide(id)
    expect(refused).toMatchObject({
      key: 'student_desk.numberTaken',
      data: { holderId: other.id, fields: { idNo: expect.stringContaining(other.name) } },
    })
    expect(refused.msg).toMatch(/该证件号已登记在学员 .+的账号上.+申请合并账号.+先更正填错的一方/)
    expect(refused.msg).not.toMatch(/请登录|忘记密码/)
    const { list } = await must('GET /privacy/v1/corrections', {}, student.token)
    expect(list).toMatchObject([{ state: 'OPEN' }])
    expect(JSON.stringify(list)).not.toContain(other.idNo)
    expect(await told(student)).toEqual([])
  })

  it('a corrected name is normalised as at registration', async () => {
    const student = await makeStudent()
    const [id, again] = [randomUUID(), randomUUID()]
    const value = '阿依古丽\u2022买买提'
    expect((await wish(student, { id, value })).code).toBe(1)
    expect((await decide(id)).code).toBe(1)
    const { name } = await must('GET /student/v1/profile', {}, student.token)
    expect(name).toBe('阿依古丽·买买提')
    expect(await wish(student, { id: again, value })).toMatchObject({ key: 'privacy.sameAsNow' })
  })

  it('an approved correction changes the certificate number', async () => {
    const student = await makeStudent()
    const [id, value] = [randomUUID(), createTestIdNo()]
    await wish(student, { id, field: 'ID_NO', idType: 'ID_CARD', value })
    expect((await decide(id)).code).toBe(1)
    const { db } = await deps()
    const row = await db.selectFrom('student').select('idNo').where('id', '=', student.id).executeTakeFirst()
    expect(row?.idNo).toBe(value)
  })
})

describe('consents of a student', () => {
  it('consent calls need sign-in', async () => {
    expect((await call('GET /privacy/v1/consents')).status).toBe(401)
    expect((await call('POST /privacy/v1/withdraw_camera')).status).toBe(401)
  })

  it('lists the consents of a student; a withdrawn camera consent applies to later exams', async () => {
    const { student, signId, courses } = await makeSign()
    const exam = { signId, id: courses[0]?.id ?? '' }
    const { consent } = await must('GET /exam/v1/info', exam, student.token)
    const agree = { ...exam, mode: 'CAMERA', version: consent.version }
    await must('POST /exam/v1/consent', agree, student.token)
    const before = await must('GET /privacy/v1/consents', {}, student.token)
    expect(before).toMatchObject({ cameraAllowed: true, exams: [{ mode: 'CAMERA', counts: true }] })
    const stranger = await makeStudent()
    expect(await must('POST /privacy/v1/withdraw_camera', {}, stranger.token)).toEqual({
      changed: 0,
    })
    const withdraw = () => must('POST /privacy/v1/withdraw_camera', {}, student.token)
    const both = await Promise.all([withdraw(), withdraw()])
    expect(both.map(({ changed }) => changed).sort()).toEqual([0, 1])
    const after = await must('GET /privacy/v1/consents', {}, student.token)
    expect(after).toMatchObject({
      cameraAllowed: false,
      cameraWithdrawnAt: expect.any(String),
      exams: [
        { mode: 'MANUAL', counts: true },
        { mode: 'CAMERA', counts: false },
      ],
    })
    const info = await must('GET /exam/v1/info', exam, student.token)
    expect(info.consent.given).toBe('MANUAL')
  })
})
