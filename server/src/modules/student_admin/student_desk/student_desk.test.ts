import { randomUUID } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { expectCallIsGuarded } from '../../../../test/expect-guarded.ts'
import { makeStudentWithProof } from '../../../../test/factories/hours.ts'
import { makeSign } from '../../../../test/factories/sign.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { createTestIdNo, createTestPerson, makeStudent } from '../../../../test/factories/student.ts'
import { call, deps, must, mustStaff, passTime, staffCall } from '../../../../test/world.ts'

const clerk = await makeStaff({
  permissions: ['student.read', 'student.edit', 'student.reveal', 'student.merge'],
})

const reason = '本人来电核实'
const info = (id: string) => mustStaff('GET /student_desk/v1/info', { id }, clerk.token)
const find = async (filter: Record<string, string>) =>
  (await mustStaff('POST /student_desk/v1/list', filter as never, clerk.token)).list
const correct = (id: string, change: object) =>
  staffCall('POST /student_desk/v1/correct', { id, reason, ...change }, clerk.token)

const wrong = (account: string) => call('POST /student/v1/login', { account, password: digestPassword('Wrong1!pw') })

describe('permissions of the student desk', () => {
  const id = randomUUID()
  const merge = { id, keptId: randomUUID(), closedId: randomUUID(), reason }
  const calls = [
    // A longer end of the id number would allow guessing the hidden digits.
    ['POST /student_desk/v1/list', {}, { idTail: '12345' }, 'idTail'],
    ['GET /student_desk/v1/info', { id }, { id: 'x' }, 'id'],
    ['GET /student_desk/v1/security_log', { studentId: id }, { studentId: 'x' }, 'studentId'],
    ['GET /student_desk/v1/messages', { studentId: id }, { studentId: 'x' }, 'studentId'],
    ['POST /student_desk/v1/reveal', { id, reason }, { id, reason: '' }, 'reason'],
    ['POST /student_desk/v1/reset_password', { id, key: id, reason }, { id, key: id }, 'reason'],
    ['POST /student_desk/v1/unlock', { id, reason }, { id, reason: ' ' }, 'reason'],
    ['POST /student_desk/v1/end_sessions', { id, reason }, { id, reason, sessionId: '1' }, 'sessionId'],
    ['POST /student_desk/v1/correct', { id, reason }, { id, reason, name: '张?' }, 'name'],
    ['GET /student_desk/v1/merges', {}, { page: '0' }, 'page'],
    [
      'GET /student_desk/v1/merge_check',
      { keptId: merge.keptId, closedId: merge.closedId },
      { keptId: merge.keptId, closedId: 'x' },
      'closedId',
    ],
    ['POST /student_desk/v1/propose_merge', merge, { ...merge, keptId: '' }, 'keptId'],
    [
      'POST /student_desk/v1/decide_merge',
      { id, decision: 'DONE', reason },
      { id, decision: 'YES', reason },
      'decision',
    ],
    ['POST /student_desk/v1/withdraw_merge', { id }, { id: 'x' }, 'id'],
  ] as const

  it.each(calls)('%s refuses calls without sign-in, permission or valid input', async (...one) =>
    expectCallIsGuarded(clerk, one),
  )

  it.each(calls.filter(([, good]) => 'id' in good))('%s refuses an unknown student id', async (key, good) => {
    expect(await staffCall(key, good, clerk.token)).toMatchObject({
      key: 'student_desk.notFound',
    })
  })
})

