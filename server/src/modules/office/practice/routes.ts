import { practiceCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../../platform/calls.ts'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { advancePracticeClock, readPracticeClock, readPracticeTime } from './service.ts'

export default function practiceRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const { client, staff } = practiceCalls
  registerRoute(app, workloads, client.time, ({ deps }) => readPracticeTime(deps.db))
  registerStaffRoute(app, workloads, staff.clock, ({ deps }) => readPracticeClock(deps.db))
  registerStaffRoute(app, workloads, staff.moveClock, ({ deps, staff, input }) =>
    advancePracticeClock(deps, staff, input),
  )
}
