import type { FastifyInstance } from 'fastify'
import { recordPublicHours } from '../../src/modules/certification_grant/service/record.ts'
import type { Db } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { payAtCashier } from './cashier.ts'
import { passSeconds, setClock } from './clock.ts'
import { invoiceOrder } from './invoice.ts'
import { evaluateCourse, sitExam, studyCourse, studyLesson } from './learner.ts'
import { signIn } from './people.ts'
import { newYear } from './plans.ts'
import { keepExam } from './reviews.ts'
import type { Wire } from './wire.ts'

const day = 86_400

/** 13800000003 lived through the whole of last year: studied from March on, proof issued by June. */
export async function liveLastYear(app: FastifyInstance, deps: Deps, year: number): Promise<void> {
  await setClock(deps.db, new Date(newYear(year).getTime() + 66.4 * day * 1000))
  const phone = '13800000003'
  let wire = await signIn(app, phone)
  const signId = await signUp(app, wire, year)
  await invoiceOrder(wire, deps)
  for (const course of await coursesOf(wire, signId)) {
    await passSeconds(deps.db, 7 * day)
    wire = await signIn(app, phone)
    await studyCourse(wire, deps.db, course.id)
    await evaluateCourse(wire, course.id)
    const attemptId = await sitExam(wire, deps.db, { signId, id: course.id }, 'NONE')
    await passSeconds(deps.db, day)
    await keepExam(deps, attemptId)
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

/** 13800000002 paid for this year a while ago and is half way: five courses passed, the sixth begun. */
export async function liveThisYear(
  app: FastifyInstance,
  deps: Deps,
  year: number,
  seedingDay: Date,
): Promise<void> {
  const start = Math.max(newYear(year).getTime(), seedingDay.getTime() - 12 * day * 1000)
  const days = (seedingDay.getTime() - start) / 1000 / day / 8
  // whole days where there are enough of them: nobody sits an exam at three in the morning
  const pace = day * (days < 1 ? days : Math.floor(days))
  await setClock(deps.db, new Date(start + 1000))
  const phone = '13800000002'
  let wire = await signIn(app, phone)
  const signId = await signUp(app, wire, year)
  const courses = await coursesOf(wire, signId)
  for (const [index, course] of courses.slice(0, 5).entries()) {
    await passSeconds(deps.db, pace)
    wire = await signIn(app, phone)
    await studyCourse(wire, deps.db, course.id)
    await evaluateCourse(wire, course.id)
    // a bad contact, twice: somebody has yet to look at the pictures
    await sitExam(wire, deps.db, { signId, id: course.id }, index < 3 ? 'STEADY' : 'LOST')
  }
  await passSeconds(deps.db, pace)
  await beginCourse(await signIn(app, phone), deps.db, courses[5]?.id ?? '')
}

/** Watches the first lesson whole and half of the second. */
async function beginCourse(wire: Wire, db: Db, signCourseId: string): Promise<void> {
  const { lessons } = await wire('GET /course/v1/learn_course_detail', { id: signCourseId })
  const [first, second] = lessons
  if (first) await studyLesson(wire, db, signCourseId, first)
  if (second)
    await studyLesson(wire, db, signCourseId, second, Math.round(second.durationSeconds / 2))
}

/** Chooses the required courses and electives up to the required hours, orders, and pays unless told otherwise. @returns the sign */
export async function signUp(
  app: FastifyInstance,
  wire: Wire,
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
      // only those hours are sold: the others are recorded
      if (course.subject === 'PROFESSIONAL') chosen += course.hours
      return true
    })
    .map((course) => course.id)
  const order = await wire('POST /order/v1/create_order', { year, courseIds, payType: 'DEMO' })
  if (!pays) return order.signId
  // a plan that costs nothing is paid at once
  if (order.codeUrl) await payAtCashier(app, order.codeUrl)
  const { status } = await wire('GET /order/v1/query_status', { orderNo: order.orderNo })
  if (status !== 'PAID') throw new Error(`the demo order is ${status}, not paid`)
  return order.signId
}

export async function coursesOf(wire: Wire, signId: string) {
  const { list } = await wire('GET /course/v1/my_course')
  return list.find((sign) => sign.signId === signId)?.courses ?? []
}
