import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { deskAudit } from './service.ts'

export default function auditRoutes(app: FastifyInstance, workloads: Workloads): void {
  staffRoute(app, workloads, staffCalls.audit.list, ({ deps, staff, input }) =>
    deskAudit(deps, staff, input),
  )
}
