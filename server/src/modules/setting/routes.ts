import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { listFigures, setFigure } from './service.ts'

export default function settingRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.setting
  staffRoute(app, workloads, calls.list, ({ deps }) => listFigures(deps))
  staffRoute(app, workloads, calls.set, ({ deps, staff, input }) => setFigure(deps, staff, input))
}
