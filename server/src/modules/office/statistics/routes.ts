import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { exportYearStatistics } from './service/export.ts'
import { readYearStatistics } from './service/read.ts'

export default function statisticsRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.statistics
  registerStaffRoute(app, workloads, calls.year, ({ deps, input }) => readYearStatistics(deps, input))
  registerStaffRoute(
    app,
    workloads,
    calls.export,
    ({ deps, staff, input }) => exportYearStatistics(deps, staff, input),
    {
      workload: 'export',
    },
  )
}
