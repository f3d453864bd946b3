import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { listRetentionRules, setRetentionDays } from './service.ts'

export default function retentionRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.retention
  registerStaffRoute(app, workloads, calls.rules, ({ deps }) => listRetentionRules(deps))
  registerStaffRoute(app, workloads, calls.set, ({ deps, staff, input }) => setRetentionDays(deps, staff, input))
}
