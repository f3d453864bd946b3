import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { makeSubmitted, makeType } from '../../../test/factories/course_reduce.ts'
import { invite, makeEmployer } from '../../../test/factories/employer.ts'
import {
  followsFrom,
  makeDecider,
  makeExam,
  rightAnswers,
  save,
  sit,
  submit,
  wrongAnswers,
} from '../../../test/factories/exam.ts'
import { giveHours, makeProven } from '../../../test/factories/hours.ts'
import { makeMergeDesk, mergeOf } from '../../../test/factories/merge.ts'
import {
  cancelOrder,
  choiceOf,
  heard,
  notificationOf,
  notify,
  paySilently,
  payTooLate,
  statusOf,
} from '../../../test/factories/order.ts'
import { makePassedUnpaid } from '../../../test/factories/paid-anew.ts'
import { makeReviewDesk, reviewing } from '../../../test/factories/review-desk.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { waiters } from '../../../test/waiters.ts'
import { call, deps, must, mustStaff, passTime, staffCall } from '../../../test/world.ts'
import { appNow, inTransaction, type Tx } from '../../platform/db/database.ts'
import { submitAbandoned } from '../exam/service.ts'
import { lockOpen } from '../exam/store/hand-in.ts'
import { hear } from '../exam/store/heartbeats.ts'
import { verifyChains } from '../hours/service.ts'
import { insertMessages, insertReminders } from '../message/store.ts'
import { lockSignCourses, lockSigns } from '../sign/service.ts'
import { lockStudents } from '../student/service.ts'

/**
 * What takes a student's ledger and row meets something else that takes both: the one begins and waits for the row, then comes the other,
 * then the row is let go. A deadlock would be the 500 of one of them.
 */
async function meet<One, Other>(
  students: { id: string }[],
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One, Other]> {
  const { db } = await deps()
  const ids = students.map(({ id }) => id)
  const [first, second] = await inTransaction(db, async (tx) => {
    await tx.selectFrom('student').select('id').where('id', 'in', ids).forUpdate().execute()
    const first = one()
    await waiters(1)
    const second = other()
    await waiters(2)
    return [{ first }, { second }] as const
  })
  return Promise.all([first.first, second.second])
}

const makeClerk = () => makeStaff({ permissions: ['student.read', 'student.edit'] })

it('a wrong password that is written down and staff who open the lock wait for each other', async () => {
  const [student, clerk] = await Promise.all([makeStudent(), makeClerk()])
  const guess = { account: student.phone, password: '0'.repeat(32) }
  const unlock = { id: student.id, reason: '本人来电' }
  const answers = await meet(
    [student],
    () => call('POST /student/v1/login', guess),
    () => staffCall('POST /student_desk/v1/unlock', unlock, clerk.token),
  )
  expect(answers).toMatchObject([{ key: 'student.badCredentials' }, { code: 1 }])
})

it('a correction that was asked for and one at the desk wait for each other', async () => {
  const [{ student }, clerk] = await Promise.all([makeProven(), makeClerk()])
  const id = randomUUID()
  const wish = { id, field: 'NAME' as const, value: '张三封', reason: '登记时写错了' }
  await must('POST /privacy/v1/correct', wish, student.token)
  const decision = { id, decision: 'APPROVED', note: '' }
  const change = { id: student.id, name: '李四海', reason: '本人来电核实' }
  const answers = await meet(
    [student],
    () => staffCall('POST /privacy/v1/decide_correction', decision, clerk.token),
    () => staffCall('POST /student_desk/v1/correct', change, clerk.token),
  )
  expect(answers).toMatchObject([{ code: 1 }, { code: 1 }])
})

it('the approval of a reduction and a correction wait for each other', async () => {
  const [desk, clerk, student] = await Promise.all([makeReviewDesk(), makeClerk(), makeStudent()])
  const made = await makeSubmitted(await makeType(desk.first), {}, { student })
  await giveHours(student, made, 10)
  const change = { id: student.id, name: '李四海', reason: '本人来电核实' }
  const answers = await meet(
    [student],
    () => reviewing(() => desk).decide(made),
    () => staffCall('POST /student_desk/v1/correct', change, clerk.token),
  )
  expect(answers).toMatchObject([{ code: 1 }, { code: 1 }])
})

it("the approval of somebody's first hours and another credit wait for each other", async () => {
  const desk = await makeReviewDesk()
  const made = await makeSubmitted(desk.type)
  const [approved] = await meet(
    [made.student],
    () => reviewing(() => desk).decide(made),
    () => giveHours(made.student, made, 10),
  )
  expect(approved).toMatchObject({ code: 1 })
  const { db } = await deps()
  const { breaks } = await verifyChains(db)
  expect(breaks.filter((line) => line.includes(made.student.id))).toEqual([])
})

