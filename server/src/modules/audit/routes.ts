import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { deskAudit } from './service.ts'

export default function auditRoutes(app: FastifyInstance, deps: Deps): void {
  staffRoute(app, deps, staffCalls.audit.list, ({ staff, input }) => deskAudit(deps, staff, input))
}
