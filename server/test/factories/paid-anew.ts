import { expect } from 'vitest'
import { submitAbandoned } from '../../src/modules/exam/service.ts'
import { setPaid } from '../../src/modules/sign/service.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { deps, must, passTime } from '../world.ts'
import { makePlan } from './catalogue.ts'
import { rightAnswers, save, sit, wrongAnswers } from './exam.ts'
import { backAgain, makeOrder, paySilently, statusOf, type TestOrder } from './order.ts'
import { grantRefund, makeRefundRequest } from './refund.ts'
import { finishStudy } from './study.ts'

/** The year's one course is studied, its exam open: paid by an order, whose money can go back. */
async function makePaidExam() {
  const plan = await makePlan({ courses: [{}], requiredProfessional: 60 })
  const order = await makeOrder({ plan })
  await pay(order)
  const { student, signId } = order
  const { db } = await deps()
  const rows = await db
    .selectFrom('signCourse')
    .select(['id', 'planCourseId'])
    .where('signId', '=', signId)
    .execute()
  const courses = plan.courses.map((course) => {
    const row = rows.find(({ planCourseId }) => planCourseId === course.planCourseId)
    if (!row) throw new Error('a course of the plan was not chosen')
    return { ...course, id: row.id }
  })
  const sign = { student, plan, signId, courses }
  await finishStudy(sign)
  const [course] = courses
  if (!course) throw new Error('the plan has no course')
  return { order, exam: { sign, token: student.token, exam: { signId, id: course.id } } }
}

export async function pay(order: TestOrder): Promise<void> {
  await paySilently(order)
  expect(await statusOf(order)).toBe('PAID')
}

/** Passed by answers sealed offline before the bell, while the money of the year was back; and the order that pays the year anew, still open. */
export async function makePassedUnpaid() {
  const { order, exam } = await makePaidExam()
  const sitting = await sit(exam)
  const { attemptId } = sitting
  const { beacon } = (await save(exam.token, attemptId, 1, wrongAnswers(sitting, 1))).data
  // offline at the bell: the server submits what it has, and the money goes back
  await passTime(1860)
  await submitAbandoned(await deps())
  await grantRefund((await makeRefundRequest({ paid: order })).id)
  const answers = rightAnswers(sitting)
  const sealed = { attemptId, seq: 2, answers, beacon, sealedAfterMs: 1_790_000 }
  expect(await must('POST /exam/v1/submit_sealed', sealed, exam.token)).toMatchObject({
    passed: true,
    submittedBy: 'SEALED',
  })
  await backAgain(order.student)
  const anew = await makeOrder({ student: order.student, plan: order.plan })
  return { attemptId, anew, exam: { ...exam, token: order.student.token } }
}

/** The same, paid anew as it was before payments credited such passes: it stands as passed, and has no hours. */
export async function makeMissed() {
  const made = await makePassedUnpaid()
  const { db } = await deps()
  await inTransaction(db, (tx) => setPaid(tx, [made.exam.sign.signId]))
  return made
}