it('the payment of a year that is paid anew, whose pass now gives its hours, and a correction wait for each other', async () => {
  const { anew, exam } = await makePassedUnpaid()
  // time has passed: only now
  const clerk = await makeClerk()
  await paySilently(anew)
  const { student } = exam.sign
  const change = { id: student.id, name: '李四海', reason: '本人来电核实' }
  const [status, corrected] = await meet(
    [student],
    () => statusOf(anew),
    () => staffCall('POST /student_desk/v1/correct', change, clerk.token),
  )
  expect(corrected).toMatchObject({ code: 1 })
  expect(status).toBe('PAID')
})

it('a merge and the void of an exam of the account to be closed wait for each other; the hours are gone', async () => {
  const [desk, kept, exam] = await Promise.all([makeMergeDesk(), makeStudent(), makeExam()])
  const [one, two] = await Promise.all([makeDecider(), makeDecider()])
  const sitting = await sit(exam)
  const { attemptId } = sitting
  await submit(exam.token, attemptId, 1, rightAnswers(sitting))
  const id = randomUUID()
  const asked = { id, attemptId, kind: 'VOID' as const, reason: '替考' }
  await mustStaff('POST /exam/v1/ask', asked, one.token)
  const seen = await followsFrom(attemptId, 'VOID', two.token)
  const merge = mergeOf(kept, exam.sign.student)
  await desk.propose(merge)
  const answers = await meet(
    [kept, exam.sign.student],
    () => desk.decide(merge.id),
    () => staffCall('POST /exam/v1/decide', { id, approve: true, seen }, two.token),
  )
  expect(answers).toMatchObject([{ data: { state: 'DONE' } }, { data: { state: 'DONE' } }])
  const { list } = await must('GET /certification_grant/v1/query', {}, kept.token)
  expect(list.find(({ year }) => year === exam.sign.plan.year)?.earned.professional ?? 0).toBe(0)
})

it("sealed answers that take the hours of the server's pass back and a correction wait for each other", async () => {
  const exam = await makeExam()
  const sitting = await sit(exam)
  const { attemptId } = sitting
  const { beacon } = (await save(exam.token, attemptId, 1, rightAnswers(sitting))).data
  await passTime(1860)
  await submitAbandoned(await deps())
  // time has passed: only now
  const clerk = await makeClerk()
  const answers = wrongAnswers(sitting)
  const sealed = { attemptId, seq: 2, answers, beacon, sealedAfterMs: 1_790_000 }
  const { student } = exam.sign
  const change = { id: student.id, name: '李四海', reason: '本人来电核实' }
  const answered = await meet(
    [student],
    () => call('POST /exam/v1/submit_sealed', sealed, exam.token),
    () => staffCall('POST /student_desk/v1/correct', change, clerk.token),
  )
  expect(answered).toMatchObject([{ code: 1, data: { passed: false } }, { code: 1 }])
})

it('a merge and the late payment of a closed order, which pays a year anew, wait for each other; its hours come along', async () => {
  const { anew, exam } = await makePassedUnpaid()
  // time has passed: only now
  const [desk, kept] = await Promise.all([makeMergeDesk(), makeStudent()])
  const { student, plan } = exam.sign
  await cancelOrder(anew)
  // both ledgers are there: nobody waits for the accounts by making one
  const other = await makePlan()
  for (const account of [kept, student]) await giveHours(account, other, 10)
  const merge = mergeOf(kept, student)
  await desk.propose(merge)
  await payTooLate(anew)
  const paid = await notificationOf(anew)
  const [merged, answered] = await meet(
    [kept, student],
    () => desk.decide(merge.id),
    () => notify(paid),
  )
  expect(merged).toMatchObject({ data: { state: 'DONE' } })
  expect(answered).toEqual(heard)
  const { list } = await must('GET /certification_grant/v1/query', { year: plan.year }, kept.token)
  expect(list).toMatchObject([{ earned: { professional: 6 } }])
})

it("a merge and the first answer to an employer's invitation wait for each other", async () => {
  const [desk, employer, kept, { student, plan }] = await Promise.all([
    makeMergeDesk(),
    makeEmployer(),
    makeStudent(),
    makeSign({ paid: false }),
  ])
  const [id = ''] = await invite(employer, plan, [student])
  const merge = mergeOf(kept, student)
  await desk.propose(merge)
  const courseIds = choiceOf(plan)
  const [answered, merged] = await meet(
    [kept, student],
    () => call('POST /invitation/v1/confirm', { id, courseIds }, student.token),
    () => desk.decide(merge.id),
  )
  expect(answered).toMatchObject({ code: 1 })
  expect(merged).toMatchObject({ data: { state: 'DONE' } })
})

it('a new order of a year that was begun and a merge wait for each other', async () => {
  const [desk, closed, { student: kept, plan }] = await Promise.all([
    makeMergeDesk(),
    makeStudent(),
    makeSign({ paid: false }),
  ])
  const merge = mergeOf(kept, closed)
  await desk.propose(merge)
  const input = { year: plan.year, courseIds: choiceOf(plan), payType: 'DEMO' as const }
  const [ordered, merged] = await meet(
    [kept, closed],
    () => call('POST /order/v1/create_order', input, kept.token),
    () => desk.decide(merge.id),
  )
  expect(ordered).toMatchObject({ code: 1 })
  expect(merged).toMatchObject({ key: 'student_desk.mergeHindered' })
})

