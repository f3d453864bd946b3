import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { exportYear, readYear } from './service.ts'

export default function statisticsRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.statistics
  staffRoute(app, workloads, calls.year, ({ deps, input }) => readYear(deps, input))
  staffRoute(
    app,
    workloads,
    calls.export,
    ({ deps, staff, input }) => exportYear(deps, staff, input),
    { workload: 'export' },
  )
}
