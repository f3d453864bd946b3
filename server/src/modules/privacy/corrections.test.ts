import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { uploadedFile } from '../../../test/factories/file.ts'
import { makeProven } from '../../../test/factories/hours.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { makeStudent, newIdNo, type TestStudent } from '../../../test/factories/student.ts'
import { expectGuarded } from '../../../test/guarded.ts'
import { ask, call, deps, must, mustStaff, staffCall } from '../../../test/world.ts'
import { appNow } from '../../platform/db/database.ts'

let clerk: TestStaff
let reader: TestStaff

beforeAll(async () => {
  clerk = await makeStaff({ permissions: ['student.read', 'student.edit'] })
  reader = await makeStaff({ permissions: ['student.read'] })
})

const reason = '登记时写错了一个字'
const wish = (student: TestStudent, change: object = {}) =>
  call(
    'POST /privacy/v1/correct',
    { id: randomUUID(), field: 'NAME', value: '张三封', reason, ...change },
    student.token,
  )
const decide = (id: string, change: object = {}, who = clerk) =>
  staffCall(
    'POST /privacy/v1/decide_correction',
    { id, decision: 'APPROVED', note: '', ...change },
    who.token,
  )
const told = async (student: TestStudent) =>
  (await must('GET /message/v1/list', {}, student.token)).list.filter(
    ({ kind }) => kind === 'ACCOUNT',
  )

describe('every call', () => {
  const id = randomUUID()
  it.each([
    ['GET /privacy/v1/corrections', {}, null],
    ['POST /privacy/v1/correct', { id: 'x' }, 'id'],
    ['POST /privacy/v1/withdraw_correction', { id: 'x' }, 'id'],
  ] as const)('%s asks for sign-in and good input', async (key, bad, field) => {
    expect((await call(key, bad)).status).toBe(401)
    const { token } = await makeStudent()
    if (field)
      expect(await call(key, bad, token)).toMatchObject({
        key: 'common.invalid',
        data: { fields: { [field]: expect.any(String) } },
      })
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
  ] as const)('%s asks for sign-in, the permission and good input', async (...one) =>
    expectGuarded(clerk, one),
  )
  it('keeps whole numbers from those who only read', async () => {
    expect(await staffCall('GET /privacy/v1/correction', { id }, reader.token)).toMatchObject({
      key: 'staff.forbidden',
    })
    expect(await staffCall('GET /privacy/v1/correction', { id }, clerk.token)).toMatchObject({
      key: 'privacy.notFound',
    })
  })
})

describe('a request', () => {
  it.each([
    [{ field: 'NAME', value: 'Zhang' }, 'value'],
    [{ field: 'ID_NO', value: '330102199001011234' }, 'idType'],
    [{ field: 'ID_NO', idType: 'ID_CARD', value: '330102199001011235' }, 'value'],
    [{ field: 'CERTIFICATE_NO', value: '!' }, 'value'],
    [{ reason: '' }, 'reason'],
  ])('refuses %o', async (change, field) => {
    const student = await makeStudent()
    expect(await wish(student, change)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { [field]: expect.any(String) } },
    })
    expect((await must('GET /privacy/v1/corrections', {}, student.token)).list).toEqual([])
  })

  it('says beforehand for how long it is kept, as the setting has it', async () => {
    const student = await makeStudent()
    const { settings } = await deps()
    const days = await settings.get('retention.correctionDays')
    expect(await must('GET /privacy/v1/corrections', {}, student.token)).toEqual({
      list: [],
      keptDays: days,
    })
  })

  it('is one of a field, whoever asks twice; not what stands there already', async () => {
    const student = await makeStudent()
    expect(await wish(student, { value: student.name })).toMatchObject({ key: 'privacy.sameAsNow' })
    const id = randomUUID()
    const both = await Promise.all([wish(student, { id }), wish(student, { id })])
    expect(both.map(({ code }) => code)).toEqual([1, 1])
    const others = await Promise.all([wish(student), wish(student, { value: '张三风' })])
    expect(others.map(({ key }) => key)).toEqual([
      'privacy.correctionOpen',
      'privacy.correctionOpen',
    ])
    expect((await wish(student, { field: 'CERTIFICATE_NO', value: 'ZX12345678' })).code).toBe(1)
    expect((await must('GET /privacy/v1/corrections', {}, student.token)).list).toHaveLength(2)
  })

  it('is not another one under the same id: staff have what was said first', async () => {
    const student = await makeStudent()
    const id = randomUUID()
    await wish(student, { id })
    const { id: fileId } = await uploadedFile(student, 'EVIDENCE')
    const others = [{ value: '张三风' }, { field: 'CERTIFICATE_NO', value: 'ZX12345678' }]
    for (const change of [...others, { reason: '另一个原因' }, { fileId }])
      expect(await wish(student, { id, ...change })).toMatchObject({ key: 'common.keyUsed' })
    expect((await must('GET /privacy/v1/corrections', {}, student.token)).list).toMatchObject([
      { id, value: '张三封', reason, fileName: null },
    ])
    expect((await wish(student, { id })).code).toBe(1)
  })

  it('is asked for ten times in 24 hours at most, withdrawn ones counted', async () => {
    const student = await makeStudent()
    const ids = Array.from({ length: 10 }, () => randomUUID())
    for (const id of ids) {
      expect((await wish(student, { id })).code).toBe(1)
      await must('POST /privacy/v1/withdraw_correction', { id }, student.token)
    }
    expect(await wish(student)).toMatchObject({ key: 'privacy.correctionsSpent' })
    // a repeat is the same request still
    expect((await wish(student, { id: ids[0] })).code).toBe(1)
    const { db } = await deps()
    const yesterday = new Date((await appNow(db)).getTime() - 25 * 3_600_000)
    const change = db.updateTable('correctionRequest').set({ askedAt: yesterday })
    await change.where('id', '=', ids[0] ?? '').execute()
    expect((await wish(student)).code).toBe(1)
  })

  it("takes no other student's file, id or request", async () => {
    const [student, other] = await Promise.all([makeStudent(), makeStudent()])
    const { id: fileId } = await uploadedFile(other, 'EVIDENCE')
    expect(await wish(student, { fileId })).toMatchObject({ key: 'privacy.badFile' })
    const id = randomUUID()
    await wish(other, { id, fileId })
    expect(await wish(student, { id })).toMatchObject({ key: 'privacy.notFound' })
    expect(await call('POST /privacy/v1/withdraw_correction', { id }, student.token)).toMatchObject(
      { key: 'privacy.notFound' },
    )
  })

  it('can be withdrawn until it is decided', async () => {
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
    expect(
      await call('POST /privacy/v1/withdraw_correction', { id: again }, student.token),
    ).toMatchObject({ key: 'privacy.correctionSettled' })
  })
})

