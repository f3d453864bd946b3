import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { exportYear, readYear } from './service.ts'

export default function statisticsRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = staffCalls.statistics
  staffRoute(app, deps, calls.year, ({ input }) => readYear(deps, input))
  staffRoute(app, deps, calls.export, ({ staff, input }) => exportYear(deps, staff, input))
}
