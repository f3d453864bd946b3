import { practiceCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { moveClock, readClock, readTime } from './service.ts'

/** Registered in a practice portal alone. */
export default function practiceRoutes(app: FastifyInstance, workloads: Workloads): void {
  const { client, staff } = practiceCalls
  route(app, workloads, client.time, ({ deps }) => readTime(deps.db))
  staffRoute(app, workloads, staff.clock, ({ deps }) => readClock(deps.db))
  staffRoute(app, workloads, staff.moveClock, ({ deps, staff, input }) =>
    moveClock(deps, staff, input),
  )
}
