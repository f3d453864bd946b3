import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { deskPlan, deskPlans } from './service/desk.ts'
import { closePlan, openForStudents } from './service/open.ts'
import { removePlan } from './service/remove.ts'
import { savePlan } from './service/save.ts'

export default function planRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = staffCalls.plan
  staffRoute(app, deps, calls.list, () => deskPlans(deps))
  staffRoute(app, deps, calls.info, ({ input }) => deskPlan(deps, input))
  staffRoute(app, deps, calls.save, ({ staff, input }) => savePlan(deps, staff, input))
  staffRoute(app, deps, calls.open, ({ staff, input }) => openForStudents(deps, staff, input))
  staffRoute(app, deps, calls.close, ({ staff, input }) => closePlan(deps, staff, input))
  staffRoute(app, deps, calls.remove, ({ staff, input }) => removePlan(deps, staff, input))
}
