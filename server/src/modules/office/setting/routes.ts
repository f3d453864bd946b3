import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { listSettingFigures, setSettingFigure } from './service.ts'

export default function settingRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.setting
  registerStaffRoute(app, workloads, calls.list, ({ deps }) => listSettingFigures(deps))
  registerStaffRoute(app, workloads, calls.set, ({ deps, staff, input }) => setSettingFigure(deps, staff, input))
}
