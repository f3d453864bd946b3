import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { deskAuditLog } from './service.ts'

export default function auditRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  registerStaffRoute(app, workloads, staffCalls.audit.list, ({ deps, staff, input }) =>
    deskAuditLog(deps, staff, input),
  )
}
