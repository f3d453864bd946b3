import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { makeReductionType, makeSubmittedReduction } from '../../../../test/factories/course_reduce.ts'
import { inviteStudents, makeEmployer } from '../../../../test/factories/employer.ts'
import {
  callSubmitExam,
  listDecisionConsequences,
  makeAbandonedAttempt,
  makeExam,
  makeExamDecider,
  rightAnswersOf,
  startTestAttempt,
  wrongAnswersOf,
} from '../../../../test/factories/exam.ts'
import { giveLedgerHours, makeStudentWithProof } from '../../../../test/factories/hours.ts'
import { makeMergeTestDesk, mergeInput } from '../../../../test/factories/merge.ts'
import {
  acceptedNotificationResponse,
  callCancelOrder,
  chosenCourseIds,
  payClosedPayment,
  payWithoutNotification,
  queryOrderStatus,
  sendCashierNotification,
  signedNotificationOf,
} from '../../../../test/factories/order.ts'
import { makePassWhileRefunded } from '../../../../test/factories/passed-unpaid.ts'
import { makeReductionReviewDesk } from '../../../../test/factories/review-desk.ts'
import { makeSign } from '../../../../test/factories/sign.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { waitForLockWaiters } from '../../../../test/waiters.ts'
import { runWholeCheck } from '../../../../test/whole-check.ts'
import { call, deps, must, mustStaff, staffCall } from '../../../../test/world.ts'
import { appNow, inTransaction, type Tx } from '../../../platform/db/database.ts'
import { checkLedger } from '../../credits/hours/service/verify.ts'
import { updateAttemptHeartbeats } from '../../exam/store/heartbeats.ts'
import { lockRunningAttempts } from '../../exam/store/submissions.ts'
import { lockSignCourses, lockSigns } from '../../learning/sign/service.ts'
import { insertMessages, insertReminders } from '../../message/store.ts'
import { lockStudents } from '../../student/service.ts'

