import type { FastifyInstance } from 'fastify'
import { recordPublicHours } from '../../src/modules/credits/certification_grant/service/record.ts'
import type { Db } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { payAtDemoCashier } from './cashier.ts'
import { advanceClock, setClock } from './clock.ts'
import { issueDemoInvoice } from './invoice.ts'
import { studyCourse, studyLesson, submitCourseEvaluation, takeDemoExam } from './learner.ts'
import { signInDemoStudent } from './people.ts'
import { startOfYear } from './plans.ts'
import { confirmExamResult } from './reviews.ts'
import type { DemoClient } from './wire.ts'

const day = 86_400

/** The simulated study begins in March, and the proof is issued in June. */
export async function simulateLastYear(app: FastifyInstance, deps: Deps, year: number): Promise<void> {
  await setClock(deps.db, new Date(startOfYear(year).getTime() + 66.4 * day * 1000))
  const phone = '13800000003'
  let wire = await signInDemoStudent(app, phone)
  const signId = await signUpDemoStudent(app, wire, year)
  await issueDemoInvoice(wire, deps)
  for (const course of await listCoursesOfDemoSign(wire, signId)) {
    await advanceClock(deps.db, 7 * day)
    wire = await signInDemoStudent(app, phone)
    await studyCourse(wire, deps.db, course.id)
    await submitCourseEvaluation(wire, course.id)
    const attemptId = await takeDemoExam(wire, deps.db, { signId, id: course.id }, 'NONE')
    await advanceClock(deps.db, day)
    await confirmExamResult(deps, attemptId)
  }
  const record = { account: phone, year, actor: 'staff:demo', hours: 15 }
  await recordPublicHours(deps, {
    ...record,
    title: '公需科目：法治与职业道德',
    reference: `GX-${year}-0001`,
  })
  await recordPublicHours(deps, {
    ...record,
    title: '公需科目：数字经济与健康中国',
    reference: `GX-${year}-0002`,
  })
}

/** The demo student has paid, passed five courses and begun the sixth. */
export async function simulateThisYear(
  app: FastifyInstance,
  deps: Deps,
  year: number,
  seedingDay: Date,
): Promise<void> {
  const start = Math.max(startOfYear(year).getTime(), seedingDay.getTime() - 12 * day * 1000)
  const days = (seedingDay.getTime() - start) / 1000 / day / 8
  // Study takes whole days where possible, so that no exam happens at three in the morning.
  const pace = day * (days < 1 ? days : Math.floor(days))
  await setClock(deps.db, new Date(start + 1000))
  const phone = '13800000002'
  let wire = await signInDemoStudent(app, phone)
  const signId = await signUpDemoStudent(app, wire, year)
  const courses = await listCoursesOfDemoSign(wire, signId)
  for (const [index, course] of courses.slice(0, 5).entries()) {
    await advanceClock(deps.db, pace)
    wire = await signInDemoStudent(app, phone)
    await studyCourse(wire, deps.db, course.id)
    await submitCourseEvaluation(wire, course.id)
    // In two demo exams the camera fails, so their attempts wait for a review.
    await takeDemoExam(wire, deps.db, { signId, id: course.id }, index < 3 ? 'STEADY' : 'LOST')
  }
  await advanceClock(deps.db, pace)
  await beginCourse(await signInDemoStudent(app, phone), deps.db, courses[5]?.id ?? '')
}

async function beginCourse(wire: DemoClient, db: Db, signCourseId: string): Promise<void> {
  const { lessons } = await wire('GET /course/v1/learn_course_detail', { id: signCourseId })
  const [first, second] = lessons
  if (first) await studyLesson(wire, db, signCourseId, first)
  if (second) await studyLesson(wire, db, signCourseId, second, Math.round(second.durationSeconds / 2))
}

/** Signs up for enough courses and pays, unless told otherwise. @returns the sign id */
export async function signUpDemoStudent(
  app: FastifyInstance,
  wire: DemoClient,
  year: number,
  pays = true,
): Promise<string> {
  const { list: years } = await wire('GET /course/v1/year_list')
  const needed = years.find((plan) => plan.year === year)?.requiredHours.professional ?? 0
  const { list } = await wire('POST /course/v1/course_list', { year, pageSize: 100 })
  let chosen = 0
  const courseIds = list
    .filter((course) => {
      if (!course.required && chosen >= needed) return false
      // Only professional hours are sold; public hours are recorded.
      if (course.subject === 'PROFESSIONAL') chosen += course.hours
      return true
    })
    .map((course) => course.id)
  const order = await wire('POST /order/v1/create_order', { year, courseIds, payType: 'DEMO' })
  if (!pays) return order.signId
  // A free plan is paid immediately, so its order has no payment code.
  if (order.codeUrl) await payAtDemoCashier(app, order.codeUrl)
  const { status } = await wire('GET /order/v1/query_status', { orderNo: order.orderNo })
  if (status !== 'PAID') throw new Error(`the demo order is ${status}, not paid`)
  return order.signId
}

export async function listCoursesOfDemoSign(wire: DemoClient, signId: string) {
  const { list } = await wire('GET /course/v1/my_course')
  return list.find((sign) => sign.signId === signId)?.courses ?? []
}
