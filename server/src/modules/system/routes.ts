import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { readStatus } from './service/read-status.ts'
import { takeReport } from './service/take-report.ts'

/** bytes: five faults with a stack of 2 KB each, in letters of three bytes, and room for the rest */
const reportLimit = 40 * 1024

export default function systemRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, clientCalls.system.report, ({ input }) => takeReport(deps, input), {
    bodyLimit: reportLimit,
  })
  staffRoute(app, deps, staffCalls.system.status, () => readStatus(deps))
}
