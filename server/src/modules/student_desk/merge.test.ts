import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { makeExam, rightAnswers, sit } from '../../../test/factories/exam.ts'
import { giveHours, makeProven } from '../../../test/factories/hours.ts'
import { makeOrder } from '../../../test/factories/order.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { call, deps, must, mustStaff, staffCall } from '../../../test/world.ts'
import { hoursTotals, listEntries, verifyChains } from '../hours/service.ts'

let first: TestStaff
let second: TestStaff

beforeAll(async () => {
  const permissions = ['student.read', 'student.merge'] as const
  first = await makeStaff({ permissions: [...permissions] })
  second = await makeStaff({ permissions: [...permissions] })
})

const reason = '同一人注册了两次'
const proposal = (kept: { id: string }, closed: { id: string }) => ({
  id: randomUUID(),
  keptId: kept.id,
  closedId: closed.id,
  reason,
})
const propose = (input: object, staff = first) =>
  staffCall('POST /student_desk/v1/propose_merge', input, staff.token)
const decide = (id: string, decision = 'DONE', staff = second) =>
  staffCall('POST /student_desk/v1/decide_merge', { id, decision, reason: '已核对' }, staff.token)

async function merged(kept: { id: string }, closed: { id: string }) {
  const input = proposal(kept, closed)
  expect(await propose(input)).toMatchObject({ code: 1 })
  const answer = await decide(input.id)
  expect(answer).toMatchObject({ code: 1, data: { state: 'DONE' } })
  return { ...input, answer }
}

async function earnedOf({ id }: { id: string }) {
  const { db } = await deps()
  return (await hoursTotals(db, id)).map(({ year, earned }) => ({ year, ...earned }))
}

describe('merging two accounts', () => {
  it('moves signs, orders, hours and exams; the old account closes and points to the kept one', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    const body = { attemptId: sitting.attemptId, seq: 1, answers: rightAnswers(sitting) }
    await must('POST /exam/v1/submit_exam', body, exam.token)
    const closed = exam.sign.student
    const kept = await makeStudent()
    const hours = await earnedOf(closed)
    const { id, answer } = await merged(kept, closed)

    expect(answer.data.outcome).toMatchObject({ hours: 6, skipped: 0 })
    expect(await earnedOf(kept)).toEqual(hours)
    expect((await earnedOf(closed)).every((year) => year.professional === 0)).toBe(true)
    const { db } = await deps()
    expect((await listEntries(db, closed.id)).map(({ source }) => source)).toEqual([
      'COURSE',
      'REVERSAL',
    ])
    expect(await listEntries(db, kept.id)).toMatchObject([
      { source: 'COURSE', sourceId: sitting.attemptId, actor: `merge:${id}` },
    ])
    const report = await verifyChains(db)
    expect(
      report.breaks.filter((line) => line.includes(kept.id) || line.includes(closed.id)),
    ).toEqual([])

    const { list: mine } = await must('GET /course/v1/my_course', {}, kept.token)
    expect(mine).toMatchObject([{ signId: exam.exam.signId, courses: [{ examState: 'PASSED' }] }])
    const login = { account: closed.phone, password: closed.password }
    expect(await call('POST /student/v1/login', login)).toMatchObject({
      key: 'student.badCredentials',
    })
    expect((await call('GET /student/v1/profile', {}, closed.token)).status).toBe(401)
    expect(
      await mustStaff('GET /student_desk/v1/info', { id: closed.id }, first.token),
    ).toMatchObject({ state: 'CLOSED', mergedInto: { id: kept.id } })
    expect(await auditOf(closed.id)).toMatchObject([
      { action: 'student_desk.mergeProposed' },
      { action: 'student_desk.merged' },
    ])
  })

  it('revokes the proof of the closed account and issues one to the kept', async () => {
    const { student: closed, plan, number } = await makeProven()
    const kept = await makeStudent({ name: '张三丰' })
    await merged(kept, closed)
    const { list } = await must(
      'GET /certification_grant/v1/query',
      { year: plan.year },
      kept.token,
    )
    expect(list).toMatchObject([{ state: 'ISSUED' }])
    expect(list[0]?.number).not.toBe(number)
    const { db } = await deps()
    const proofs = await db
      .selectFrom('proof')
      .selectAll()
      .where('studentId', '=', closed.id)
      .execute()
    expect(proofs.every(({ revokedAt }) => revokedAt !== null)).toBe(true)
  })

  it('counts what both have by the same record once, and what was reversed there again', async () => {
    const [kept, closed, plan] = await Promise.all([
      makeStudent(),
      makeStudent(),
      makePlan({ requiredPublic: 900 }),
    ])
    const twice = await giveHours(kept, plan, 100, { subject: 'PUBLIC' })
    await giveHours(closed, plan, 100, { subject: 'PUBLIC', sourceId: twice })
    await giveHours(closed, plan, 20, { subject: 'PUBLIC' })
    const { answer } = await merged(kept, closed)
    expect(answer.data.outcome).toMatchObject({ hours: 2, skipped: 1 })
    expect(await earnedOf(kept)).toEqual([{ year: plan.year, professional: 0, public: 120 }])
  })

  it('ends what the closed account agreed to', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    for (const { token } of [kept, closed]) await must('POST /message/v1/agree_sms', {}, token)
    await merged(kept, closed)
    const { db } = await deps()
    const ids = [kept.id, closed.id]
    const rows = db.selectFrom('messageConsent').select('studentId').where('studentId', 'in', ids)
    expect(await rows.execute()).toEqual([{ studentId: kept.id }])
  })

  it('frees the numbers of the closed account', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    await merged(kept, closed)
    const clerk = await makeStaff({ permissions: ['student.edit'] })
    const change = { id: kept.id, reason, phone: closed.phone, idNo: closed.idNo }
    expect(await staffCall('POST /student_desk/v1/correct', change, clerk.token)).toMatchObject({
      code: 1,
    })
    const login = { account: closed.phone, password: kept.password }
    expect((await must('POST /student/v1/login', login)).user.id).toBe(kept.id)
  })
})