it('a first sign-up for a year and a merge that brings one wait for each other', async () => {
  const [desk, kept, { student, plan }] = await Promise.all([
    makeMergeDesk(),
    makeStudent(),
    makeSign(),
  ])
  const merge = mergeOf(kept, student)
  await desk.propose(merge)
  const input = { year: plan.year, courseIds: choiceOf(plan), payType: 'DEMO' as const }
  const { db } = await deps()
  const { merging, ordering } = await inTransaction(db, async (tx) => {
    // what a merge looks at when it holds both accounts
    await sql`lock table exam_extra_time in access exclusive mode`.execute(tx)
    const merging = desk.decide(merge.id)
    await waiters(1)
    const ordering = call('POST /order/v1/create_order', input, kept.token)
    await waiters(2)
    return { merging, ordering }
  })
  const [merged, ordered] = await Promise.all([merging, ordering])
  expect(merged).toMatchObject({ data: { state: 'DONE' } })
  expect(ordered).toMatchObject({ key: 'order.alreadyPaid' })
})

it('the signs of several students are locked in one order, by whatever they are found', async () => {
  const { db } = await deps()
  const plan = await makePlan()
  // as a payment of an employer's order finds them, and as passes do: whose order by sign is not that by student
  const signs = [await makeSign({ plan })]
  for (;;) {
    signs.push(await makeSign({ plan }))
    signs.sort((a, b) => (a.student.id < b.student.id ? -1 : 1))
    if (signs.some(({ signId }, at) => at > 0 && signId < (signs[at - 1]?.signId ?? ''))) break
  }
  const ids = signs.map(({ signId }) => signId)
  const courses = signs.flatMap((sign) => sign.courses.slice(0, 1)).map(({ id }) => id)
  const { first, second } = await inTransaction(db, async (tx) => {
    await lockSigns(tx, ids.slice(0, 1))
    const first = inTransaction(db, (other) => lockSignCourses(other, courses))
    await waiters(1)
    const second = inTransaction(db, (other) => lockSigns(other, ids))
    await waiters(2)
    return { first, second }
  })
  expect((await first).map(({ signId }) => signId)).toEqual(ids)
  expect((await second).map(({ id }) => id)).toEqual(ids)
})

it('sittings are locked in one order, by whatever their pages send', async () => {
  const { db, pool } = await deps()
  // whose order by sitting is not that by student
  const sat: { attemptId: string; studentId: string }[] = []
  for (;;) {
    const exam = await makeExam()
    sat.push({ attemptId: (await sit(exam)).attemptId, studentId: exam.sign.student.id })
    sat.sort((a, b) => (a.attemptId < b.attemptId ? -1 : 1))
    if (sat.some(({ studentId }, at) => at > 0 && studentId < (sat[at - 1]?.studentId ?? ''))) break
  }
  const ids = sat.map(({ attemptId }) => attemptId)
  const { first, second } = await inTransaction(db, async (tx) => {
    await lockOpen(tx, ids.slice(0, 1), 0)
    const beats = ids.map((attemptId) => ({ attemptId }))
    const first = hear(pool, beats, 0)
    await waiters(1)
    const second = inTransaction(db, (other) => lockOpen(other, ids, 0))
    await waiters(2)
    return { first, second }
  })
  expect((await first).size).toBe(ids.length)
  expect((await second).map(({ id }) => id)).toEqual(ids)
})

it('students who are told something at once are held in one order, in whichever it was found', async () => {
  const { db } = await deps()
  const now = (await appNow(db)).getTime()
  // as it is read, of the day on which everybody of a year is reminded, too
  const ends = (days: number) => new Date(now + days * 86_400_000)
  const plan = await makePlan({ signEndAt: ends(4), studyEndAt: ends(5) })
  const students = (await Promise.all([1, 2, 3, 4].map(() => makeStudent()))).sort((a, b) =>
    a.id < b.id ? 1 : -1,
  )
  for (const student of students) await makeSign({ student, plan })
  const ids = students.map(({ id }) => id)
  const words = { kind: 'ACCOUNT' as const, event: 'told', title: '通知', body: '', link: null }
  const messages = ids.map((studentId) => ({ studentId, ...words }))
  const ways = [(tx: Tx) => insertMessages(tx, messages), (tx: Tx) => insertReminders(tx, plan.id)]
  for (const tell of ways) {
    const told = await inTransaction(db, async (tx) => {
      const [first = '', ...others] = ids.toReversed()
      await lockStudents(tx, [first])
      const told = inTransaction(db, tell)
      await waiters(1)
      // whoever waits for the first holds none of the others
      await sql`select from student where id = any(${others}::uuid[]) for update nowait`.execute(tx)
      return { told }
    })
    await told.told
  }
})