describe('search and view of a student', () => {
  it('finds students by name, phone number or its end, end of the id number, certificate and employer', async () => {
    const person = await makeStudent({ name: '欧阳测一' })
    const filters: Record<string, string>[] = [
      { phone: person.phone },
      { idTail: person.idNo.slice(-4), name: '欧阳' },
      { certificateNo: person.certificateNo.toLowerCase() },
      { name: '阳测一', employer: '示例大药房', phone: person.phone.slice(-4) },
    ]
    for (const filter of filters) expect((await find(filter)).map((row) => row.id)).toContain(person.id)
    expect(await find({ phone: person.phone, name: '没有这个人' })).toEqual([])
    expect(await find({ name: '%' })).toEqual([])
  })

  it('a student page shows masked numbers, years, sessions, security log and lock', async () => {
    const { student } = await makeSign()
    const shown = await info(student.id)
    expect(shown).toMatchObject({
      phoneMasked: `${student.phone.slice(0, 3)}****${student.phone.slice(-4)}`,
      idNoMasked: `${student.idNo.slice(0, 6)}********${student.idNo.slice(-4)}`,
      state: 'ACTIVE',
      lockedMinutes: 0,
      years: [{ signState: 'STUDYING', proofState: 'INCOMPLETE' }],
      sessions: [{ id: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    })
    expect(JSON.stringify(shown)).not.toContain(student.idNo)
    const { list } = await mustStaff('GET /student_desk/v1/security_log', { studentId: student.id }, clerk.token)
    expect(list[0]).toMatchObject({ event: 'LOGIN' })
  })

  it('suggests accounts of the same person by name or certificate, not by the end of an id number', async () => {
    const [one, namesake, stranger] = [
      await makeStudent({ name: '司徒甲乙' }),
      await makeStudent({ name: '司徒甲乙' }),
      await makeStudent({ name: '司徒丙丁' }),
    ]
    const { db } = await deps()
    for (const [other, first] of [
      [namesake, '99'],
      [stranger, '98'],
    ] as const)
      await db
        .updateTable('student')
        .set({ idNo: first + one.idNo.slice(2) })
        .where('id', '=', other.id)
        .execute()
    const alike = async () => (await info(one.id)).alike.map(({ id, alike }) => ({ id, alike }))
    expect(await alike()).toEqual([{ id: namesake.id, alike: ['NAME', 'ID_TAIL'] }])
    await db
      .updateTable('student')
      .set({ certificateNo: `X${one.certificateNo.slice(-8)}` })
      .where('id', '=', stranger.id)
      .execute()
    expect(await alike()).toContainEqual({ id: stranger.id, alike: ['ID_TAIL', 'CERTIFICATE'] })
  })

  it('reveals full numbers only with a reason and audits it', async () => {
    const person = await makeStudent()
    expect(await mustStaff('POST /student_desk/v1/reveal', { id: person.id, reason }, clerk.token)).toEqual({
      phone: person.phone,
      idNo: person.idNo,
    })
    expect(await listAuditRowsOf(person.id)).toEqual([
      expect.objectContaining({
        action: 'student_desk.revealed',
        detail: { reason },
        actor: clerk.username,
      }),
    ])
  })
})

describe('staff actions on an account', () => {
  it('an initial password replaces the old one, ends sessions and removes a lock', async () => {
    const person = await makeStudent()
    for (let turn = 0; turn < 2; turn += 1) await wrong(person.phone)
    const reset = (change: object = {}) =>
      staffCall('POST /student_desk/v1/reset_password', { id: person.id, key, reason, ...change }, clerk.token)
    const key = randomUUID()
    // Two simultaneous clicks give only one password; the other call is refused.
    const [one, other] = (await Promise.all([reset(), reset()])).sort((a, b) => a.code - b.code)
    const password = one?.data.password ?? ''
    expect(other).toMatchObject({
      key: 'common.passwordGiven',
      msg: expect.stringMatching(/^这次重置已于 \d{4}-\d\d-\d\d \d\d:\d\d 完成/),
    })
    expect(await reset()).toMatchObject({ key: 'common.passwordGiven' })
    const somebody = await makeStudent()
    expect(await reset({ id: somebody.id })).toMatchObject({ key: 'common.keyUsed' })
    await must('POST /student/v1/login', { account: somebody.phone, password: somebody.password })
    expect((await call('GET /student/v1/profile', {}, person.token)).status).toBe(401)
    const old = { account: person.phone, password: person.password }
    expect(await call('POST /student/v1/login', old)).toMatchObject({
      key: 'student.badCredentials',
    })
    const fresh = { account: person.idNo, password: digestPassword(password) }
    const { user } = await must('POST /student/v1/login', fresh)
    expect(user).toMatchObject({ isInitPassword: false })
    expect(await info(person.id)).toMatchObject({ hasInitialPassword: true })
    const log = await listAuditRowsOf(person.id)
    expect(log).toMatchObject([{ action: 'student_desk.passwordReset', detail: { reason } }])
    expect(JSON.stringify(log)).not.toContain(password)
  })

  it('the student is notified of staff actions, and staff see the messages', async () => {
    const person = await makeStudent()
    const { id } = person
    const act = (call: 'end_sessions' | 'unlock', input: object = {}) =>
      mustStaff(`POST /student_desk/v1/${call}`, { id, reason, ...input }, clerk.token)
    await act('unlock')
    await act('end_sessions')
    await act('end_sessions')
    const correction = { id, reason, phone: `198${String(Math.random()).slice(2, 10)}` }
    await mustStaff('POST /student_desk/v1/correct', correction, clerk.token)
    await mustStaff('POST /student_desk/v1/correct', correction, clerk.token)
    const read = (token: string) => mustStaff('GET /student_desk/v1/messages', { studentId: id, pageSize: '2' }, token)
    const { list, total } = await read(clerk.token)
    expect(total).toBe(3)
    expect(list).toMatchObject([
      { kind: 'ACCOUNT', title: '手机号已更正', readAt: null, outside: [] },
      { kind: 'ACCOUNT', title: '已被退出登录', body: expect.stringContaining(' 1 处登录') },
    ])
    expect(JSON.stringify(list)).not.toContain(reason)
  })

  it('staff can unlock the account of a student', async () => {
    const person = await makeStudent()
    const { db } = await deps()
    for (let turn = 0; turn < 2; turn += 1) await wrong(person.phone)
    const counter = await db
      .selectFrom('signInFailure')
      .select(['counterHash', 'accountHash'])
      .where('accountHash', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await passTime(870)
    for (let turn = 0; turn < 3; turn += 1)
      await db
        .insertInto('signInFailure')
        .values({ ...counter, decided: true })
        .execute()
    expect(await info(person.id)).toMatchObject({ state: 'LOCKED', failures: 5, lockedMinutes: 15 })
    // The lock stays although the first failures are no longer counted.
    await passTime(60)
    expect(await info(person.id)).toMatchObject({ state: 'LOCKED', failures: 3, lockedMinutes: 14 })
    expect((await find({ state: 'LOCKED', phone: person.phone })).length).toBe(1)
    for (let turn = 0; turn < 2; turn += 1)
      expect(await staffCall('POST /student_desk/v1/unlock', { id: person.id, reason }, clerk.token)).toMatchObject({
        code: 1,
        data: {},
      })
    expect(await info(person.id)).toMatchObject({ state: 'ACTIVE', failures: 0, lockedMinutes: 0 })
    const right = { account: person.phone, password: person.password }
    expect(await call('POST /student/v1/login', right)).toMatchObject({ code: 1 })
  })

  it('staff end one session of a student or all at once', async () => {
    const person = await makeStudent()
    const right = { account: person.phone, password: person.password }
    const second = await must('POST /student/v1/login', right)
    const [newest] = (await info(person.id)).sessions
    const end = (input: object) =>
      mustStaff('POST /student_desk/v1/end_sessions', { id: person.id, reason, ...input }, clerk.token)
    expect(await end({ sessionId: newest?.id })).toEqual({ ended: 1 })
    expect(await end({ sessionId: newest?.id })).toEqual({ ended: 0 })
    expect((await call('GET /student/v1/profile', {}, second.token)).status).toBe(401)
    expect((await call('GET /student/v1/profile', {}, person.token)).code).toBe(1)
    expect(await end({})).toEqual({ ended: 1 })
    expect((await call('GET /student/v1/profile', {}, person.token)).status).toBe(401)
    expect(await listAuditRowsOf(person.id)).toHaveLength(2)
  })
})

describe('corrections of a student by staff', () => {
  it('a correction by staff after the first paid order issues the proof again', async () => {
    const { student, plan, proofId, number } = await makeStudentWithProof()
    const idNo = createTestIdNo()
    const { certificateNo } = createTestPerson()
    const answer = await correct(student.id, { name: '张三峰', idNo, certificateNo })
    expect(answer).toMatchObject({ code: 1, data: { reissued: [{ year: plan.year }] } })
    expect(answer.data.reissued[0]?.number).not.toBe(number)
    const old = await must('GET /certification_grant/v1/info', { id: proofId }, student.token)
    expect(old).toMatchObject({
      state: 'REVOKED',
      name: '张三丰',
      revokeReason: expect.stringContaining(reason),
    })
    const { list } = await must('GET /certification_grant/v1/query', { year: plan.year }, student.token)
    const now = { id: list[0]?.proofId ?? '' }
    expect(await info(student.id)).toMatchObject({ years: [{ proofId: now.id }] })
    expect(await must('GET /certification_grant/v1/info', now, student.token)).toMatchObject({
      state: 'ISSUED',
      name: '张三峰',
      idNoMasked: `${idNo.slice(0, 6)}********${idNo.slice(-4)}`,
    })
    expect(await correct(student.id, { name: '张三峰', idNo })).toMatchObject({
      data: { reissued: [] },
    })
    const log = await listAuditRowsOf(student.id)
    expect(log).toMatchObject([
      {
        action: 'student_desk.corrected',
        detail: { reason, before: { name: '张三丰' }, after: { name: '张三峰' } },
      },
    ])
    for (const number of [idNo, certificateNo, student.certificateNo]) expect(JSON.stringify(log)).not.toContain(number)
  })

  it('a phone number changed by staff leaves proofs unchanged and works for sign-in', async () => {
    const { student } = await makeStudentWithProof()
    const { phone } = createTestPerson()
    expect(await correct(student.id, { phone })).toMatchObject({ data: { reissued: [] } })
    const login = { account: phone, password: student.password }
    expect(await call('POST /student/v1/login', login)).toMatchObject({ code: 1 })
  })

  it('a correction by staff refuses wrong and taken numbers, names the field and changes nothing', async () => {
    const [one, other] = await Promise.all([makeStudent(), makeStudent()])
    const before = await info(one.id)
    for (const [change, key, field] of [
      [{ idNo: `${one.idNo.slice(0, 17)}${one.idNo.endsWith('1') ? '2' : '1'}` }, 'common.invalid', 'idNo'],
      [{ idNo: other.idNo }, 'student_desk.numberTaken', 'idNo'],
      [{ idType: 'PASSPORT', idNo: other.idNo }, 'common.invalid', 'idNo'],
      [{ name: 'Latin' }, 'common.invalid', 'name'],
      [{ phone: other.phone }, 'student_desk.numberTaken', 'phone'],
      [{ certificateNo: other.certificateNo.toLowerCase() }, 'student_desk.numberTaken', 'certificateNo'],
    ] as const)
      expect(await correct(one.id, { name: '改了名字', ...change })).toMatchObject({
        key,
        data: { fields: { [field]: expect.any(String) } },
      })
    expect(await info(one.id)).toEqual(before)
    expect(await listAuditRowsOf(one.id)).toEqual([])
  })
})
