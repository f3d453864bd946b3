import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { deskCourseStudy, findStudiesForDesk } from './service/desk.ts'
import { deskStudyRecord } from './service/record.ts'

export default function studyRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.study
  registerStaffRoute(app, workloads, calls.find, ({ deps, input }) => findStudiesForDesk(deps, input))
  registerStaffRoute(app, workloads, calls.course, ({ deps, staff, input }) => deskCourseStudy(deps, staff, input))
  registerStaffRoute(app, workloads, calls.record, ({ deps, staff, input }) => deskStudyRecord(deps, staff, input))
}
