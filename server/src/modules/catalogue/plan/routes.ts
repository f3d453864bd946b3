import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { deskPlan, deskPlans } from './service/desk.ts'
import { closePlan, openPlanForStudents } from './service/opening.ts'
import { removePlan } from './service/remove.ts'
import { savePlan } from './service/save.ts'

export default function planRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.plan
  registerStaffRoute(app, workloads, calls.list, ({ deps }) => deskPlans(deps))
  registerStaffRoute(app, workloads, calls.info, ({ deps, input }) => deskPlan(deps, input))
  registerStaffRoute(app, workloads, calls.save, ({ deps, staff, input }) => savePlan(deps, staff, input))
  registerStaffRoute(app, workloads, calls.open, ({ deps, staff, input }) => openPlanForStudents(deps, staff, input))
  registerStaffRoute(app, workloads, calls.close, ({ deps, staff, input }) => closePlan(deps, staff, input))
  registerStaffRoute(app, workloads, calls.remove, ({ deps, staff, input }) => removePlan(deps, staff, input))
}
