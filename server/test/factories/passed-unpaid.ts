import { expect } from 'vitest'
import { submitOverdueAttempts } from '../../src/modules/exam/service/finish.ts'
import { setSignsPaidAt } from '../../src/modules/learning/sign/service.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { deps, must, passTime } from '../world.ts'
import { makePlan } from './catalogue.ts'
import { callSaveAnswer, rightAnswersOf, startTestAttempt, wrongAnswersOf } from './exam.ts'
import { makeOrder, payWithoutNotification, queryOrderStatus, signInAgain, type TestOrder } from './order.ts'
import { approveTestRefund, makeRefundRequest } from './refund.ts'
import { finishStudy } from './study.ts'

async function makePaidExam() {
  const plan = await makePlan({ courses: [{}], requiredProfessional: 60 })
  const order = await makeOrder({ plan })
  await payTestOrder(order)
  const { student, signId } = order
  const { db } = await deps()
  const rows = await db.selectFrom('signCourse').select(['id', 'planCourseId']).where('signId', '=', signId).execute()
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

export async function payTestOrder(order: TestOrder): Promise<void> {
  await payWithoutNotification(order)
  expect(await queryOrderStatus(order)).toBe('PAID')
}

/**
 * Makes an attempt that an offline submission passes after the payment for the sign-up was refunded. Then the student
 * makes a new order.
 */
export async function makePassWhileRefunded() {
  const { order, exam } = await makePaidExam()
  const sitting = await startTestAttempt(exam)
  const { attemptId } = sitting
  const { beacon } = (await callSaveAnswer(exam.token, attemptId, 1, wrongAnswersOf(sitting, 1))).data
  // The server submits the saved answers at the deadline; then the money is refunded.
  await passTime(1860)
  await submitOverdueAttempts(await deps())
  await approveTestRefund((await makeRefundRequest({ paid: order })).id)
  const answers = rightAnswersOf(sitting)
  const sealed = { attemptId, seq: 2, answers, beacon, sealedAfterMs: 1_790_000 }
  expect(await must('POST /exam/v1/submit_sealed', sealed, exam.token)).toMatchObject({
    passed: true,
    submittedBy: 'SEALED',
  })
  await signInAgain(order.student)
  const anew = await makeOrder({ student: order.student, plan: order.plan })
  return { attemptId, anew, exam: { ...exam, token: order.student.token } }
}

/** Makes an old error state: the student has paid again and passed, but has no hours. */
export async function makePassWithoutHours() {
  const made = await makePassWhileRefunded()
  const { db } = await deps()
  await inTransaction(db, (tx) => setSignsPaidAt(tx, [made.exam.sign.signId]))
  return made
}
