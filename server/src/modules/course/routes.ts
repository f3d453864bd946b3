import { clientCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { hotRoute, route } from '../../platform/calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { myAnlysis } from './service/analysis.ts'
import { catalogue, catalogueCourse, catalogueTrial } from './service/catalogue.ts'
import { evaluate } from './service/evaluate.ts'
import { learnProcess, learnRecord } from './service/learn-process.ts'
import { learnArticle, learnCourseDetail, myCourse } from './service/learning.ts'
import { courseList, trySee, yearList } from './service/sign-up.ts'
import { yearPlan } from './service/year-plan.ts'

const calls = clientCalls.course

export default function courseRoutes(app: FastifyInstance, workloads: Workloads): void {
  route(app, workloads, calls.catalogue, ({ deps, input }) => catalogue(deps, input))
  route(app, workloads, calls.catalogueCourse, ({ deps, input }) => catalogueCourse(deps, input))
  route(app, workloads, calls.catalogueTrial, ({ deps, input }) => catalogueTrial(deps, input))
  route(app, workloads, calls.yearPlan, ({ deps, student, input }) =>
    yearPlan(deps, student, input),
  )
  route(app, workloads, calls.yearList, ({ deps, student }) => yearList(deps, student))
  route(app, workloads, calls.courseList, ({ deps, student, input }) =>
    courseList(deps, student, input),
  )
  route(app, workloads, calls.trySee, ({ deps, student, input }) => trySee(deps, student, input))
  route(app, workloads, calls.myCourse, ({ deps, student }) => myCourse(deps, student))
  route(app, workloads, calls.learnCourseDetail, ({ deps, student, input }) =>
    learnCourseDetail(deps, student, input),
  )
  route(app, workloads, calls.learnArticle, ({ deps, student, input }) =>
    learnArticle(deps, student, input),
  )
  hotRoute(app, workloads, calls.learnProcess, ({ deps, student, input, userAgent }) =>
    learnProcess(deps, student, input, userAgent),
  )
  route(app, workloads, calls.learnRecord, ({ deps, student, input }) =>
    learnRecord(deps, student, input),
  )
  route(app, workloads, calls.evaluate, ({ deps, student, input }) =>
    evaluate(deps, student, input),
  )
  route(app, workloads, calls.myAnlysis, ({ deps, student }) => myAnlysis(deps, student))
}
