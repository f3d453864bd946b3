import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../../platform/calls.ts'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { readSystemStatus } from './service/read-status.ts'
import { recordBrowserReport } from './service/record-report.ts'

/** The limit in bytes allows five faults with stacks of 2 KB in three-byte characters. */
const reportLimit = 40 * 1024

export default function systemRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  registerRoute(app, workloads, clientCalls.system.report, ({ deps, input }) => recordBrowserReport(deps, input), {
    bodyLimit: reportLimit,
  })
  registerStaffRoute(app, workloads, staffCalls.system.status, ({ deps }) => readSystemStatus(deps))
}
