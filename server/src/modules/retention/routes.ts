import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { listRules, setRule } from './service.ts'

export default function retentionRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = staffCalls.retention
  staffRoute(app, deps, calls.rules, () => listRules(deps))
  staffRoute(app, deps, calls.set, ({ staff, input }) => setRule(deps, staff, input))
}