describe('the database', () => {
  it('moves whatever hangs on a sign with its owner: every such key cascades', async () => {
    const { db } = await deps()
    const { rows } = await sql`
      select key.conrelid::regclass::text as "table", key.conname from pg_constraint key
      join pg_attribute owner on owner.attrelid = key.confrelid and owner.attname = 'student_id'
      where key.contype = 'f' and key.confrelid in ('sign'::regclass, 'sign_course'::regclass)
        and owner.attnum = any(key.confkey) and key.confupdtype <> 'c'`.execute(db)
    expect(rows).toEqual([])
  })

  it('lets nobody give a handed-in attempt to another by hand', async () => {
    const exam = await makeExam()
    const { attemptId } = await sit(exam)
    await must('POST /exam/v1/submit_exam', { attemptId, seq: 1, answers: {} }, exam.token)
    const { db } = await deps()
    const { id: studentId } = await makeStudent()
    const change = db.updateTable('attempt').set({ studentId }).where('id', '=', attemptId)
    await expect(change.execute()).rejects.toThrow('cannot be changed')
  })
})

describe('what belongs to exams', () => {
  const desk = () => makeStaff({ permissions: ['exam.read', 'exam.decide'] })
  const setExtra = async (phone: string, percent: number) =>
    mustStaff(
      'POST /exam/v1/set_extra_time',
      { phone, percent, reason: '视力障碍' },
      (await desk()).token,
    )
  const rehearsed = (token: string, camera: 'GREEN' | 'RED') =>
    must(
      'POST /exam/v1/rehearse',
      { id: randomUUID(), camera, upload: 'GREEN', clock: 'GREEN', autosave: 'GREEN', notes: {} },
      token,
    )

  it('moves: the appeal with its sitting, rehearsals, and the extra time', async () => {
    const exam = await makeExam()
    const { attemptId } = await sit(exam)
    await must('POST /exam/v1/submit_exam', { attemptId, seq: 1, answers: {} }, exam.token)
    await must('POST /exam/v1/appeal', { attemptId, text: '第三题与教材不一致' }, exam.token)
    await rehearsed(exam.token, 'RED')
    const closed = exam.sign.student
    await setExtra(closed.phone, 50)
    const kept = await makeStudent()
    await merged(kept, closed)

    const info = await must('GET /exam/v1/info', exam.exam, kept.token)
    expect(info).toMatchObject({ attempts: [{ attemptId, appeal: { state: 'OPEN' } }] })
    expect(await must('GET /exam/v1/rehearsal', {}, kept.token)).toMatchObject({
      last: { camera: 'RED' },
    })
    const { token } = await desk()
    const { list: extra } = await mustStaff(
      'POST /exam/v1/extra_times',
      { keyword: kept.phone },
      token,
    )
    expect(extra).toMatchObject([{ student: { id: kept.id }, percent: 50, reason: '视力障碍' }])
    const { db } = await deps()
    const owners = await db
      .selectFrom('examAppeal')
      .select('studentId')
      .where('attemptId', '=', attemptId)
      .execute()
    expect(owners).toEqual([{ studentId: kept.id }])
    const [told] = await db
      .selectFrom('auditLog')
      .select('detail')
      .where('subject', '=', closed.id)
      .where('action', '=', 'student_desk.merged')
      .execute()
    expect(told?.detail).toMatchObject({ appeals: 1, rehearsals: 1, extraTime: 50 })
  })

  it('hinders where both have extra time and not the same; the same is kept once', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    await setExtra(kept.phone, 25)
    await setExtra(closed.phone, 50)
    const input = proposal(kept, closed)
    expect(await propose(input)).toMatchObject({
      key: 'student_desk.mergeHindered',
      msg: expect.stringContaining('考试加时不同'),
    })
    await setExtra(closed.phone, 25)
    await propose(input)
    await setExtra(closed.phone, 30)
    expect(await decide(input.id)).toMatchObject({ key: 'student_desk.mergeHindered' })
    await setExtra(closed.phone, 25)
    expect(await decide(input.id)).toMatchObject({ code: 1 })
    const { db } = await deps()
    const rows = await db
      .selectFrom('examExtraTime')
      .select(['studentId', 'percent'])
      .where('studentId', 'in', [kept.id, closed.id])
      .execute()
    expect(rows).toEqual([{ studentId: kept.id, percent: 25 }])
  })

  it('waits for a correction that the account to be closed has asked for', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    const id = randomUUID()
    const wish = { id, field: 'NAME', value: '张三封', reason: '登记有误', docFileId: null }
    await must('POST /privacy/v1/correct', wish as never, closed.token)
    const input = proposal(kept, closed)
    expect(await propose(input)).toMatchObject({
      key: 'student_desk.mergeHindered',
      msg: expect.stringContaining('更正申请'),
    })
    await must('POST /privacy/v1/withdraw_correction', { id }, closed.token)
    expect(await propose(input)).toMatchObject({ code: 1 })
  })
})