/**
 * One transaction waits for the student row, then another starts that needs ledger and row. A deadlock would answer
 * 500.
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
    await waitForLockWaiters(1)
    const second = other()
    await waitForLockWaiters(2)
    return [{ first }, { second }] as const
  })
  return Promise.all([first.first, second.second])
}

const makeClerk = () => makeStaff({ permissions: ['student.read', 'student.edit'] })

it('recording a wrong password and an unlock by staff do not deadlock', async () => {
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

it('a correction request and a correction by staff do not deadlock', async () => {
  const [{ student }, clerk] = await Promise.all([makeStudentWithProof(), makeClerk()])
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

it('an approved reduction and a correction do not deadlock', async () => {
  const [desk, clerk, student] = await Promise.all([makeReductionReviewDesk(), makeClerk(), makeStudent()])
  const made = await makeSubmittedReduction(await makeReductionType(desk.first), {}, { student })
  await giveLedgerHours(student, made, 10)
  const change = { id: student.id, name: '李四海', reason: '本人来电核实' }
  const answers = await meet(
    [student],
    () => desk.decide(made),
    () => staffCall('POST /student_desk/v1/correct', change, clerk.token),
  )
  expect(answers).toMatchObject([{ code: 1 }, { code: 1 }])
})

it('approving the first hours of a student and another credit do not deadlock', async () => {
  const desk = await makeReductionReviewDesk()
  const made = await makeSubmittedReduction(desk.type)
  const [approved] = await meet(
    [made.student],
    () => desk.decide(made),
    () => giveLedgerHours(made.student, made, 10),
  )
  expect(approved).toMatchObject({ code: 1 })
  const { db } = await deps()
  const { faults: breaks } = await runWholeCheck(checkLedger, { db })
  expect(breaks.filter((line) => line.includes(made.student.id))).toEqual([])
})

it('paying again for a refunded year with a passed exam and a correction do not deadlock', async () => {
  const { anew, exam } = await makePassWhileRefunded()
  const clerk = await makeClerk()
  await payWithoutNotification(anew)
  const { student } = exam.sign
  const change = { id: student.id, name: '李四海', reason: '本人来电核实' }
  const [status, corrected] = await meet(
    [student],
    () => queryOrderStatus(anew),
    () => staffCall('POST /student_desk/v1/correct', change, clerk.token),
  )
  expect(corrected).toMatchObject({ code: 1 })
  expect(status).toBe('PAID')
})

it('a merge and voiding an attempt of the closed account do not deadlock, and hours are reversed', async () => {
  const [desk, kept, exam] = await Promise.all([makeMergeTestDesk(), makeStudent(), makeExam()])
  const [one, two] = await Promise.all([makeExamDecider(), makeExamDecider()])
  const sitting = await startTestAttempt(exam)
  const { attemptId } = sitting
  await callSubmitExam(exam.token, attemptId, 1, rightAnswersOf(sitting))
  const id = randomUUID()
  const asked = { id, attemptId, kind: 'VOID' as const, reason: '替考' }
  await mustStaff('POST /exam/v1/ask', asked, one.token)
  const seen = await listDecisionConsequences(attemptId, 'VOID', two.token)
  const merge = mergeInput(kept, exam.sign.student)
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

it('an offline submission that reverses hours and a correction do not deadlock', async () => {
  const exam = await makeExam()
  const sitting = await makeAbandonedAttempt(exam, rightAnswersOf)
  const { attemptId, beacon } = sitting
  const clerk = await makeClerk()
  const answers = wrongAnswersOf(sitting)
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

it('a merge and a late payment do not deadlock, and the hours move', async () => {
  const { anew, exam } = await makePassWhileRefunded()
  const [desk, kept] = await Promise.all([makeMergeTestDesk(), makeStudent()])
  const { student, plan } = exam.sign
  await callCancelOrder(anew)
  // Both ledgers exist, so no account is locked to create one.
  const other = await makePlan()
  for (const account of [kept, student]) await giveLedgerHours(account, other, 10)
  const merge = mergeInput(kept, student)
  await desk.propose(merge)
  await payClosedPayment(anew)
  const paid = await signedNotificationOf(anew)
  const [merged, answered] = await meet(
    [kept, student],
    () => desk.decide(merge.id),
    () => sendCashierNotification(paid),
  )
  expect(merged).toMatchObject({ data: { state: 'DONE' } })
  expect(answered).toEqual(acceptedNotificationResponse)
  const { list } = await must('GET /certification_grant/v1/query', { year: plan.year }, kept.token)
  expect(list).toMatchObject([{ earned: { professional: 6 } }])
})

it('a merge and the first response to an invitation do not deadlock', async () => {
  const [desk, employer, kept, { student, plan }] = await Promise.all([
    makeMergeTestDesk(),
    makeEmployer(),
    makeStudent(),
    makeSign({ paid: false }),
  ])
  const [id = ''] = await inviteStudents(employer, plan, [student])
  const merge = mergeInput(kept, student)
  await desk.propose(merge)
  const courseIds = chosenCourseIds(plan)
  const [answered, merged] = await meet(
    [kept, student],
    () => call('POST /invitation/v1/confirm', { id, courseIds }, student.token),
    () => desk.decide(merge.id),
  )
  expect(answered).toMatchObject({ code: 1 })
  expect(merged).toMatchObject({ data: { state: 'DONE' } })
})

it('a repeated order of a year already begun and a merge do not deadlock', async () => {
  const [desk, closed, { student: kept, plan }] = await Promise.all([
    makeMergeTestDesk(),
    makeStudent(),
    makeSign({ paid: false }),
  ])
  const merge = mergeInput(kept, closed)
  await desk.propose(merge)
  const input = { year: plan.year, courseIds: chosenCourseIds(plan), payType: 'DEMO' as const }
  const [ordered, merged] = await meet(
    [kept, closed],
    () => call('POST /order/v1/create_order', input, kept.token),
    () => desk.decide(merge.id),
  )
  expect(ordered).toMatchObject({ code: 1 })
  expect(merged).toMatchObject({ key: 'student_desk.mergeHindered' })
})

it('a first sign-up and a merge with a sign of the same year do not deadlock', async () => {
  const [desk, kept, { student, plan }] = await Promise.all([makeMergeTestDesk(), makeStudent(), makeSign()])
  const merge = mergeInput(kept, student)
  await desk.propose(merge)
  const input = { year: plan.year, courseIds: chosenCourseIds(plan), payType: 'DEMO' as const }
  const { db } = await deps()
  const { merging, ordering } = await inTransaction(db, async (tx) => {
    // A merge reads this table while it locks both accounts, so locking the table stops it there.
    await sql`lock table exam_extra_time in access exclusive mode`.execute(tx)
    const merging = desk.decide(merge.id)
    await waitForLockWaiters(1)
    const ordering = call('POST /order/v1/create_order', input, kept.token)
    await waitForLockWaiters(2)
    return { merging, ordering }
  })
  const [merged, ordered] = await Promise.all([merging, ordering])
  expect(merged).toMatchObject({ data: { state: 'DONE' } })
  expect(ordered).toMatchObject({ key: 'order.alreadyPaid' })
})

it('signs of several students are always locked in the same sequence', async () => {
  const { db } = await deps()
  const plan = await makePlan()
  // The sequence by sign differs from the sequence by student.
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
    await waitForLockWaiters(1)
    const second = inTransaction(db, (other) => lockSigns(other, ids))
    await waitForLockWaiters(2)
    return { first, second }
  })
  expect((await first).map(({ signId }) => signId)).toEqual(ids)
  expect((await second).map(({ id }) => id)).toEqual(ids)
})

it('attempts are always locked in the same sequence', async () => {
  const { db, pool } = await deps()
  // The sequence by attempt differs from the sequence by student.
  const sat: { attemptId: string; studentId: string }[] = []
  for (;;) {
    const exam = await makeExam()
    sat.push({ attemptId: (await startTestAttempt(exam)).attemptId, studentId: exam.sign.student.id })
    sat.sort((a, b) => (a.attemptId < b.attemptId ? -1 : 1))
    if (sat.some(({ studentId }, at) => at > 0 && studentId < (sat[at - 1]?.studentId ?? ''))) break
  }
  const ids = sat.map(({ attemptId }) => attemptId)
  const { first, second } = await inTransaction(db, async (tx) => {
    await lockRunningAttempts(tx, ids.slice(0, 1), 0)
    const beats = ids.map((attemptId) => ({ attemptId }))
    const first = updateAttemptHeartbeats(pool, beats, 0)
    await waitForLockWaiters(1)
    const second = inTransaction(db, (other) => lockRunningAttempts(other, ids, 0))
    await waitForLockWaiters(2)
    return { first, second }
  })
  expect((await first).size).toBe(ids.length)
  expect((await second).map(({ id }) => id)).toEqual(ids)
})

it('students notified together are always locked in the same sequence', async () => {
  const { db } = await deps()
  const now = (await appNow(db)).getTime()
  // The rows come in the order in which the reminder job reads them.
  const ends = (days: number) => new Date(now + days * 86_400_000)
  const plan = await makePlan({ signEndAt: ends(4), studyEndAt: ends(5) })
  const students = (await Promise.all([1, 2, 3, 4].map(() => makeStudent()))).sort((a, b) => (a.id < b.id ? 1 : -1))
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
      await waitForLockWaiters(1)
      // While the call waits for the first student, it holds no lock on the others.
      await sql`select from student where id = any(${others}::uuid[]) for update nowait`.execute(tx)
      return { told }
    })
    await told.told
  }
})
