import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { deskPlan, deskPlans } from './service/desk.ts'
import { closePlan, openForStudents } from './service/open.ts'
import { removePlan } from './service/remove.ts'
import { savePlan } from './service/save.ts'

export default function planRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.plan
  staffRoute(app, workloads, calls.list, ({ deps }) => deskPlans(deps))
  staffRoute(app, workloads, calls.info, ({ deps, input }) => deskPlan(deps, input))
  staffRoute(app, workloads, calls.save, ({ deps, staff, input }) => savePlan(deps, staff, input))
  staffRoute(app, workloads, calls.open, ({ deps, staff, input }) =>
    openForStudents(deps, staff, input),
  )
  staffRoute(app, workloads, calls.close, ({ deps, staff, input }) => closePlan(deps, staff, input))
  staffRoute(app, workloads, calls.remove, ({ deps, staff, input }) =>
    removePlan(deps, staff, input),
  )
}
