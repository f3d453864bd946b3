import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { readStatus } from './service/read-status.ts'
import { takeReport } from './service/take-report.ts'

/** bytes: five faults with a stack of 2 KB each, in letters of three bytes, and room for the rest */
const reportLimit = 40 * 1024

export default function systemRoutes(app: FastifyInstance, workloads: Workloads): void {
  route(app, workloads, clientCalls.system.report, ({ deps, input }) => takeReport(deps, input), {
    bodyLimit: reportLimit,
  })
  staffRoute(app, workloads, staffCalls.system.status, ({ deps }) => readStatus(deps))
}
