import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { makeExam, rightAnswersOf, startTestAttempt } from '../../../../test/factories/exam.ts'
import { giveLedgerHours, makeStudentWithProof } from '../../../../test/factories/hours.ts'
import { makeMergeTestDesk } from '../../../../test/factories/merge.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { listMessagesTo } from '../../../../test/told/messages.ts'
import { runWholeCheck } from '../../../../test/whole-check.ts'
import { call, deps, must, mustStaff, staffCall } from '../../../../test/world.ts'
import { checkLedger } from '../../credits/hours/service/verify.ts'
import { listLedgerEntries, loadHoursTotals } from '../../credits/hours/service.ts'

const desk = await makeMergeTestDesk()

async function earnedOf({ id }: { id: string }) {
  const { db } = await deps()
  return (await loadHoursTotals(db, id)).map(({ year, earned }) => ({ year, ...earned }))
}

describe('merging two accounts', () => {
  it('a merge moves signs, orders, hours and exams and closes the other account', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const body = { attemptId: sitting.attemptId, seq: 1, answers: rightAnswersOf(sitting) }
    await must('POST /exam/v1/submit_exam', body, exam.token)
    const closed = exam.sign.student
    const kept = await makeStudent()
    const hours = await earnedOf(closed)
    const { id, outcome } = await desk.merge(kept, closed)

    expect(outcome).toMatchObject({ hours: 6, skipped: 0 })
    expect(await earnedOf(kept)).toEqual(hours)
    expect((await earnedOf(closed)).every((year) => year.professional === 0)).toBe(true)
    const { db } = await deps()
    expect((await listLedgerEntries(db, closed.id)).map(({ source }) => source)).toEqual(['COURSE', 'REVERSAL'])
    expect(await listLedgerEntries(db, kept.id)).toMatchObject([
      { source: 'COURSE', sourceId: sitting.attemptId, actor: `merge:${id}` },
    ])
    const report = await runWholeCheck(checkLedger, { db })
    expect(report.faults.filter((line) => line.includes(kept.id) || line.includes(closed.id))).toEqual([])

    const { list: mine } = await must('GET /course/v1/my_course', {}, kept.token)
    expect(mine).toMatchObject([{ signId: exam.exam.signId, courses: [{ examState: 'PASSED' }] }])
    const login = { account: closed.phone, password: closed.password }
    // Only with the right password does the sign-in name the account that continues.
    const phone = `${kept.phone.slice(0, 3)}****${kept.phone.slice(-4)}`
    for (const account of [closed.phone, closed.idNo])
      expect(await call('POST /student/v1/login', { ...login, account })).toMatchObject({
        key: 'student.merged',
        msg: expect.stringContaining(`手机号 ${phone}`),
      })
    const guess = {
      ...login,
      password: kept.password.replace(/^./, (one) => (one === '0' ? '1' : '0')),
    }
    expect(await call('POST /student/v1/login', guess)).toMatchObject({
      key: 'student.badCredentials',
      msg: '账号或密码不正确',
    })
    const [told] = (await listMessagesTo(kept)).filter(({ kind }) => kind === 'ACCOUNT')
    expect(told).toMatchObject({ title: '您的两个账号已合并', link: '/system/my-courses' })
    expect(told?.body).toContain(`${closed.phone.slice(0, 3)}****${closed.phone.slice(-4)}`)
    expect((await call('GET /student/v1/profile', {}, closed.token)).status).toBe(401)
    expect(await mustStaff('GET /student_desk/v1/info', { id: closed.id }, desk.first.token)).toMatchObject({
      state: 'CLOSED',
      mergedInto: { id: kept.id },
    })
    expect(await listAuditRowsOf(closed.id)).toMatchObject([
      { action: 'student_desk.mergeProposed' },
      { action: 'student_desk.merged' },
    ])
  })

  it('a merge revokes the proof of the closed account and issues one to the kept account', async () => {
    const { student: closed, plan, number } = await makeStudentWithProof()
    const kept = await makeStudent({ name: '张三丰' })
    await desk.merge(kept, closed)
    const { list } = await must('GET /certification_grant/v1/query', { year: plan.year }, kept.token)
    expect(list).toMatchObject([{ state: 'ISSUED' }])
    expect(list[0]?.number).not.toBe(number)
    const { db } = await deps()
    const proofs = await db.selectFrom('proof').selectAll().where('studentId', '=', closed.id).execute()
    expect(proofs.every(({ revokedAt }) => revokedAt !== null)).toBe(true)
  })

  it('after a merge hours of the same record count once, and reversed hours are reversed again', async () => {
    const [kept, closed, plan] = await Promise.all([makeStudent(), makeStudent(), makePlan({ requiredPublic: 900 })])
    const twice = await giveLedgerHours(kept, plan, 100, { subject: 'PUBLIC' })
    await giveLedgerHours(closed, plan, 100, { subject: 'PUBLIC', sourceId: twice })
    await giveLedgerHours(closed, plan, 20, { subject: 'PUBLIC' })
    const { outcome } = await desk.merge(kept, closed)
    expect(outcome).toMatchObject({ hours: 2, skipped: 1 })
    expect(await earnedOf(kept)).toEqual([{ year: plan.year, professional: 0, public: 120 }])
  })

  it('a merge ends the consents of the closed account', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    for (const { token } of [kept, closed]) await must('POST /message/v1/agree_sms', {}, token)
    await desk.merge(kept, closed)
    const { db } = await deps()
    const ids = [kept.id, closed.id]
    const rows = db.selectFrom('messageConsent').select('studentId').where('studentId', 'in', ids)
    expect(await rows.execute()).toEqual([{ studentId: kept.id }])
  })

  it('a merge moves unread deadline reminders together with their plan', async () => {
    const [kept, closed, plan] = [await makeStudent(), await makeStudent(), await makePlan()]
    const { db } = await deps()
    const reminder = {
      kind: 'DEADLINE',
      event: 'deadline:x',
      title: '—',
      body: '—',
      planId: plan.id,
    }
    await db
      .insertInto('message')
      .values({ ...reminder, studentId: closed.id })
      .execute()
    await desk.merge(kept, closed)
    const [mine] = (await listMessagesTo(kept)).filter(({ kind }) => kind === 'DEADLINE')
    expect(mine?.title).toContain(String(plan.year))
  })

  it('a merge frees phone, id and certificate number of the closed account', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    await desk.merge(kept, closed)
    const clerk = await makeStaff({ permissions: ['student.edit'] })
    const change = {
      id: kept.id,
      reason: '同一人注册了两次',
      phone: closed.phone,
      idNo: closed.idNo,
    }
    expect(await staffCall('POST /student_desk/v1/correct', change, clerk.token)).toMatchObject({
      code: 1,
    })
    const login = { account: closed.phone, password: kept.password }
    expect((await must('POST /student/v1/login', login)).user.id).toBe(kept.id)
  })
})

describe('database constraints of a merge', () => {
  it('every foreign key to a sign follows a change of its owner', async () => {
    const { db } = await deps()
    const { rows } = await sql`
      select key.conrelid::regclass::text as "table", key.conname from pg_constraint key
      join pg_attribute owner on owner.attrelid = key.confrelid and owner.attname = 'student_id'
      where key.contype = 'f' and key.confrelid in ('sign'::regclass, 'sign_course'::regclass)
        and owner.attnum = any(key.confkey) and key.confupdtype <> 'c'`.execute(db)
    expect(rows).toEqual([])
  })

  it('the database refuses a direct change of the student of a submitted attempt', async () => {
    const exam = await makeExam()
    const { attemptId } = await startTestAttempt(exam)
    await must('POST /exam/v1/submit_exam', { attemptId, seq: 1, answers: {} }, exam.token)
    const { db } = await deps()
    const { id: studentId } = await makeStudent()
    const change = db.updateTable('attempt').set({ studentId }).where('id', '=', attemptId)
    await expect(change.execute()).rejects.toThrow('cannot be changed')
  })
})
