import { clientCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { hotRoute, route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { myAnlysis } from './service/analysis.ts'
import { evaluate } from './service/evaluate.ts'
import { learnProcess, learnRecord } from './service/learn-process.ts'
import { learnArticle, learnCourseDetail, myCourse } from './service/learning.ts'
import { courseList, trySee, yearList } from './service/sign-up.ts'
import { yearPlan } from './service/year-plan.ts'

const calls = clientCalls.course

export default function courseRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.yearPlan, ({ student }) => yearPlan(deps, student))
  route(app, deps, calls.yearList, ({ student }) => yearList(deps, student))
  route(app, deps, calls.courseList, ({ student, input }) => courseList(deps, student, input))
  route(app, deps, calls.trySee, ({ student, input }) => trySee(deps, student, input))
  route(app, deps, calls.myCourse, ({ student }) => myCourse(deps, student))
  route(app, deps, calls.learnCourseDetail, ({ student, input }) =>
    learnCourseDetail(deps, student, input),
  )
  route(app, deps, calls.learnArticle, ({ student, input }) => learnArticle(deps, student, input))
  hotRoute(app, deps, calls.learnProcess, ({ student, input, userAgent }) =>
    learnProcess(deps, student, input, userAgent),
  )
  route(app, deps, calls.learnRecord, ({ student, input }) => learnRecord(deps, student, input))
  route(app, deps, calls.evaluate, ({ student, input }) => evaluate(deps, student, input))
  route(app, deps, calls.myAnlysis, ({ student }) => myAnlysis(deps, student))
}
