import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { listRules, setRule } from './service.ts'

export default function retentionRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.retention
  staffRoute(app, workloads, calls.rules, ({ deps }) => listRules(deps))
  staffRoute(app, workloads, calls.set, ({ deps, staff, input }) => setRule(deps, staff, input))
}
