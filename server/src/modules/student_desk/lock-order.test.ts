import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeSubmitted, makeType } from '../../../test/factories/course_reduce.ts'
import { makeDecider, makeExam, rightAnswers, sit, submit } from '../../../test/factories/exam.ts'
import { giveHours, makeProven } from '../../../test/factories/hours.ts'
import { makeMergeDesk, mergeOf } from '../../../test/factories/merge.ts'
import { paySilently, statusOf } from '../../../test/factories/order.ts'
import { makePassedUnpaid } from '../../../test/factories/paid-anew.ts'
import { makeReviewDesk, reviewing } from '../../../test/factories/review-desk.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { waiters } from '../../../test/waiters.ts'
import { deps, must, mustStaff, staffCall } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { verifyChains } from '../hours/service.ts'

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
  const merge = mergeOf(kept, exam.sign.student)
  await desk.propose(merge)
  const answers = await meet(
    [kept, exam.sign.student],
    () => desk.decide(merge.id),
    () => staffCall('POST /exam/v1/decide', { id, approve: true }, two.token),
  )
  expect(answers).toMatchObject([{ data: { state: 'DONE' } }, { data: { state: 'DONE' } }])
  const { list } = await must('GET /certification_grant/v1/query', {}, kept.token)
  expect(list.find(({ year }) => year === exam.sign.plan.year)?.earned.professional ?? 0).toBe(0)
})
