import { clientCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../platform/calls.ts'
import type { WorkloadDeps } from '../../platform/workloads.ts'
import { myAnlysis } from './service/analysis.ts'
import { catalogue, catalogueCourse, catalogueTrial } from './service/catalogue.ts'
import { submitEvaluation } from './service/evaluate.ts'
import { learnProcess, learnRecord } from './service/learn-process.ts'
import { learnArticle, learnCourseDetail, myCourse } from './service/learning.ts'
import { courseList, trySee, yearList, yearPlan } from './service/sign-up.ts'

const calls = clientCalls.course

export default function courseRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  registerRoute(app, workloads, calls.catalogue, ({ deps, input }) => catalogue(deps, input))
  registerRoute(app, workloads, calls.catalogueCourse, ({ deps, input }) => catalogueCourse(deps, input))
  registerRoute(app, workloads, calls.catalogueTrial, ({ deps, input }) => catalogueTrial(deps, input))
  registerRoute(app, workloads, calls.yearPlan, ({ deps, student, input }) => yearPlan(deps, student, input))
  registerRoute(app, workloads, calls.yearList, ({ deps, student }) => yearList(deps, student))
  registerRoute(app, workloads, calls.courseList, ({ deps, student, input }) => courseList(deps, student, input))
  registerRoute(app, workloads, calls.trySee, ({ deps, student, input }) => trySee(deps, student, input))
  registerRoute(app, workloads, calls.myCourse, ({ deps, student }) => myCourse(deps, student))
  registerRoute(app, workloads, calls.learnCourseDetail, ({ deps, student, input }) =>
    learnCourseDetail(deps, student, input),
  )
  registerRoute(app, workloads, calls.learnArticle, ({ deps, student, input }) => learnArticle(deps, student, input))
  registerRoute(app, workloads, calls.learnProcess, ({ deps, student, input, userAgent }) =>
    learnProcess(deps, student, input, userAgent),
  )
  registerRoute(app, workloads, calls.learnRecord, ({ deps, student, input }) => learnRecord(deps, student, input))
  registerRoute(app, workloads, calls.evaluate, ({ deps, student, input }) => submitEvaluation(deps, student, input))
  registerRoute(app, workloads, calls.myAnlysis, ({ deps, student }) => myAnlysis(deps, student))
}
