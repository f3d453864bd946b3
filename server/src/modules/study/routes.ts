import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { courseStudy, findStudies } from './service/desk.ts'
import { staffRecord } from './service/record.ts'

export default function studyRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.study
  staffRoute(app, workloads, calls.find, ({ deps, input }) => findStudies(deps, input))
  staffRoute(app, workloads, calls.course, ({ deps, staff, input }) =>
    courseStudy(deps, staff, input),
  )
  staffRoute(app, workloads, calls.record, ({ deps, staff, input }) =>
    staffRecord(deps, staff, input),
  )
}
