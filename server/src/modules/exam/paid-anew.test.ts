import { expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import {
  earned,
  info,
  rightAnswers,
  save,
  sit,
  start,
  summaryOf,
  wrongAnswers,
} from '../../../test/factories/exam.ts'
import {
  backAgain,
  makeOrder,
  paySilently,
  statusOf,
  type TestOrder,
} from '../../../test/factories/order.ts'
import { grantRefund, makeRefundRequest } from '../../../test/factories/refund.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import { deps, must, passTime } from '../../../test/world.ts'
import { submitAbandoned } from './service.ts'

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

async function pay(order: TestOrder): Promise<void> {
  await paySilently(order)
  expect(await statusOf(order)).toBe('PAID')
}

it('what was passed while the money of the year was back counts once the year is paid anew', async () => {
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
  expect(await earned(exam)).toBe(0)

  await backAgain(order.student)
  const anew = await makeOrder({ student: order.student, plan: order.plan })
  expect(await earned(exam)).toBe(0)
  await pay(anew)
  expect(await earned(exam)).toBe(60)
  const again = { ...exam, token: order.student.token }
  expect(await summaryOf(again)).toMatchObject({ state: 'PASSED' })
  expect(await info(again)).toMatchObject({ state: 'PASSED' })
  expect(await start(again)).toMatchObject({ key: 'exam.alreadyPassed' })
})