describe('two people', () => {
  it('are needed: who proposed cannot decide; both words are repeatable', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    const input = proposal(kept, closed)
    const answers = [await propose(input), await propose(input)]
    expect(answers[0]).toEqual(answers[1])
    expect(await propose({ ...input, reason: '另一个原因' })).toMatchObject({
      key: 'student_desk.keyUsed',
    })
    expect(await propose(proposal(closed, kept), second)).toMatchObject({
      key: 'student_desk.mergeOpen',
    })
    expect(await decide(input.id, 'DONE', first)).toMatchObject({
      key: 'student_desk.secondPerson',
    })
    const done = await Promise.all([decide(input.id), decide(input.id)])
    expect(done[0]).toEqual(done[1])
    expect(done[0]).toMatchObject({ code: 1, data: { state: 'DONE', decidedBy: second.name } })
    expect(await decide(input.id, 'REJECTED')).toMatchObject({ key: 'student_desk.decided' })
    expect(await auditOf(closed.id)).toHaveLength(2)
    expect(await propose(proposal(kept, closed))).toMatchObject({ key: 'student_desk.closed' })
  })

  it('may say no: nothing moves, and it can be proposed again', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    const input = proposal(kept, closed)
    await propose(input)
    expect(await decide(input.id, 'REJECTED')).toMatchObject({
      data: { state: 'REJECTED', outcome: null },
    })
    expect((await call('GET /student/v1/profile', {}, closed.token)).code).toBe(1)
    expect(await propose(proposal(kept, closed))).toMatchObject({ code: 1 })
    const { list } = await mustStaff('GET /student_desk/v1/merges', {}, second.token)
    expect(list[0]).toMatchObject({ state: 'PROPOSED', own: false })
  })

  it('let who proposed take it back, while nobody has decided', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    const input = proposal(kept, closed)
    await propose(input)
    const back = (staff = first, id = input.id) =>
      staffCall('POST /student_desk/v1/withdraw_merge', { id }, staff.token)
    expect(await back(second)).toMatchObject({ key: 'student_desk.notProposer' })
    expect(await back(first, randomUUID())).toMatchObject({ key: 'student_desk.notFound' })
    for (const _ of [1, 2])
      expect(await back()).toMatchObject({ data: { state: 'WITHDRAWN', outcome: null } })
    expect((await auditOf(closed.id)).at(-1)).toMatchObject({
      action: 'student_desk.mergeWithdrawn',
    })
    expect(await decide(input.id)).toMatchObject({ key: 'student_desk.decided' })
    const anew = proposal(kept, closed)
    await propose(anew)
    await decide(anew.id, 'REJECTED')
    expect(await back(first, anew.id)).toMatchObject({ key: 'student_desk.decided' })
  })
})

describe('what hinders', () => {
  it('the same account twice, both paid for one year, a running exam, an order not settled', async () => {
    const plan = await makePlan()
    const [one, other] = await Promise.all([makeSign({ plan }), makeSign({ plan })])
    expect(await propose(proposal(one.student, one.student))).toMatchObject({
      key: 'student_desk.sameAccount',
    })
    expect(await propose(proposal(one.student, other.student))).toMatchObject({
      key: 'student_desk.mergeHindered',
      msg: expect.stringContaining(`两个账号都已缴 ${plan.year} 年度`),
    })
    const unpaid = await makeSign({ plan, paid: false })
    expect(await propose(proposal(unpaid.student, one.student))).toMatchObject({
      key: 'student_desk.mergeHindered',
    })
    const exam = await makeExam()
    await sit(exam)
    expect(await propose(proposal(await makeStudent(), exam.sign.student))).toMatchObject({
      key: 'student_desk.mergeHindered',
      msg: expect.stringContaining('考试正在进行'),
    })
    const { student } = await makeOrder()
    expect(await propose(proposal(await makeStudent(), student))).toMatchObject({
      msg: expect.stringContaining('订单'),
    })
  })

  it('is looked at again when it is decided, and nothing has moved then', async () => {
    const exam = await makeExam()
    const kept = await makeStudent()
    const input = proposal(kept, exam.sign.student)
    await propose(input)
    await sit(exam)
    expect(await decide(input.id)).toMatchObject({ key: 'student_desk.mergeHindered' })
    expect((await must('GET /course/v1/my_course', {}, exam.token)).list).toHaveLength(1)
  })
})
