import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { courseStudy, findStudies } from './service/desk.ts'
import { staffRecord } from './service/record.ts'

export default function studyRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = staffCalls.study
  staffRoute(app, deps, calls.find, ({ input }) => findStudies(deps, input))
  staffRoute(app, deps, calls.course, ({ staff, input }) => courseStudy(deps, staff, input))
  staffRoute(app, deps, calls.record, ({ staff, input }) => staffRecord(deps, staff, input))
}