describe('the decision', () => {
  it('corrects, issues the proof anew, tells the student, and leaves its rows', async () => {
    const { student, number } = await makeProven('张三丰')
    const { id: fileId } = await uploadedFile(student, 'EVIDENCE')
    const id = randomUUID()
    await wish(student, { id, fileId })
    const queue = await mustStaff('GET /privacy/v1/corrections', { state: 'OPEN' }, reader.token)
    expect(queue.list.find((row) => row.id === id)).toMatchObject({ studentName: '张三丰' })
    const shown = await mustStaff('GET /privacy/v1/correction', { id }, clerk.token)
    expect(shown).toMatchObject({ before: '张三丰', wanted: '张三封', renewsProof: true })
    expect((await ask(shown.evidence?.url ?? '')).status).toBe(200)
    const both = await Promise.all([decide(id), decide(id)])
    expect(both.map(({ code }) => code)).toEqual([1, 1])
    expect(await must('GET /student/v1/profile', {}, student.token)).toMatchObject({
      name: '张三封',
    })
    const { list } = await must('GET /certification_grant/v1/query', {}, student.token)
    expect(list.find((year) => year.number)?.number).not.toBe(number)
    expect(await told(student)).toMatchObject([{ title: '姓名已更正' }])
    const actions = (await auditOf(student.id)).map(({ action }) => action)
    expect(actions).toEqual([
      'privacy.correctionLooked',
      'student_desk.corrected',
      'privacy.correctionApproved',
    ])
    expect(await decide(id, { decision: 'REFUSED', note: '晚了一步' })).toMatchObject({
      key: 'privacy.correctionSettled',
    })
  })

  it('refuses with a reason the student reads, and nothing changes', async () => {
    const student = await makeStudent()
    const id = randomUUID()
    await wish(student, { id })
    await decide(id, { decision: 'REFUSED', note: '与证件照片不一致' })
    expect((await must('GET /student/v1/profile', {}, student.token)).name).toBe(student.name)
    const [message] = await told(student)
    expect(message?.body).toContain('与证件照片不一致')
  })

  it("does not give a student somebody else's number; then nothing is settled", async () => {
    const [student, other] = await Promise.all([makeStudent(), makeStudent()])
    const id = randomUUID()
    await wish(student, { id, field: 'ID_NO', idType: 'ID_CARD', value: other.idNo })
    // before the decision, and in answer to it: whose number it is and what to do, as it concerns staff
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

  it('writes a name as it would be registered: one dot, whatever was typed', async () => {
    const student = await makeStudent()
    const [id, again] = [randomUUID(), randomUUID()]
    const value = '阿依古丽\u2022买买提'
    expect((await wish(student, { id, value })).code).toBe(1)
    expect((await decide(id)).code).toBe(1)
    const { name } = await must('GET /student/v1/profile', {}, student.token)
    expect(name).toBe('阿依古丽·买买提')
    expect(await wish(student, { id: again, value })).toMatchObject({ key: 'privacy.sameAsNow' })
  })

  it('corrects a number, too', async () => {
    const student = await makeStudent()
    const [id, value] = [randomUUID(), newIdNo()]
    await wish(student, { id, field: 'ID_NO', idType: 'ID_CARD', value })
    expect((await decide(id)).code).toBe(1)
    const { db } = await deps()
    const row = await db
      .selectFrom('student')
      .select('idNo')
      .where('id', '=', student.id)
      .executeTakeFirst()
    expect(row?.idNo).toBe(value)
  })
})

describe('consents', () => {
  it('ask for sign-in', async () => {
    expect((await call('GET /privacy/v1/consents')).status).toBe(401)
    expect((await call('POST /privacy/v1/withdraw_camera')).status).toBe(401)
  })

  it('are listed, and the camera is taken back for the exams to come', async () => {
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
